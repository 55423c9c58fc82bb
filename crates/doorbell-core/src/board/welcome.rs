//! Whether a question may come on the screen without being asked for.

use super::stage::Stage;
use super::{Board, Effect};
use crate::moment::Moment;

/// How a question that nobody asked for yet is let in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Welcome {
    /// It comes on the screen and leaves the keyboard where it is.
    #[default]
    Window,
    /// It comes on the screen and takes the keyboard.
    Focus,
    /// It waits until someone asks for it; while the person is answering, the next one follows.
    OnRequest,
    /// It waits until someone asks for it, also when the one before it was answered.
    Held,
}

impl Board {
    /// From now on questions are let in so. What waited for this comes on.
    pub fn set_welcome(&mut self, welcome: Welcome, now: &Moment) {
        let was_let_in = self.lets_in();
        self.welcome = welcome;
        if self.lets_in() && !was_let_in && matches!(self.stage, Stage::Empty) {
            self.let_in(now);
        }
    }

    /// What was put aside is due. Held back, it waits on, and is no longer aside.
    pub(super) fn bring_back(&mut self, now: &Moment) {
        for question in &mut self.questions {
            question.aside_until = question.aside_until.filter(|until| *until > now.steady);
        }
        self.let_in(now);
    }

    fn lets_in(&self) -> bool {
        match self.welcome {
            Welcome::Window | Welcome::Focus => true,
            Welcome::OnRequest | Welcome::Held => false,
        }
    }

    /// Something waits and nobody asked for it: it comes on if it may.
    pub(super) fn let_in(&mut self, now: &Moment) {
        if !self.lets_in() {
            self.push_view();
            return;
        }
        self.show_next(None, now);
        if self.welcome == Welcome::Focus && self.stage.question().is_some() {
            self.effects.push(Effect::TakeFocus);
        }
    }
}
