//! A plan to approve: a document, and what the person can do with it.

use crate::markdown::document;
use crate::question_set::typed;
use crate::text::{one_line, visible};
use crate::view::{AgentPlanView, PlanChoiceView};

/// A person sees the whole plan, so longer ones are refused.
pub const MAX_PLAN_BYTES: usize = 64 * 1024;
pub const MAX_CHOICES: usize = 6;
/// Of a choice's id, of its label and of its effect, each.
pub const MAX_CHOICE_BYTES: usize = 512;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    text: String,
    choices: Vec<PlanChoice>,
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
        Ok(Self { text, choices })
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn choice(&self, index: usize) -> Option<&PlanChoice> {
        self.choices.get(index)
    }

    pub fn view(&self, feedback: &str) -> AgentPlanView {
        AgentPlanView {
            plan: document(&self.text),
            choices: self
                .choices
                .iter()
                .map(|choice| PlanChoiceView {
                    label: one_line(&choice.label),
                    effect: visible(&choice.effect),
                })
                .collect(),
            feedback: typed(feedback),
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
