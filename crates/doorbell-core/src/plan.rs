//! A plan to approve: a document, what the person says about it, and what they can do with it.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::diff::compare_files;
use crate::form::Input;
use crate::markdown::{document, paragraphs};
use crate::question_set::{typed, written};
use crate::text::{one_line, visible};
use crate::view::{AgentPlanView, DocumentView, PlanChoiceView, PlanCommentView};

/// A person sees the whole plan, so longer ones are refused.
pub const MAX_PLAN_BYTES: usize = 64 * 1024;
pub const MAX_CHOICES: usize = 6;
/// Of a choice's id, of its label and of its effect, each.
pub const MAX_CHOICE_BYTES: usize = 512;
pub const MAX_COMMENTS: usize = 64;
/// Of the line that goes with a comment. Longer ones are cut.
pub const MAX_LINE_BYTES: usize = 512;

/// The field of the feedback. A comment's field is its line.
const FEEDBACK: usize = 0;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    text: String,
    document: DocumentView,
    choices: Vec<PlanChoice>,
    /// The difference to the session's last plan.
    changes: Option<String>,
}

/// What the person wrote about a plan, so far.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct PlanAnswer {
    feedback: String,
    /// By their lines, counted from 1.
    comments: BTreeMap<usize, String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanChoice {
    /// Sent back; unique in its plan.
    pub id: String,
    pub label: String,
    /// What happens then, in words.
    pub effect: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    #[error("The plan has {0} bytes, more than the {MAX_PLAN_BYTES} that Doorbell shows.")]
    Text(usize),
    #[error("There are {0} choices, more than the {MAX_CHOICES} that Doorbell shows.")]
    Choices(usize),
    #[error("A choice has {0} bytes, more than the {MAX_CHOICE_BYTES} that Doorbell shows.")]
    Choice(usize),
    #[error("plan is empty")]
    NoText,
    #[error("choices is empty")]
    NoChoice,
    #[error("a choice has no id or no label")]
    NoLabel,
    #[error("two choices have the same id")]
    SameId,
}

impl PlanError {
    pub fn is_over_limit(self) -> bool {
        matches!(self, Self::Text(_) | Self::Choices(_) | Self::Choice(_))
    }
}

impl Plan {
    pub fn new(text: String, choices: Vec<PlanChoice>) -> Result<Self, PlanError> {
        if text.len() > MAX_PLAN_BYTES {
            return Err(PlanError::Text(text.len()));
        }
        if choices.len() > MAX_CHOICES {
            return Err(PlanError::Choices(choices.len()));
        }
        if text.trim().is_empty() {
            return Err(PlanError::NoText);
        }
        if choices.is_empty() {
            return Err(PlanError::NoChoice);
        }
        for (index, choice) in choices.iter().enumerate() {
            let parts = [&choice.id, &choice.label, &choice.effect];
            if let Some(long) = parts.iter().find(|part| part.len() > MAX_CHOICE_BYTES) {
                return Err(PlanError::Choice(long.len()));
            }
            if choice.id.is_empty() || choice.label.trim().is_empty() {
                return Err(PlanError::NoLabel);
            }
            if choices[..index].iter().any(|other| other.id == choice.id) {
                return Err(PlanError::SameId);
            }
        }
        // Each part takes a comment.
        let mut document = document(&text);
        document.blocks = document.blocks.or_else(|| paragraphs(&text));
        Ok(Self {
            document,
            text,
            choices,
            changes: None,
        })
    }

    /// Offers the difference to an earlier plan, if there is one that can be seen.
    pub fn compare_with(&mut self, earlier: &str) {
        let [earlier, text] = [earlier, &self.text].map(|text| text.replace("\r\n", "\n"));
        let changes = compare_files(&earlier, &text);
        let is_change = |line: &str| line.starts_with(['+', '-']);
        self.changes = changes.lines().any(is_change).then_some(changes);
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn choice(&self, index: usize) -> Option<&PlanChoice> {
        self.choices.get(index)
    }

    /// Stores `input`. Returns false if there is no such field, or it cannot hold that.
    pub fn edit(&self, answer: &mut PlanAnswer, field: usize, input: Input) -> bool {
        let text = match input {
            Input::Text { text } => text,
            Input::Empty => String::new(),
            _ => return false,
        };
        if field == FEEDBACK {
            answer.feedback = text;
            return true;
        }
        let comments = &mut answer.comments;
        if text.is_empty() {
            comments.remove(&field);
            return true;
        }
        let is_new = !comments.contains_key(&field);
        if self.line(field).is_none() || (is_new && comments.len() == MAX_COMMENTS) {
            return false;
        }
        comments.insert(field, text);
        true
    }

    /// What goes back, apart from the choice.
    pub fn content(&self, answer: &PlanAnswer) -> Map<String, Value> {
        let mut content = Map::new();
        let feedback = written(&answer.feedback);
        if !feedback.is_empty() {
            content.insert("feedback".to_owned(), json!(feedback));
        }
        let comments: Vec<_> = answer
            .comments
            .iter()
            .map(|(line, comment)| (line, written(comment)))
            .filter(|(_, comment)| !comment.is_empty())
            .map(|(line, comment)| {
                let text = self.line(*line).unwrap_or_default();
                let text = &text[..text.floor_char_boundary(MAX_LINE_BYTES)];
                json!({"line": line, "text": text, "comment": comment})
            })
            .collect();
        if !comments.is_empty() {
            content.insert("comments".to_owned(), json!(comments));
        }
        content
    }

    /// Counted from 1.
    fn line(&self, number: usize) -> Option<&str> {
        self.text.lines().nth(number.checked_sub(1)?)
    }

    pub fn view(&self, answer: &PlanAnswer) -> AgentPlanView {
        let comments = answer.comments.iter();
        AgentPlanView {
            plan: self.document.clone(),
            changes: self.changes.clone(),
            choices: self
                .choices
                .iter()
                .map(|choice| PlanChoiceView {
                    label: one_line(&choice.label),
                    effect: visible(&choice.effect),
                })
                .collect(),
            feedback: typed(&answer.feedback),
            comments: comments
                .map(|(&line, text)| PlanCommentView {
                    line,
                    text: text.clone(),
                })
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(id: &str, bytes: usize) -> PlanChoice {
        PlanChoice {
            id: id.to_owned(),
            label: "l".repeat(bytes),
            effect: String::new(),
        }
    }

    fn choices(count: usize) -> Vec<PlanChoice> {
        (0..count)
            .map(|index| choice(&index.to_string(), 1))
            .collect()
    }

    #[test]
    fn refuses_more_than_doorbell_shows() {
        let plan = |bytes: usize, choices| Plan::new("p".repeat(bytes), choices).map(drop);
        assert_eq!(plan(MAX_PLAN_BYTES, choices(MAX_CHOICES)), Ok(()));
        assert_eq!(
            plan(MAX_PLAN_BYTES + 1, choices(1)),
            Err(PlanError::Text(65_537))
        );
        assert_eq!(
            plan(1, choices(MAX_CHOICES + 1)),
            Err(PlanError::Choices(7))
        );
        assert_eq!(plan(1, vec![choice("a", MAX_CHOICE_BYTES)]), Ok(()));
        assert_eq!(
            plan(1, vec![choice("a", MAX_CHOICE_BYTES + 1)]),
            Err(PlanError::Choice(513))
        );
    }

    fn text(text: &str) -> Input {
        Input::Text { text: text.into() }
    }

    #[test]
    fn comments_have_limits() {
        let lines = "line\n".repeat(MAX_COMMENTS) + &"x".repeat(MAX_LINE_BYTES + 1);
        let plan = Plan::new(lines, choices(1)).unwrap();
        let mut answer = PlanAnswer::default();
        for line in 1..=MAX_COMMENTS {
            assert!(plan.edit(&mut answer, line, text("c")));
        }
        assert!(!plan.edit(&mut answer, MAX_COMMENTS + 1, text("c")));
        assert!(plan.edit(&mut answer, 1, text("changed")));
        assert!(plan.edit(&mut answer, 1, Input::Empty));
        assert!(plan.edit(&mut answer, MAX_COMMENTS + 1, text("c")));
        let comments = &plan.content(&answer)["comments"];
        assert_eq!(comments.as_array().unwrap().len(), MAX_COMMENTS);
        let cut = comments[MAX_COMMENTS - 1]["text"].as_str().unwrap();
        assert_eq!(cut.len(), MAX_LINE_BYTES);
    }

    #[test]
    fn comments_name_the_line_as_it_was_sent() {
        let source = "# a\r\n\r\n\r\n\r\n\r\n- **b**\r\n";
        let plan = Plan::new(source.into(), choices(1)).unwrap();
        let mut answer = PlanAnswer::default();
        assert!(plan.edit(&mut answer, 6, text("c")));
        assert!(!plan.edit(&mut answer, 7, text("c")));
        assert_eq!(
            json!(plan.content(&answer)),
            json!({"comments": [{"line": 6, "text": "- **b**", "comment": "c"}]})
        );
    }

    #[test]
    fn differences_that_cannot_be_seen_are_none() {
        let mut plan = Plan::new("a\nb\n".into(), choices(1)).unwrap();
        plan.compare_with("a\r\nb\r\n");
        assert_eq!(plan.changes, None);
        plan.compare_with("a\nc\n");
        assert_eq!(plan.changes.as_deref(), Some(" a\n-c\n+b"));
    }

    #[test]
    fn refuses_what_cannot_be_answered() {
        let error = |text: &str, choices| Plan::new(text.to_owned(), choices).unwrap_err();
        assert_eq!(error(" ", choices(1)), PlanError::NoText);
        assert_eq!(error("p", Vec::new()), PlanError::NoChoice);
        assert_eq!(error("p", vec![choice("", 1)]), PlanError::NoLabel);
        assert_eq!(error("p", vec![choice("a", 0)]), PlanError::NoLabel);
        let same = vec![choice("a", 1), choice("a", 2)];
        assert_eq!(error("p", same), PlanError::SameId);
    }
}
