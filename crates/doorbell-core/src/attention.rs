//! How the person is told that something waits: one notification, one tray, and how calm both are.
//!
//! Everything here is computed from what waits, the settings and the time, and compared by the
//! daemon with what it showed last. Nothing here can answer a question but the one press that
//! [`NotePress::Choose`] names, and only where the person switched that on.

mod calm;
mod note;
mod ringing;
mod tray;

#[cfg(test)]
mod tests;

use std::time::Duration;

use crate::board::{QuestionId, Waiting, Welcome};
use crate::moment::Moment;
use crate::settings::{Arrival, Settings};
use crate::view::{CalmView, PauseFor, QuietView};

use calm::Calm;
pub use note::{NoteAction, NotePress, NoteView};
pub use ringing::AGAIN;
use ringing::{Due, Ringing};
pub use tray::{TrayItem, TrayPress, TrayState, TrayView};

/// What the desktop can do, as far as being noticed depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Means {
    /// Whether a window can come without taking the keyboard.
    pub polite_window: bool,
    /// Whether there are notifications, and they can be pressed.
    pub pressable_notes: bool,
    /// Whether there is a tray.
    pub tray: bool,
}

/// What the person is told, and what they have seen of it.
#[derive(Default)]
pub struct Attention {
    calm: Calm,
    ringing: Ringing,
    note: Option<NoteView>,
    /// What the note is about.
    about: Vec<QuestionId>,
    /// Whether nothing of that was in the note before.
    is_about_others: bool,
}

impl Attention {
    /// Whether and why questions are held back.
    pub fn calm(&self, now: &Moment) -> CalmView {
        self.calm.view(now)
    }

    /// Holds everything back for a while.
    pub fn pause(&mut self, length: PauseFor, now: &Moment) {
        self.calm.pause(length, now);
    }

    /// Ends the pause.
    pub fn resume(&mut self) {
        self.calm.resume();
    }

    /// Tells nothing but that an agent needs the person, or everything again.
    pub fn set_private(&mut self, private: bool) {
        self.calm.set_private(private);
    }

    /// The desktop wants nothing shown, or no longer.
    pub fn set_quiet(&mut self, quiet: Option<QuietView>) {
        self.calm.set_quiet(quiet);
    }

    /// How the board lets in a question that nobody asked for.
    pub fn welcome(&self, settings: &Settings, means: Means, now: &Moment) -> Welcome {
        if self.calm.is_paused(now) {
            return Welcome::Held;
        }
        if self.calm.is_private(now) {
            return Welcome::OnRequest;
        }
        match settings.arrival {
            Arrival::Focus => Welcome::Focus,
            Arrival::Window => Welcome::Window,
            Arrival::Automatic if means.polite_window => Welcome::Window,
            // Without a notification to press, nothing would ever bring the window up.
            Arrival::Automatic | Arrival::Notification if !means.pressable_notes => Welcome::Window,
            Arrival::Automatic | Arrival::Notification => Welcome::OnRequest,
        }
    }

    /// What the notification says now, if there is one, of what waits; `is_attended` is whether the
    /// person has a question before them. It has a new [`NoteView::ring`] whenever it says something
    /// else.
    pub fn note(
        &mut self,
        (waiting, is_attended): (&[Waiting], bool),
        settings: &Settings,
        means: Means,
        now: &Moment,
    ) -> Option<&NoteView> {
        let calm = self.calm.state(now);
        let due = self.ringing.look(waiting, is_attended, calm, now.steady);
        let wanted = note::write(waiting, &self.ringing, calm, settings, means, now);
        // A press on what was said of one question is none on another with the same words.
        let before = std::mem::replace(&mut self.about, self.ringing.noted().collect());
        let is_same = due == Due::Nothing && before == self.about;
        self.is_about_others = before.iter().all(|id| !self.about.contains(id));
        self.note = match (wanted, self.note.take()) {
            (None, _) => None,
            (Some(wanted), Some(shown)) if is_same && wanted.says_like(&shown) => Some(shown),
            (Some(wanted), _) => {
                let loud = due == Due::Ring;
                Some(wanted.rung(self.ringing.next_ring(), loud, loud && settings.sound))
            }
        };
        self.note.as_ref()
    }

    /// Whether the last note is about other questions than the one before it: it must not take its
    /// place under a hand that is about to press.
    pub fn is_about_others(&self) -> bool {
        self.is_about_others
    }

    /// What the tray shows now of what waits, and of how many were refused.
    pub fn tray(&self, waiting: &[Waiting], refused: usize, now: &Moment) -> TrayView {
        tray::write(waiting, refused, &self.calm, now)
    }

    /// When something changes by itself next.
    pub fn next_tick(&self, now: &Moment) -> Option<Duration> {
        let ring = self.ringing.next_tick(self.calm.is_paused(now));
        [ring, self.calm.next_tick(now)].into_iter().flatten().min()
    }

    /// Whether a press on a notification is about the one that is there.
    pub fn is_current(&self, ring: u64) -> bool {
        self.note.as_ref().is_some_and(|note| note.ring == ring)
    }

    /// The questions the notification is about, oldest first.
    pub fn noted(&self) -> Vec<QuestionId> {
        self.ringing.noted().collect()
    }

    /// The person closed the notification: it stays away until it rings again.
    pub fn note_closed(&mut self, ring: u64) {
        if self.is_current(ring) {
            self.ringing.see_all();
            self.note = None;
        }
    }
}
