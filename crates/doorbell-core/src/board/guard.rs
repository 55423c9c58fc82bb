//! The guard: presses are ignored until the content was visible and unchanged for a while.

use std::time::Duration;

use super::Board;
use crate::moment::Moment;
use crate::view::InputDevice;

impl Board {
    /// The window drops keys for this long from now. Zero ends it early.
    pub fn keys_dropped(&mut self, length: Duration, now: &Moment) {
        self.keys_dropped_until = (!length.is_zero()).then(|| now.steady + length);
        self.update_guard(now);
    }

    pub(super) fn accepts_press(&self, by: InputDevice, now: &Moment) -> bool {
        let is_old_enough = |since: Duration| since + self.rules.press_delay <= now.steady;
        let shown = self.screen.stable_since().is_some_and(is_old_enough);
        match by {
            InputDevice::Pointer => shown,
            InputDevice::Key | InputDevice::Shortcut | InputDevice::Program => {
                shown && self.focused_since.is_none_or(is_old_enough)
            }
        }
    }

    /// Sends the guard state to the window if it has changed.
    pub(super) fn update_guard(&mut self, now: &Moment) {
        let accepts = self.guard_end().is_some_and(|end| end <= now.steady);
        if self.accepts_presses != accepts {
            self.accepts_presses = accepts;
            self.push_view();
        }
    }

    pub(super) fn next_guard_tick(&self) -> Option<Duration> {
        self.guard_end().filter(|_| !self.accepts_presses)
    }

    /// The time from which all presses are accepted: by pointer and key, on the question and on
    /// every card. `None` while nothing is on the screen.
    fn guard_end(&self) -> Option<Duration> {
        // Flood cards appear only together with newly painted content.
        let cards = self.questions.iter().filter_map(|it| it.unfinished_since());
        let latest = cards.chain(self.focused_since).max();
        let since = self.screen.stable_since()?;
        let end = latest.map_or(since, |latest| latest.max(since)) + self.rules.press_delay;
        Some(self.keys_dropped_until.map_or(end, |until| until.max(end)))
    }
}
