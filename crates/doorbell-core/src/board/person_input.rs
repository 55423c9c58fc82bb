//! What the person does in the window: typing, pressing, closing.

use super::link::GroupFate;
use super::permission::MESSAGE;
use super::question::{BodyState, Phase, QuestionId};
use super::screen::ScreenContent;
use super::{Board, Effect, StaleEdit};
use crate::form::YesNoAnswer;
use crate::moment::Moment;
use crate::outcome::Outcome;
use crate::view::{
    CheckView, EditRequest, Press, PressReply, PressRequest, QuestionKindView, SnoozeFor,
};

impl Board {
    /// Accepts input for ended questions too: they stay on the screen for the person's text.
    pub fn edit(&mut self, request: &EditRequest, now: &Moment) -> Result<CheckView, StaleEdit> {
        let question = QuestionId::parse(&request.id)
            .and_then(|id| self.question_mut(id))
            .ok_or(StaleEdit)?;
        if !question.edit(request.field, request.input.clone()) {
            return Err(StaleEdit);
        }
        let id = question.id;
        match &question.body {
            BodyState::Form { form, inputs } => {
                let check = form.check(inputs, &now.wall);
                self.effects.push(Effect::DraftChanged { question: id });
                Ok(check)
            }
            BodyState::Agent(body) => Ok(body.check()),
            BodyState::Permission(_) => {
                if request.field != MESSAGE {
                    self.changed_permission(id, now);
                }
                Ok(CheckView::empty())
            }
            BodyState::Link(_) => Ok(CheckView::empty()),
        }
    }

    /// Ignores a press on anything other than the current screen, and one that comes too soon.
    pub fn press(&mut self, request: &PressRequest, now: &Moment) -> PressReply {
        let subject = QuestionId::parse(&request.id);
        let Some(content) = self
            .screen
            .content()
            .filter(|_| self.screen.matches(subject, request.generation))
            .cloned()
        else {
            return PressReply::Stale;
        };
        // KeepWaiting changes nothing, so the guard does not apply.
        if request.press != Press::KeepWaiting && !self.accepts_press(request.by, now) {
            return PressReply::TooSoon;
        }
        match content {
            ScreenContent::Question(id) => self.press_question(id, request.press, now),
            ScreenContent::Announcement { next, .. } => {
                self.press_announcement(next, request.press, now)
            }
            ScreenContent::OpenedLinks => match request.press {
                Press::Dismiss | Press::Close => {
                    self.clear_screen(now);
                    PressReply::Done
                }
                _ => PressReply::Stale,
            },
            ScreenContent::Quitting { covered } => self.press_quitting(covered, request.press, now),
        }
    }

    /// Closing by the window frame is never refused, but input is confirmed once.
    pub fn close_window(&mut self, now: &Moment) {
        match self.screen.content().cloned() {
            None => {}
            Some(ScreenContent::Announcement { .. } | ScreenContent::OpenedLinks) => {
                self.clear_screen(now)
            }
            Some(ScreenContent::Quitting { covered }) => self.keep_running(covered, now),
            Some(ScreenContent::Question(id)) => {
                let stopping = self
                    .question_mut(id)
                    .is_some_and(|question| matches!(question.phase, Phase::Stopping));
                let opening = self
                    .question_mut(id)
                    .is_some_and(|question| question.is_opening());
                if opening {
                    // Whether the browser starts decides the outcome.
                    self.clear_screen(now);
                } else if stopping {
                    self.stop(id, now);
                } else {
                    self.dismiss(id, now);
                }
            }
        }
    }

    /// The answers as JSON, for the clipboard.
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
                self.snooze(next, length, now);
                self.show_links_or_clear(now);
            }
            (Press::Dismiss | Press::Close, None) => self.show_links_or_clear(now),
            (Press::Dismiss | Press::Close, Some(_)) => self.clear_screen(now),
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
            (Phase::Open, Press::Answer { yes }) => self.answer(id, yes, now),
            (Phase::Open, Press::Open) => self.press_open(id, now),
            (Phase::Open, Press::UseDraft) => self.use_draft(id, now),
            (Phase::Open, Press::StartFresh) => self.start_fresh(id, now),
            (Phase::Open, Press::OpenedIt) => self.press_opened_it(id, now),
            (Phase::Open, Press::Allow) => self.press_allow(id, None, now),
            (Phase::Open, Press::AllowMore { choice }) => self.press_allow(id, Some(choice), now),
            (Phase::Open, Press::Deny) => self.press_deny(id, now),
            (Phase::Open, Press::Edit) => self.press_edit(id),
            (Phase::Open, Press::Choose { choice }) => self.press_choose(id, choice, now),
            (Phase::Open, Press::Close) if question.is_quiet() => self.close_notice(id, now),
            (Phase::Open, Press::GoToTerminal) => self.press_go_to_terminal(id, now),
            // A preview has no asker to decline to.
            (Phase::Open, Press::Decline) if question.preview => {
                self.stop(id, now);
                PressReply::Done
            }
            (Phase::Open, Press::Decline) => match question.kind() {
                QuestionKindView::Permission | QuestionKindView::Notice => PressReply::Stale,
                QuestionKindView::Plan => self.decline_plan(id, now),
                QuestionKindView::Form | QuestionKindView::Link | QuestionKindView::Questions => {
                    self.decline(id, now);
                    PressReply::Done
                }
            },
            (Phase::Open, Press::Later { length }) => {
                let done = format!("Snoozed {}.", question.headline());
                self.snooze(id, length, now);
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
            // Close removes only this ended question; the next one follows.
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

    /// Yes or No of a form that is nothing but this question.
    fn answer(&mut self, id: QuestionId, yes: bool, now: &Moment) -> PressReply {
        let Some(question) = self.question_mut(id) else {
            return PressReply::Stale;
        };
        let answer = question
            .form()
            .and_then(|(form, _)| form.yes_no_answer(yes));
        match answer {
            None => PressReply::Stale,
            Some(YesNoAnswer::Decline) if question.preview => PressReply::Previewed,
            Some(YesNoAnswer::Decline) => {
                self.decline(id, now);
                PressReply::Done
            }
            Some(YesNoAnswer::Accept(inputs)) => {
                for (field, input) in inputs.into_iter().enumerate() {
                    question.edit(field, input);
                }
                self.send(id, false, now)
            }
        }
    }

    fn send(&mut self, id: QuestionId, secrets_too: bool, now: &Moment) -> PressReply {
        let Some(question) = self.question_mut(id) else {
            return PressReply::Stale;
        };
        let Some((form, inputs)) = question.form() else {
            return self.send_answers(id, secrets_too, now);
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

    /// A declined link ends the other links of its request; the person must read that.
    fn decline(&mut self, id: QuestionId, now: &Moment) {
        let Some(question) = self.question_mut(id) else {
            return;
        };
        let headline = question.headline();
        let group = question.group();
        self.end_by_person(id, Outcome::Declined, None, now);
        let end = group.map(|group| self.end_group(&group, GroupFate::NotRepeated, now));
        match end {
            Some(end) if end.unopened + end.opened > 0 => {
                let others = match end.unopened {
                    0 => "The".to_owned(),
                    1 => "The other link was cancelled too, and the".to_owned(),
                    rest => format!("The other {rest} links were cancelled too, and the"),
                };
                let done = format!("Declined {headline}. {others} tool call won’t be retried.");
                self.announce(done, now);
            }
            Some(_) | None => self.show_next(Some(format!("Declined {headline}.")), now),
        }
    }

    /// Ends the question as dismissed, with the rest of its request, and hides the window.
    fn stop(&mut self, id: QuestionId, now: &Moment) {
        let Some(question) = self.question_mut(id) else {
            return;
        };
        let group = question.group();
        self.end_by_person(id, Outcome::Dismissed, None, now);
        if let Some(group) = group {
            self.end_group(&group, GroupFate::NotRepeated, now);
        }
        self.clear_screen(now);
    }

    /// Esc or a closed window: ends an untouched question, asks about a touched one, removes an
    /// ended one.
    fn dismiss(&mut self, id: QuestionId, now: &Moment) {
        let Some(question) = self.question_mut(id) else {
            return;
        };
        match question.phase {
            Phase::Opened(_) | Phase::Over { .. } => {
                self.questions.retain(|question| question.id != id);
                self.clear_screen(now);
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

    /// Snoozes a question, but not past the time shortly before its deadline.
    pub(super) fn snooze(&mut self, id: QuestionId, length: SnoozeFor, now: &Moment) {
        let duration = self.rules.snooze.of(length);
        let before_deadline = self.rules.before_deadline;
        if let Some(question) = self.question_mut(id) {
            question.disarm();
            let latest = question
                .deadline
                .map(|deadline| deadline.saturating_sub(before_deadline).max(now.steady));
            let until = now.steady + duration;
            question.snoozed_until = Some(latest.map_or(until, |latest| until.min(latest)));
        }
    }
}
