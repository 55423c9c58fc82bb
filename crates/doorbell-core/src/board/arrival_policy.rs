//! Whether a question appears on the screen by itself.

use super::screen::Screen;
use super::{Board, Effect};
use crate::moment::Moment;

/// How a new question appears.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ArrivalPolicy {
    /// On the screen, without taking the focus.
    #[default]
    Window,
    /// On the screen, taking the focus.
    Focus,
    /// When the person asks for it. While they are answering, the next one follows.
    OnRequest,
    /// When the person asks for it, also after they answered another one.
    Paused,
}

impl Board {
    /// Shows a waiting question if the new policy allows it.
    pub fn set_arrival_policy(&mut self, policy: ArrivalPolicy, now: &Moment) {
        let was_allowed = self.allows_unrequested();
        self.arrival_policy = policy;
        if self.allows_unrequested() && !was_allowed && matches!(self.screen, Screen::Empty) {
            self.show_next_if_allowed(now);
        }
    }

    /// Ends the snoozes that are due and shows a question if the policy allows it.
    pub(super) fn end_due_snoozes(&mut self, now: &Moment) {
        for question in &mut self.questions {
            question.snoozed_until = question.snoozed_until.filter(|until| *until > now.steady);
        }
        self.show_next_if_allowed(now);
    }

    fn allows_unrequested(&self) -> bool {
        match self.arrival_policy {
            ArrivalPolicy::Window | ArrivalPolicy::Focus => true,
            ArrivalPolicy::OnRequest | ArrivalPolicy::Paused => false,
        }
    }

    /// Shows the next question if the policy allows it.
    pub(super) fn show_next_if_allowed(&mut self, now: &Moment) {
        if !self.allows_unrequested() {
            self.push_view();
            return;
        }
        self.show_next(None, now);
        if self.arrival_policy == ArrivalPolicy::Focus && self.screen.question().is_some() {
            self.effects.push(Effect::FocusOnArrival);
        }
    }
}
