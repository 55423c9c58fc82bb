//! What the person does: typing, pressing, closing.

use std::time::Duration;

use super::question::{Phase, QuestionId};
use super::stage::Scene;
use super::{Board, StaleEdit};
use crate::moment::Moment;
use crate::outcome::Outcome;
use crate::view::{By, CheckView, EditSaid, Press, PressReply, PressSaid};

impl Board {
    /// The person typed or chose something.
    ///
    /// # Errors
    /// [`StaleEdit`] if the question or the field cannot be typed in any more.
    pub fn edit(&mut self, said: &EditSaid, now: &Moment) -> Result<CheckView, StaleEdit> {
        let question = QuestionId::parse(&said.id)
            .and_then(|id| self.question_mut(id))
            .filter(|question| question.is_open())
            .filter(|question| question.form.accepts(said.field, &said.input))
            .ok_or(StaleEdit)?;
        question.edit(said.field, said.input.clone());
        Ok(question.form.check(&question.inputs, &now.wall))
    }

    /// The person pressed something. A press that names another question or generation than the
    /// one on the screen, or that comes too soon, does nothing.
    pub fn press(&mut self, said: &PressSaid, now: &Moment) -> PressReply {
        let seen = QuestionId::parse(&said.id).map(|id| (id, said.generation));
        let (Some(scene), true) = (
            self.stage.scene(),
            seen.is_some() && self.stage.shows() == seen,
        ) else {
            return PressReply::Stale;
        };
        // Keep waiting changes nothing, so it cannot come too soon.
        if said.press != Press::KeepWaiting && !self.is_active(said.by, now) {
            return PressReply::TooSoon;
        }
        match scene {
            Scene::Announcement(next) => self.press_announcement(next, said.press, now),
            Scene::Question(id) => self.press_question(id, said.press, now),
        }
    }

    /// The person closed the window by its frame. Never refused, but asked about once.
    pub fn close_window(&mut self, now: &Moment) {
        match self.stage.scene() {
            None => {}
            Some(Scene::Announcement(_)) => self.clear_stage(now),
            Some(Scene::Question(id)) => {
                let stopping = self
                    .question_mut(id)
                    .is_some_and(|question| matches!(question.phase, Phase::Stopping));
                if stopping {
                    self.end_by_person(id, Outcome::Dismissed, None, now);
                    self.clear_stage(now);
                } else {
                    self.dismiss(id, now);
                }
            }
        }
    }

    /// What could be made of the person's answers, for the clipboard.
    pub fn answer_text(&self, id: &str, now: &Moment) -> Option<String> {
        let id = QuestionId::parse(id)?;
        let question = self.questions.iter().find(|question| question.id == id)?;
        let draft = question.form.draft(&question.inputs, &now.wall);
        serde_json::to_string_pretty(&draft).ok()
    }

    fn press_announcement(&mut self, next: QuestionId, press: Press, now: &Moment) -> PressReply {
        match press {
            Press::Show => self.show_question(next, now),
            Press::Later => {
                self.put_aside(next, now);
                self.clear_stage(now);
            }
            Press::Dismiss | Press::Close => self.clear_stage(now),
            Press::Send { .. } | Press::Decline | Press::KeepWaiting | Press::Stop => {
                return PressReply::Stale;
            }
        }
        PressReply::Done
    }

    fn press_question(&mut self, id: QuestionId, press: Press, now: &Moment) -> PressReply {
        let Some(question) = self.questions.iter().find(|question| question.id == id) else {
            return PressReply::Stale;
        };
        match (&question.phase, press) {
            (Phase::Open, Press::Send { secrets_too }) => self.send(id, secrets_too, now),
            (Phase::Open, Press::Decline) => {
                let done = format!("Declined {}.", question.headline());
                self.end_by_person(id, Outcome::Declined, None, now);
                self.show_next(Some(done), now);
                PressReply::Done
            }
            (Phase::Open, Press::Later) => {
                let done = format!("Put aside {}.", question.headline());
                self.put_aside(id, now);
                self.show_next(Some(done), now);
                PressReply::Done
            }
            (Phase::Open, Press::Dismiss) => {
                self.dismiss(id, now);
                PressReply::Done
            }
            (Phase::Stopping, Press::KeepWaiting | Press::Dismiss) => {
                self.set_phase(id, Phase::Open, now);
                PressReply::Done
            }
            (Phase::Stopping, Press::Stop) => {
                self.end_by_person(id, Outcome::Dismissed, None, now);
                self.clear_stage(now);
                PressReply::Done
            }
            (Phase::Over { .. }, Press::Close | Press::Dismiss) => {
                self.dismiss(id, now);
                PressReply::Done
            }
            (Phase::Open | Phase::Stopping | Phase::Over { .. }, _) => PressReply::Stale,
        }
    }

    fn send(&mut self, id: QuestionId, secrets_too: bool, now: &Moment) -> PressReply {
        let Some(question) = self.question_mut(id) else {
            return PressReply::Stale;
        };
        let content = match question.form.content(&question.inputs, &now.wall) {
            Ok(content) => content,
            Err(first) => {
                let check = question.form.check(&question.inputs, &now.wall);
                return PressReply::Problems { check, first };
            }
        };
        if let (false, Some(field)) = (secrets_too, question.form.secret_held(&question.inputs)) {
            return PressReply::SecretHeld { field };
        }
        let done = format!("Sent to {}.", question.headline());
        self.end_by_person(id, Outcome::Accepted, Some(content), now);
        self.show_next(Some(done), now);
        PressReply::Done
    }

    /// Esc, or the window closed by its frame: ends an untouched question, asks about a touched
    /// one, puts away one that is over.
    fn dismiss(&mut self, id: QuestionId, now: &Moment) {
        let Some(question) = self.question_mut(id) else {
            return;
        };
        match question.phase {
            Phase::Over { .. } => {
                self.questions.retain(|question| question.id != id);
                self.clear_stage(now);
            }
            Phase::Open if question.touched => self.set_phase(id, Phase::Stopping, now),
            Phase::Open | Phase::Stopping => {
                self.end_by_person(id, Outcome::Dismissed, None, now);
                self.clear_stage(now);
            }
        }
    }

    fn put_aside(&mut self, id: QuestionId, now: &Moment) {
        let until = now.steady + self.rules.later;
        if let Some(question) = self.question_mut(id) {
            question.aside_until = Some(until);
        }
    }

    fn is_active(&self, by: By, now: &Moment) -> bool {
        let old_enough = |since: Duration| since + self.rules.activation <= now.steady;
        let shown = self.stage.settled_since().is_some_and(old_enough);
        match by {
            By::Pointer => shown,
            By::Key => shown && self.focused.is_none_or(old_enough),
        }
    }
}
