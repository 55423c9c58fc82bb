//! How questions end. Each end is reported to the asker exactly once.

use serde_json::{Map, Value};

use super::question::{Phase, QuestionId};
use super::{Board, Effect, LinkEnd};
use crate::flood::FloodSource;
use crate::moment::Moment;
use crate::outcome::{Ending, Outcome};
use crate::view::QuestionKindView;

impl Board {
    /// Ends every open question and every unfinished link.
    pub fn end_all(&mut self, outcome: Outcome, reason: &str, now: &Moment) {
        let open: Vec<_> = self
            .questions
            .iter()
            .filter(|question| question.is_open())
            .map(|question| question.id)
            .collect();
        for id in open {
            self.end(id, outcome, Some(reason.to_owned()), None, now);
        }
        self.questions.retain(|question| !question.is_over());
        let opened: Vec<_> = self.questions.iter().map(|question| question.id).collect();
        for id in opened {
            self.end_link(id, LinkEnd::AskerLeft, now);
        }
        self.clear_screen(now);
    }

    pub(super) fn end_by_person(
        &mut self,
        id: QuestionId,
        outcome: Outcome,
        content: Option<Map<String, Value>>,
        now: &Moment,
    ) {
        self.end(id, outcome, None, content, now);
        self.questions.retain(|question| question.id != id);
    }

    /// Ends a question without the person. If it was touched, it stays on the screen until closed.
    pub(super) fn end_by_asker(
        &mut self,
        id: QuestionId,
        outcome: Outcome,
        reason: String,
        now: &Moment,
    ) {
        self.end(id, outcome, Some(reason.clone()), None, now);
        let is_on_screen = self.screen.returns_to(id);
        let is_touched = self
            .question_mut(id)
            .is_some_and(|question| question.touched);
        if is_on_screen && is_touched {
            let at = now.timestamp();
            self.set_phase(id, Phase::Over { at, reason }, now);
            return;
        }
        self.questions.retain(|question| question.id != id);
        if self.screen.subject() == Some(id) {
            self.show_next(Some(reason), now);
        } else {
            self.push_view();
        }
    }

    /// Ends a question that is not on the screen.
    pub(super) fn end_quietly(
        &mut self,
        id: QuestionId,
        outcome: Outcome,
        reason: &str,
        now: &Moment,
    ) {
        self.end(id, outcome, Some(reason.to_owned()), None, now);
        self.questions.retain(|question| question.id != id);
    }

    pub(super) fn end(
        &mut self,
        id: QuestionId,
        outcome: Outcome,
        reason: Option<String>,
        content: Option<Map<String, Value>>,
        now: &Moment,
    ) {
        let Some(question) = self.question_mut(id).filter(|question| question.is_open()) else {
            return;
        };
        let by_person = matches!(
            outcome,
            Outcome::Accepted | Outcome::Declined | Outcome::Dismissed | Outcome::HandedBack
        ) && reason.is_none();
        let is_posted = question.is_posted;
        let source = FloodSource::of(&question.asker, &question.claims);
        // Denying a permission or a plan must not slow the agent down like declined questions do.
        let flood_outcome = match (question.kind(), outcome) {
            (QuestionKindView::Permission | QuestionKindView::Plan, Outcome::Declined) => {
                Outcome::Accepted
            }
            _ => outcome,
        };
        let ending = Ending {
            outcome,
            shown_at: question.shown_at,
            answered_at: by_person.then(|| now.timestamp()),
            reason: reason.clone(),
            holds_secret: content.is_some() && question.holds_secret(),
            content,
        };
        let ended = Effect::Ended {
            question: id,
            asker: question.asker.id,
            entry: Box::new(question.history_entry(&ending, now)),
            draft: question
                .has_input()
                .then(|| question.draft(now).map(Box::new))
                .flatten(),
            ending: Box::new(ending),
        };
        question.phase = Phase::Over {
            at: now.timestamp(),
            reason: reason.unwrap_or_default(),
        };
        if !is_posted {
            self.flood.ended(&source, flood_outcome, now.steady);
        }
        self.effects.push(ended);
    }
}
