//! The guard on presses: how long it lasts, and how the window learns of its end.

use std::time::Duration;

use super::Board;
use crate::moment::Moment;
use crate::view::By;

impl Board {
    /// The window drops keys for this long from now. Zero ends it early.
    pub fn keys_dropped(&mut self, length: Duration, now: &Moment) {
        self.keys_dropped_until = (!length.is_zero()).then(|| now.steady + length);
        self.update_guard(now);
    }

    pub(super) fn is_active(&self, by: By, now: &Moment) -> bool {
        let old_enough = |since: Duration| since + self.rules.activation <= now.steady;
        let shown = self.stage.settled_since().is_some_and(old_enough);
        match by {
            By::Pointer => shown,
            By::Key => shown && self.focused.is_none_or(old_enough),
        }
    }

    /// Tells the window whether presses are accepted, if that has changed.
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

    /// When every press in the window is accepted, by key too and on every card. `None` while
    /// nothing is on the screen.
    fn guard_end(&self) -> Option<Duration> {
        // The cards of floods join only with what is painted after them.
        let cards = self.questions.iter().filter_map(|it| it.unfinished_since());
        let latest = cards.chain(self.focused).max();
        let since = self.stage.settled_since()?;
        let end = latest.map_or(since, |latest| latest.max(since)) + self.rules.activation;
        Some(self.keys_dropped_until.map_or(end, |until| until.max(end)))
    }
}
