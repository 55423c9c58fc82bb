//! Quit: asked about while questions are open, because it ends them.

use super::question::Question;
use super::stage::{Scene, Stage};
use super::{Board, Effect};
use crate::moment::Moment;
use crate::outcome::Outcome;
use crate::view::{Press, PressReply};

impl Board {
    /// The person wants to end Doorbell. With nothing to lose it ends; else the window asks.
    pub fn quit(&mut self, now: &Moment) {
        let typed = self.questions.iter().any(|question| question.has_answers());
        if self.waiting().next().is_none() && !typed {
            self.effects.push(Effect::Quit);
            return;
        }
        if !matches!(self.stage.scene(), Some(Scene::Quitting { .. })) {
            let under = self.stage.scene().cloned().map(Box::new);
            self.set_stage(Scene::Quitting { under }, now);
        }
        self.effects.push(Effect::Focus);
    }

    pub(super) fn press_quitting(
        &mut self,
        under: Option<Box<Scene>>,
        press: Press,
        now: &Moment,
    ) -> PressReply {
        match press {
            Press::Quit => {
                self.end_all(Outcome::Dismissed, "Doorbell was quit.", now);
                self.effects.push(Effect::Quit);
            }
            Press::KeepWaiting | Press::Dismiss => self.keep_running(under, now),
            _ => return PressReply::Stale,
        }
        PressReply::Done
    }

    /// Shows again what was there before, if it still is.
    pub(super) fn keep_running(&mut self, under: Option<Box<Scene>>, now: &Moment) {
        let is_it = |question: &Question, id| question.id == id && !question.is_opened();
        let there = |id| self.questions.iter().any(|question| is_it(question, id));
        match under.map(|scene| *scene) {
            Some(Scene::Question(id)) if there(id) => self.set_stage(Scene::Question(id), now),
            Some(Scene::Announcement { done, next }) if next.is_none_or(there) => {
                self.set_stage(Scene::Announcement { done, next }, now);
            }
            Some(Scene::Waiting) => self.rest(now),
            Some(Scene::Question(_) | Scene::Announcement { .. }) => self.show_next(None, now),
            // Nothing was on the screen: it goes as it came.
            None | Some(Scene::Quitting { .. }) => {
                self.stage = Stage::Empty;
                self.push_view();
            }
        }
    }
}
