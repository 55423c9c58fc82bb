//! Quit: asks for confirmation while questions are open, because it ends them.

use super::question::Question;
use super::screen::{Screen, ScreenContent};
use super::{Board, Effect};
use crate::moment::Moment;
use crate::outcome::Outcome;
use crate::view::{Press, PressReply};

impl Board {
    pub fn quit(&mut self, now: &Moment) {
        let typed = self.questions.iter().any(|question| question.has_input());
        if self.iter_waiting().next().is_none() && !typed {
            self.end_all(Outcome::Dismissed, "Doorbell was quit.", now);
            self.effects.push(Effect::Quit);
            return;
        }
        if !matches!(self.screen.content(), Some(ScreenContent::Quitting { .. })) {
            let covered = self.screen.content().cloned().map(Box::new);
            self.show_content(ScreenContent::Quitting { covered }, now);
        }
        self.effects.push(Effect::FocusOnRequest);
    }

    pub(super) fn press_quitting(
        &mut self,
        covered: Option<Box<ScreenContent>>,
        press: Press,
        now: &Moment,
    ) -> PressReply {
        match press {
            Press::Quit => {
                self.end_all(Outcome::Dismissed, "Doorbell was quit.", now);
                self.effects.push(Effect::Quit);
            }
            Press::KeepWaiting | Press::Dismiss => self.keep_running(covered, now),
            _ => return PressReply::Stale,
        }
        PressReply::Done
    }

    pub(super) fn keep_running(&mut self, covered: Option<Box<ScreenContent>>, now: &Moment) {
        let is_match = |question: &Question, id| question.id == id && !question.is_opened();
        let exists = |id| self.questions.iter().any(|question| is_match(question, id));
        match covered.map(|content| *content) {
            Some(ScreenContent::Question(id)) if exists(id) => {
                self.show_content(ScreenContent::Question(id), now)
            }
            Some(ScreenContent::Announcement { done, next }) if next.is_none_or(exists) => {
                self.show_content(ScreenContent::Announcement { done, next }, now);
            }
            Some(ScreenContent::OpenedLinks) => self.show_links_or_clear(now),
            Some(ScreenContent::Question(_) | ScreenContent::Announcement { .. }) => {
                self.show_next(None, now)
            }
            None | Some(ScreenContent::Quitting { .. }) => {
                self.screen = Screen::Empty;
                self.push_view();
            }
        }
    }
}
