//! What the person does: typing, pressing, closing.

use super::link::Rest;
use super::question::{Phase, QuestionId};
use super::stage::Scene;
use super::{Board, Effect, StaleEdit};
use crate::moment::Moment;
use crate::outcome::Outcome;
use crate::view::{CheckView, EditSaid, KindView, LaterFor, Press, PressReply, PressSaid};

impl Board {
    /// The person typed or chose something. What was typed just before its asker stopped waiting
    /// still counts: it is kept for them.
    ///
    /// # Errors
    /// [`StaleEdit`] if there is no such question or field any more.
    pub fn edit(&mut self, said: &EditSaid, now: &Moment) -> Result<CheckView, StaleEdit> {
        let question = QuestionId::parse(&said.id)
            .and_then(|id| self.question_mut(id))
            .ok_or(StaleEdit)?;
        if !question.edit(said.field, said.input.clone()) {
            return Err(StaleEdit);
        }
        let id = question.id;
        let Some((form, inputs)) = question.form() else {
            // Why something is denied is the person's own; there is nothing to check.
            return Ok(CheckView::nothing());
        };
        let check = form.check(inputs, &now.wall);
        self.effects.push(Effect::Drafted { question: id });
        Ok(check)
    }

    /// The person pressed something. A press that names another question or generation than the
    /// one on the screen, or that comes too soon, does nothing.
    pub fn press(&mut self, said: &PressSaid, now: &Moment) -> PressReply {
        let about = QuestionId::parse(&said.id);
        let Some(scene) = self
            .stage
            .scene()
            .filter(|_| self.stage.is(about, said.generation))
            .cloned()
        else {
            return PressReply::Stale;
        };
        // Keep waiting changes nothing, so it cannot come too soon.
        if said.press != Press::KeepWaiting && !self.is_active(said.by, now) {
            return PressReply::TooSoon;
        }
        match scene {
            Scene::Question(id) => self.press_question(id, said.press, now),
            Scene::Announcement { next, .. } => self.press_announcement(next, said.press, now),
            Scene::Waiting => match said.press {
                Press::Dismiss | Press::Close => {
                    self.clear_stage(now);
                    PressReply::Done
                }
                _ => PressReply::Stale,
            },
            Scene::Quitting { under } => self.press_quitting(under, said.press, now),
        }
    }

    /// The person closed the window by its frame. Never refused, but asked about once.
    pub fn close_window(&mut self, now: &Moment) {
        match self.stage.scene().cloned() {
            None => {}
            Some(Scene::Announcement { .. } | Scene::Waiting) => self.clear_stage(now),
            Some(Scene::Quitting { under }) => self.keep_running(under, now),
            Some(Scene::Question(id)) => {
                let stopping = self
                    .question_mut(id)
                    .is_some_and(|question| matches!(question.phase, Phase::Stopping));
                let opening = self
                    .question_mut(id)
                    .is_some_and(|question| question.is_opening());
                if opening {
                    // The browser's word decides; the window may go.
                    self.clear_stage(now);
                } else if stopping {
                    self.stop(id, now);
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
        let (form, inputs) = question.form()?;
        let draft = form.content_to_copy(inputs, &now.wall);
        serde_json::to_string_pretty(&draft).ok()
    }

    fn press_announcement(
        &mut self,
        next: Option<QuestionId>,
        press: Press,
        now: &Moment,
    ) -> PressReply {
        match (press, next) {
            (Press::Show, Some(next)) => self.show_question(next, now),
            (Press::Later { length }, Some(next)) => {
                self.put_aside(next, length, now);
                self.rest(now);
            }
            (Press::Dismiss | Press::Close, None) => self.rest(now),
            (Press::Dismiss | Press::Close, Some(_)) => self.clear_stage(now),
            _ => return PressReply::Stale,
        }
        PressReply::Done
    }

    fn press_question(&mut self, id: QuestionId, press: Press, now: &Moment) -> PressReply {
        let Some(question) = self.questions.iter().find(|question| question.id == id) else {
            return PressReply::Stale;
        };
        if question.is_open() && question.is_opening() {
            return PressReply::Stale;
        }
        match (&question.phase, press) {
            (Phase::Open, Press::Send { secrets_too }) => self.send(id, secrets_too, now),
            (Phase::Open, Press::Open) => self.press_open(id, now),
            (Phase::Open, Press::UseDraft) => self.use_draft(id, now),
            (Phase::Open, Press::StartFresh) => self.start_fresh(id, now),
            (Phase::Open, Press::OpenedIt) => self.press_opened_it(id, now),
            (Phase::Open, Press::Allow) => self.press_allow(id, false, now),
            (Phase::Open, Press::AlwaysAllow) => self.press_allow(id, true, now),
            (Phase::Open, Press::Deny) => self.press_deny(id, now),
            // Nobody asks, so there is nobody to be told no.
            (Phase::Open, Press::Decline) if question.preview => {
                self.stop(id, now);
                PressReply::Done
            }
            (Phase::Open, Press::Decline) if question.kind() != KindView::Permission => {
                self.decline(id, now);
                PressReply::Done
            }
            (Phase::Open, Press::Later { length }) => {
                let done = format!("Put aside {}.", question.headline());
                self.put_aside(id, length, now);
                self.show_next(Some(done), now);
                PressReply::Done
            }
            (Phase::Open, Press::Dismiss) => {
                self.dismiss(id, now);
                PressReply::Done
            }
            (Phase::Open | Phase::HandingBack, Press::AnswerInTerminal) => {
                self.press_answer_in_terminal(id, now)
            }
            (Phase::Open | Phase::Muting { .. }, Press::Mute { length }) => {
                self.press_mute(id, length, now)
            }
            (
                Phase::Stopping | Phase::HandingBack | Phase::Muting { .. },
                Press::KeepWaiting | Press::Dismiss,
            ) => {
                self.set_phase(id, Phase::Open, now);
                PressReply::Done
            }
            (Phase::Stopping, Press::Stop) => {
                self.stop(id, now);
                PressReply::Done
            }
            // It is this dead question that is closed; what waits behind it comes forward.
            (Phase::Over { .. }, Press::Close) => {
                let done = format!("Closed {}.", question.headline());
                self.questions.retain(|question| question.id != id);
                self.show_next(Some(done), now);
                PressReply::Done
            }
            (Phase::Over { .. }, Press::Dismiss) => {
                self.dismiss(id, now);
                PressReply::Done
            }
            (
                Phase::Open
                | Phase::Stopping
                | Phase::HandingBack
                | Phase::Muting { .. }
                | Phase::Opened(_)
                | Phase::Over { .. },
                _,
            ) => PressReply::Stale,
        }
    }

    fn send(&mut self, id: QuestionId, secrets_too: bool, now: &Moment) -> PressReply {
        let Some(question) = self.question_mut(id) else {
            return PressReply::Stale;
        };
        let Some((form, inputs)) = question.form() else {
            return PressReply::Stale;
        };
        let content = match form.content(inputs, &now.wall) {
            Ok(content) => content,
            Err(first) => {
                let check = form.check(inputs, &now.wall);
                return PressReply::Problems { check, first };
            }
        };
        if question.preview {
            return PressReply::Previewed;
        }
        if let (false, Some(field)) = (secrets_too, form.first_secret_field(inputs)) {
            return PressReply::SecretHeld { field };
        }
        let done = format!("Sent to {}.", question.headline());
        self.end_by_person(id, Outcome::Accepted, Some(content), now);
        self.show_next(Some(done), now);
        PressReply::Done
    }

    /// Declines; a declined link ends the rest of its request, and the person is told so.
    fn decline(&mut self, id: QuestionId, now: &Moment) {
        let Some(question) = self.question_mut(id) else {
            return;
        };
        let headline = question.headline();
        let group = question.group();
        self.end_by_person(id, Outcome::Declined, None, now);
        let end = group.map(|group| self.end_group(&group, Rest::NotRepeated, now));
        match end {
            Some(end) if end.unopened + end.opened > 0 => {
                let others = match end.unopened {
                    0 => "The".to_owned(),
                    1 => "The other link of this request is withdrawn; the".to_owned(),
                    rest => format!("The other {rest} links of this request are withdrawn; the"),
                };
                let done = format!("Declined {headline}. {others} call will not be repeated.");
                self.announce(done, now);
            }
            Some(_) | None => self.show_next(Some(format!("Declined {headline}.")), now),
        }
    }

    /// Ends the question as closed, with the rest of its request, and hides the window.
    fn stop(&mut self, id: QuestionId, now: &Moment) {
        let Some(question) = self.question_mut(id) else {
            return;
        };
        let group = question.group();
        self.end_by_person(id, Outcome::Dismissed, None, now);
        if let Some(group) = group {
            self.end_group(&group, Rest::NotRepeated, now);
        }
        self.clear_stage(now);
    }

    /// Esc, or the window closed by its frame: ends an untouched question, asks about a touched
    /// one, puts away one that is over.
    fn dismiss(&mut self, id: QuestionId, now: &Moment) {
        let Some(question) = self.question_mut(id) else {
            return;
        };
        match question.phase {
            Phase::Opened(_) | Phase::Over { .. } => {
                self.questions.retain(|question| question.id != id);
                self.clear_stage(now);
            }
            Phase::Open | Phase::HandingBack | Phase::Muting { .. }
                if question.touched && !question.preview =>
            {
                self.set_phase(id, Phase::Stopping, now);
            }
            Phase::Open | Phase::HandingBack | Phase::Muting { .. } | Phase::Stopping => {
                self.stop(id, now);
            }
        }
    }

    /// Puts a question aside for a while, but not past the time when its asker gives up: it
    /// comes back before that.
    pub(super) fn put_aside(&mut self, id: QuestionId, length: LaterFor, now: &Moment) {
        let later = self.rules.later.of(length);
        let before_the_end = self.rules.before_deadline;
        if let Some(question) = self.question_mut(id) {
            question.disarm();
            let last = question
                .deadline
                .map(|deadline| deadline.saturating_sub(before_the_end).max(now.steady));
            let until = now.steady + later;
            question.aside_until = Some(last.map_or(until, |last| until.min(last)));
        }
    }
}
