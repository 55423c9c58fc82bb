//! Claude Code's AskUserQuestion, which comes as a request for permission.
//!
//! Claude Code takes the answers in the tool's input: an object with a text for each question's text.

use doorbell_protocol::{
    Action, ChoiceAnswer, ChoiceOption, ChoiceQuestion, ElicitResult, QuestionsAnswer,
};
use serde_json::{Map, Value};

use super::decision::Decision;

pub const TOOL: &str = "AskUserQuestion";
pub const UNSHOWABLE: &str = "Claude Code’s questions can’t be shown here.";
/// Members of the input that Claude Code adds with the answers.
const ANSWER_MEMBERS: [&str; 2] = ["answers", "annotations"];
const DECLINED: &str = "The person would rather talk about this than choose an answer. Ask what \
    they have in mind, and don’t assume an answer.";
/// Between several answers to a question.
const SEPARATOR: &str = ", ";

/// Reads the questions. Returns `None` if Doorbell cannot ask them, or Claude Code could not tell the
/// answers apart.
pub fn read(input: &Value) -> Option<Vec<ChoiceQuestion>> {
    let questions = input["questions"].as_array()?.iter().map(question);
    let questions: Vec<_> = questions.collect::<Option<_>>()?;
    let texts = questions.iter().map(|question| &question.text);
    (!questions.is_empty() && are_distinct(texts)).then_some(questions)
}

fn question(question: &Value) -> Option<ChoiceQuestion> {
    let options = match &question["options"] {
        Value::Null => Vec::new(),
        options => options
            .as_array()?
            .iter()
            .map(option)
            .collect::<Option<_>>()?,
    };
    let labels = options.iter().map(|option| &option.label);
    are_distinct(labels).then_some(())?;
    Some(ChoiceQuestion {
        header: optional_text(question, "header")?.unwrap_or_default(),
        text: required_text(question, "question")?,
        multiple: question["multiSelect"] == true,
        options,
        // Claude Code offers "Other" for every question.
        closed: false,
        note: true,
    })
}

fn option(option: &Value) -> Option<ChoiceOption> {
    Some(ChoiceOption {
        label: required_text(option, "label")?,
        description: optional_text(option, "description")?.unwrap_or_default(),
        preview: optional_text(option, "preview")?,
    })
}

fn required_text(value: &Value, name: &str) -> Option<String> {
    optional_text(value, name)?.filter(|text| !text.trim().is_empty())
}

/// Returns `None` if the member is not a text.
fn optional_text(value: &Value, name: &str) -> Option<Option<String>> {
    match &value[name] {
        Value::Null => Some(None),
        Value::String(text) => Some(Some(text.clone())),
        _ => None,
    }
}

fn are_distinct<'a>(texts: impl Iterator<Item = &'a String>) -> bool {
    let mut texts: Vec<_> = texts.collect();
    let count = texts.len();
    texts.sort_unstable();
    texts.dedup();
    texts.len() == count
}

pub fn decide(questions: &[ChoiceQuestion], input: &Value, result: &ElicitResult) -> Decision {
    match result.action {
        Action::Accept => match answered(questions, input, result) {
            Some(input) => Decision::Allow {
                input: Some(input),
                permissions: Vec::new(),
            },
            None => Decision::Undecided,
        },
        Action::Decline => Decision::Deny {
            message: DECLINED.to_owned(),
        },
        Action::Cancel => Decision::Undecided,
    }
}

/// Returns the input with the answers. Returns `None` unless every question has a valid one.
fn answered(questions: &[ChoiceQuestion], input: &Value, result: &ElicitResult) -> Option<Value> {
    let answers = QuestionsAnswer::read(result.content.as_ref())?.answers;
    if answers.len() != questions.len() {
        return None;
    }
    let mut texts = Map::new();
    let mut annotations = Map::new();
    for (question, answer) in questions.iter().zip(&answers) {
        texts.insert(question.text.clone(), answer_text(question, answer)?.into());
        let annotation = annotation(question, answer);
        if !annotation.is_empty() {
            annotations.insert(question.text.clone(), annotation.into());
        }
    }
    let mut input = without_answers(input);
    input["answers"] = texts.into();
    if !annotations.is_empty() {
        input["annotations"] = annotations.into();
    }
    Some(input)
}

/// Joins the labels and the person's own words. A comma inside them is left, as in the terminal: a
/// model reads the text.
fn answer_text(question: &ChoiceQuestion, answer: &ChoiceAnswer) -> Option<String> {
    let is_known = |label: &String| question.options.iter().any(|option| option.label == *label);
    let is_valid = answer.chosen.iter().all(is_known) && are_distinct(answer.chosen.iter());
    let other = answer.other.as_deref().map(str::trim);
    let parts: Vec<_> = answer
        .chosen
        .iter()
        .map(String::as_str)
        .chain(other)
        .collect();
    let fits = match parts.len() {
        0 => false,
        1 => true,
        _ => question.multiple,
    };
    let has_text = other.is_none_or(|other| !other.is_empty());
    (is_valid && fits && has_text).then(|| parts.join(SEPARATOR))
}

fn annotation(question: &ChoiceQuestion, answer: &ChoiceAnswer) -> Map<String, Value> {
    let mut annotation = Map::new();
    if let Some(note) = answer.note.as_deref().map(str::trim)
        && !note.is_empty()
    {
        annotation.insert("notes".to_owned(), note.into());
    }
    if let (false, [label]) = (question.multiple, answer.chosen.as_slice()) {
        let chosen = question
            .options
            .iter()
            .find(|option| option.label == *label);
        if let Some(preview) = chosen.and_then(|option| option.preview.as_deref()) {
            annotation.insert("preview".to_owned(), preview.into());
        }
    }
    annotation
}

/// Returns the input as the agent's model wrote it.
pub fn without_answers(input: &Value) -> Value {
    let mut input = input.clone();
    if let Some(members) = input.as_object_mut() {
        for member in ANSWER_MEMBERS {
            members.shift_remove(member);
        }
    }
    input
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn questions_whose_answers_cannot_be_told_apart_are_not_read() {
        let question = |text: &str, labels: &[&str]| {
            let options: Vec<_> = labels.iter().map(|label| json!({"label": label})).collect();
            json!({"question": text, "options": options})
        };
        let is_read = |questions: Value| read(&json!({"questions": questions})).is_some();
        assert!(is_read(json!([
            question("a", &["x", "y"]),
            question("b", &["x"])
        ])));
        assert!(is_read(json!([question("a", &[])])));
        assert!(is_read(json!([{"question": "a"}])));
        for unreadable in [
            json!([question("a", &["x"]), question("a", &["y"])]),
            json!([question("a", &["x", "x"])]),
            json!([question(" ", &["x"])]),
            json!([question("a", &[""])]),
            json!([{"question": "a", "options": "x"}]),
            json!([{"question": "a", "options": ["x"]}]),
            json!([{"question": "a", "options": [{"label": "x", "preview": 1}]}]),
            json!([{"question": 7}]),
            json!([]),
            json!("a"),
            json!(null),
        ] {
            assert!(!is_read(unreadable.clone()), "{unreadable}");
        }
    }
}
