//! Events of the question window.

use doorbell_core::board::QuestionId;
use doorbell_core::moment::Moment;
use doorbell_core::outcome::Outcome;

use super::EventLoop;
use crate::desktop::Desktop;
use crate::event::WindowEvent;

impl<D: Desktop> EventLoop<D> {
    pub(super) fn on_window_event(&mut self, event: WindowEvent, now: &Moment) {
        match event {
            WindowEvent::Ready => {
                self.board.page_reloaded(now);
                self.desktop_state.view_is_stale = true;
            }
            WindowEvent::Painted { id, generation } => {
                self.board.painted(QuestionId::parse(&id), generation, now);
            }
            WindowEvent::Stuck { id } => {
                tracing::warn!(id, "the page does not answer and is replaced");
                self.board.page_stuck(QuestionId::parse(&id), now);
            }
            WindowEvent::ReadToEnd { id, generation } => {
                self.board.read_to_end(&id, generation);
            }
            WindowEvent::Focus { has_focus } => self.board.focus_changed(has_focus, now),
            WindowEvent::KeysDropped { length } => self.board.keys_dropped(length, now),
            WindowEvent::Moved => self.board.window_moved(now),
            WindowEvent::AssistiveInputRefused => self.board.offer_assistive_input(now),
            WindowEvent::Closed => self.board.close_window(now),
            WindowEvent::Failed { reason } => {
                self.board.end_all(Outcome::NotShown, &reason, now);
            }
        }
    }
}
