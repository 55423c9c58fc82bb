//! Several questions of an agent, each with options and room for another answer.

use serde_json::{Map, Value, json};

use crate::form::{Input, secrets};
use crate::markdown::document;
use crate::secret;
use crate::text::{one_line, visible};
use crate::view::{ChoiceOptionView, ChoiceQuestionView, SecretView};

pub const MAX_QUESTIONS: usize = 8;
pub const MAX_OPTIONS: usize = 16;
/// Of all texts together.
pub const MAX_TEXT_BYTES: usize = 64 * 1024;
/// Of each text that the person writes. The page lets nobody write more, and says so.
pub const MAX_WRITTEN_CHARACTERS: usize = 4_000;

/// How many fields a question has: its options, another answer, and a note.
pub const FIELDS: usize = 3;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceQuestion {
    /// A word or two, above the question.
    pub header: String,
    pub text: String,
    /// True if several options can be chosen.
    pub multiple: bool,
    pub options: Vec<ChoiceOption>,
    /// True if the person can write another answer.
    pub other: bool,
    /// True if the person can add a note.
    pub note: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceOption {
    /// Sent back unchanged, so it is unique in its question.
    pub label: String,
    pub description: String,
    /// Markdown or plain text, to compare options by.
    pub preview: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionSet {
    questions: Vec<ChoiceQuestion>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QuestionSetError {
    #[error("There are {0} questions, more than the {MAX_QUESTIONS} that Doorbell shows together.")]
    Questions(usize),
    #[error("A question has {0} options, more than the {MAX_OPTIONS} that Doorbell shows.")]
    Options(usize),
    #[error("The questions have {0} bytes, more than the {MAX_TEXT_BYTES} that Doorbell shows.")]
    Text(usize),
    #[error("questions is empty")]
    Empty,
    #[error("a question has no text")]
    NoText,
    #[error("a question has neither options nor another answer")]
    NoAnswer,
    #[error("an option has no label")]
    NoLabel,
    #[error("two options of a question have the same label")]
    SameLabel,
}

impl QuestionSetError {
    pub fn is_over_limit(self) -> bool {
        matches!(self, Self::Questions(_) | Self::Options(_) | Self::Text(_))
    }
}

/// The person's answer to one question, so far.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct ChoiceAnswer {
    /// Indices of options. The one after the last option is the person's own answer.
    chosen: Vec<usize>,
    other: String,
    note: String,
}

impl QuestionSet {
    pub fn new(questions: Vec<ChoiceQuestion>) -> Result<Self, QuestionSetError> {
        if questions.is_empty() {
            return Err(QuestionSetError::Empty);
        }
        if questions.len() > MAX_QUESTIONS {
            return Err(QuestionSetError::Questions(questions.len()));
        }
        for question in &questions {
            question.check()?;
        }
        let bytes = questions.iter().map(ChoiceQuestion::bytes).sum();
        if bytes > MAX_TEXT_BYTES {
            return Err(QuestionSetError::Text(bytes));
        }
        Ok(Self { questions })
    }

    pub fn questions(&self) -> &[ChoiceQuestion] {
        &self.questions
    }

    pub fn empty_answers(&self) -> Vec<ChoiceAnswer> {
        vec![ChoiceAnswer::default(); self.questions.len()]
    }

    /// Returns why an answer is missing, for each question.
    pub fn problems(&self, answers: &[ChoiceAnswer]) -> Vec<Option<&'static str>> {
        self.questions
            .iter()
            .zip(answers)
            .map(|(question, answer)| question.problem(answer))
            .collect()
    }

    /// Returns why what the person wrote should not be sent, for each question.
    pub fn secrets(&self, answers: &[ChoiceAnswer]) -> Vec<Option<SecretView>> {
        self.questions
            .iter()
            .zip(answers)
            .map(|(question, answer)| question.secret(answer))
            .collect()
    }

    /// What goes back, if no question has a problem.
    pub fn content(&self, answers: &[ChoiceAnswer]) -> Map<String, Value> {
        let answers: Vec<_> = self
            .questions
            .iter()
            .zip(answers)
            .map(|(question, answer)| question.content(answer))
            .collect();
        Map::from_iter([("answers".to_owned(), json!(answers))])
    }

    pub fn view(&self, answers: &[ChoiceAnswer]) -> Vec<ChoiceQuestionView> {
        self.questions
            .iter()
            .zip(answers)
            .map(|(question, answer)| question.view(answer))
            .collect()
    }
}

impl ChoiceQuestion {
    fn check(&self) -> Result<(), QuestionSetError> {
        if self.text.trim().is_empty() {
            return Err(QuestionSetError::NoText);
        }
        if self.options.len() > MAX_OPTIONS {
            return Err(QuestionSetError::Options(self.options.len()));
        }
        if self.options.is_empty() && !self.other {
            return Err(QuestionSetError::NoAnswer);
        }
        for (index, option) in self.options.iter().enumerate() {
            if option.label.trim().is_empty() {
                return Err(QuestionSetError::NoLabel);
            }
            if self.options[..index]
                .iter()
                .any(|other| other.label == option.label)
            {
                return Err(QuestionSetError::SameLabel);
            }
        }
        Ok(())
    }

    fn bytes(&self) -> usize {
        let options = self.options.iter().map(|option| {
            let preview = option.preview.as_ref().map_or(0, String::len);
            option.label.len() + option.description.len() + preview
        });
        self.header.len() + self.text.len() + options.sum::<usize>()
    }

    fn writes_other(&self, answer: &ChoiceAnswer) -> bool {
        self.other && answer.chosen.contains(&self.options.len())
    }

    fn problem(&self, answer: &ChoiceAnswer) -> Option<&'static str> {
        if self.writes_other(answer) && answer.other.trim().is_empty() {
            return Some("Write your answer, or choose an option");
        }
        if answer.chosen.is_empty() {
            return Some(match (self.options.is_empty(), self.multiple) {
                (true, _) => "Write your answer",
                (false, true) => "Choose at least one",
                (false, false) => "Choose one",
            });
        }
        None
    }

    /// What the person wrote and would send.
    fn written<'a>(&self, answer: &'a ChoiceAnswer) -> [&'a str; 2] {
        let other = self.writes_other(answer).then_some(&answer.other);
        let note = self.note.then_some(&answer.note);
        [other, note].map(|text| text.map_or("", |text| written(text)))
    }

    fn secret(&self, answer: &ChoiceAnswer) -> Option<SecretView> {
        let texts = self.written(answer);
        let is_written = |text: &&str| !text.is_empty();
        let asked = secret::asked_in_prose(&self.text).filter(|_| texts.iter().any(is_written));
        let looks_like = texts.into_iter().find_map(secret::looks_like);
        asked
            .map(secrets::asked_for)
            .or_else(|| looks_like.map(secrets::found))
    }

    fn content(&self, answer: &ChoiceAnswer) -> Value {
        let chosen: Vec<_> = answer
            .chosen
            .iter()
            .filter_map(|&index| self.options.get(index))
            .map(|option| option.label.as_str())
            .collect();
        let mut content = Map::from_iter([("chosen".to_owned(), json!(chosen))]);
        for (name, text) in ["other", "note"].into_iter().zip(self.written(answer)) {
            if !text.is_empty() {
                content.insert(name.to_owned(), json!(text));
            }
        }
        Value::Object(content)
    }

    fn view(&self, answer: &ChoiceAnswer) -> ChoiceQuestionView {
        ChoiceQuestionView {
            header: one_line(&self.header),
            text: document(&self.text),
            multiple: self.multiple,
            options: self
                .options
                .iter()
                .map(|option| ChoiceOptionView {
                    label: one_line(&option.label),
                    description: visible(&option.description),
                    preview: option.preview.as_deref().map(document),
                })
                .collect(),
            other: self.other,
            note: self.note,
            chosen: answer.chosen.clone(),
            other_text: typed(&answer.other),
            note_text: typed(&answer.note),
        }
    }

    /// Stores `input`. Returns false if the question has no such field or it cannot hold that.
    pub fn edit(&self, answer: &mut ChoiceAnswer, field: usize, input: Input) -> bool {
        match (field, input) {
            (0, Input::Empty) => answer.chosen.clear(),
            (0, Input::Choices { indices }) if self.can_choose(&indices) => {
                answer.chosen = indices;
            }
            (1, Input::Text { text }) if self.other => answer.other = text,
            (1, Input::Empty) if self.other => answer.other.clear(),
            (2, Input::Text { text }) if self.note => answer.note = text,
            (2, Input::Empty) if self.note => answer.note.clear(),
            _ => return false,
        }
        true
    }

    fn can_choose(&self, indices: &[usize]) -> bool {
        let count = self.options.len() + usize::from(self.other);
        // In the order of the page, each once.
        indices.is_sorted_by(|a, b| a < b)
            && indices.iter().all(|&index| index < count)
            && (self.multiple || indices.len() <= 1)
    }
}

/// The person's text as the page shows it.
pub(crate) fn typed(text: &str) -> Input {
    if text.is_empty() {
        return Input::Empty;
    }
    Input::Text { text: text.into() }
}

/// The person's text as it is sent.
pub(crate) fn written(text: &str) -> &str {
    let text = text.trim();
    let end = text.char_indices().nth(MAX_WRITTEN_CHARACTERS);
    end.map_or(text, |(end, _)| &text[..end])
}

#[cfg(test)]
mod tests;
