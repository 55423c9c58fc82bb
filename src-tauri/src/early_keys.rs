//! Drops keys that were meant for another window.
//!
//! The question window does not take the keyboard focus unless the settings say so, but a window
//! manager may give it, for example when the focused window closes. A person who is typing would
//! then type into the question. Keys are dropped for a second after such a focus, but not after a
//! click or a later focus. The daemon is notified, and the page shows for how long keys are dropped.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use doorbell_daemon::Handle;
use gtk::glib::Propagation;
use gtk::prelude::*;

use crate::window;

/// A focus within this time after the window appeared is accidental unless a person asked for it.
const ARRIVAL_PERIOD: Duration = Duration::from_secs(1);
/// A focus within this time after a request or click is intended.
const INTENT_PERIOD: Duration = Duration::from_secs(1);
/// How long keys are dropped after an accidental focus.
const DROP_TIME: Duration = Duration::from_secs(1);

thread_local! {
    /// GTK runs on one thread, and there is one question window.
    static KEYS: RefCell<EarlyKeys> = RefCell::default();
}

/// Drops early keys before the page gets them. Call once, when the window is created.
pub fn watch(window: &gtk::ApplicationWindow, daemon: &Handle) {
    let handle = daemon.clone();
    window.connect_map(move |_| update(&handle, EarlyKeys::on_shown));
    let handle = daemon.clone();
    window.connect_focus_in_event(move |_, _| {
        update(&handle, EarlyKeys::on_focused);
        Propagation::Proceed
    });
    window.connect_key_press_event(|_, _| {
        let is_dropped = KEYS.with_borrow(|keys| keys.drops(Instant::now()));
        Propagation::from(is_dropped)
    });
    let handle = daemon.clone();
    window::watch_pointer_buttons(window, move || update(&handle, EarlyKeys::on_request));
}

/// Records that the person asked for the window, so that the next focus is intended. Call on the main
/// thread, right before the window is shown or focused.
pub fn expect_focus(daemon: &Handle) {
    update(daemon, EarlyKeys::on_request);
}

/// Notifies the daemon if the time for which keys are dropped changed.
fn update(daemon: &Handle, change: impl FnOnce(&mut EarlyKeys, Instant)) {
    let now = Instant::now();
    let remaining = KEYS.with_borrow_mut(|keys| {
        let before = keys.dropped_until;
        change(keys, now);
        (keys.dropped_until != before).then(|| keys.remaining(now))
    });
    if let Some(remaining) = remaining {
        daemon.keys_dropped(remaining);
    }
}

#[derive(Default)]
struct EarlyKeys {
    shown_at: Option<Instant>,
    requested_at: Option<Instant>,
    dropped_until: Option<Instant>,
}

impl EarlyKeys {
    fn on_shown(&mut self, now: Instant) {
        self.shown_at = Some(now);
        self.dropped_until = None;
    }

    /// The person asked for the window or clicked in it. The focus that a click brings may come before
    /// the click itself.
    fn on_request(&mut self, now: Instant) {
        self.requested_at = Some(now);
        self.dropped_until = None;
    }

    fn on_focused(&mut self, now: Instant) {
        let since = |moment: Option<Instant>| moment.map(|moment| now.duration_since(moment));
        let just_shown = since(self.shown_at).is_some_and(|since| since < ARRIVAL_PERIOD);
        let intended = since(self.requested_at).is_some_and(|since| since < INTENT_PERIOD);
        self.dropped_until = (just_shown && !intended).then(|| now + DROP_TIME);
    }

    fn drops(&self, now: Instant) -> bool {
        !self.remaining(now).is_zero()
    }

    fn remaining(&self, now: Instant) -> Duration {
        let until = self.dropped_until.unwrap_or(now);
        until.saturating_duration_since(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOMENT: Duration = Duration::from_millis(1);

    #[test]
    fn keys_are_dropped_for_a_second_after_accidental_focus() {
        let start = Instant::now();
        let mut keys = EarlyKeys::default();
        keys.on_shown(start);
        assert!(!keys.drops(start), "not focused yet");
        let focus = start + ARRIVAL_PERIOD - MOMENT;
        keys.on_focused(focus);
        assert!(keys.drops(focus));
        assert!(keys.drops(focus + DROP_TIME - MOMENT));
        assert!(!keys.drops(focus + DROP_TIME));
    }

    #[test]
    fn later_focus_drops_nothing() {
        let start = Instant::now();
        let mut keys = EarlyKeys::default();
        keys.on_shown(start);
        keys.on_focused(start + ARRIVAL_PERIOD);
        assert!(!keys.drops(start + ARRIVAL_PERIOD));
    }

    #[test]
    fn requested_focus_drops_nothing() {
        let start = Instant::now();
        let mut keys = EarlyKeys::default();
        keys.on_request(start);
        keys.on_shown(start + MOMENT);
        keys.on_focused(start + INTENT_PERIOD - MOMENT);
        assert!(!keys.drops(start + INTENT_PERIOD - MOMENT));

        keys.on_shown(start + INTENT_PERIOD);
        keys.on_focused(start + INTENT_PERIOD);
        assert!(keys.drops(start + INTENT_PERIOD), "the request has expired");
    }

    #[test]
    fn click_and_its_focus_drop_nothing_in_either_order() {
        let start = Instant::now();
        let mut keys = EarlyKeys::default();
        keys.on_shown(start);
        keys.on_request(start + MOMENT);
        keys.on_focused(start + MOMENT);
        assert!(!keys.drops(start + MOMENT));

        let mut keys = EarlyKeys::default();
        keys.on_shown(start);
        keys.on_focused(start + MOMENT);
        assert!(keys.drops(start + MOMENT));
        keys.on_request(start + MOMENT);
        assert!(!keys.drops(start + MOMENT));
    }

    #[test]
    fn each_arrival_starts_over() {
        let start = Instant::now();
        let mut keys = EarlyKeys::default();
        keys.on_shown(start);
        keys.on_focused(start + MOMENT);
        let again = start + Duration::from_secs(60);
        keys.on_shown(again);
        assert!(!keys.drops(again));
        keys.on_focused(again);
        assert!(keys.drops(again));
    }
}
