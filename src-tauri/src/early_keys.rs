//! Drops keys that were meant for another window or another control.
//!
//! The question window does not take the keyboard focus unless the settings say so, but a window
//! manager may give it, for example when the focused window closes, and any program can: to the
//! window, or over the accessibility bus to a button. A person who is typing would then type into the
//! question or press the button. Keys are dropped for a second after such a focus, but not after a
//! click or a focus that the person asked for. The daemon is notified, and the page shows for how long
//! keys are dropped.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use doorbell_daemon::Handle;
use gtk::glib::Propagation;
use gtk::prelude::*;

use crate::app_state::AppState;
use crate::window;

/// A focus within this time after a request or click is intended.
const INTENT_PERIOD: Duration = Duration::from_secs(1);
/// How long keys are dropped after an accidental focus.
const DROP_TIME: Duration = Duration::from_secs(1);

/// There is one question window.
static KEYS: Mutex<EarlyKeys> = Mutex::new(EarlyKeys {
    requested_at: None,
    dropped_until: None,
});

/// Drops early keys before the page gets them. Call once, when the window is created, before other
/// handlers of keys.
pub fn watch(window: &gtk::ApplicationWindow, state: &AppState) {
    let daemon = state.daemon.clone();
    window::watch_new_focus(window, move || update(&daemon, EarlyKeys::on_focused));
    window.connect_key_press_event(|_, event| {
        // A modifier presses nothing by itself, and may be held until the others are accepted.
        let is_dropped = !event.is_modifier() && with_keys(|keys| keys.drops(Instant::now()));
        if is_dropped {
            tracing::debug!("a key was dropped");
        }
        Propagation::from(is_dropped)
    });
    let (state, surface) = (state.clone(), window.clone());
    window::watch_pointer_buttons(window, move || {
        if state.input_origin.accepts_pointer_event() {
            let has_focus = surface.is_active();
            update(&state.daemon, |keys, now| keys.on_request(has_focus, now));
        }
    });
}

/// Records that the person asked for the window, so that the next focus is intended. Call right before
/// the window is shown or focused.
pub fn expect_focus(daemon: &Handle) {
    update(daemon, |keys, now| keys.on_request(false, now));
}

/// Drops keys because a program moved the focus inside the page.
pub fn drop_after_moved_focus(daemon: &Handle) {
    update(daemon, EarlyKeys::on_moved);
}

/// Notifies the daemon if the time for which keys are dropped changed.
fn update(daemon: &Handle, change: impl FnOnce(&mut EarlyKeys, Instant)) {
    let now = Instant::now();
    let remaining = with_keys(|keys| {
        let before = keys.dropped_until;
        change(keys, now);
        (keys.dropped_until != before).then(|| keys.remaining(now))
    });
    if let Some(remaining) = remaining {
        daemon.keys_dropped(remaining);
    }
}

fn with_keys<T>(work: impl FnOnce(&mut EarlyKeys) -> T) -> T {
    work(&mut KEYS.lock().unwrap_or_else(PoisonError::into_inner))
}

#[derive(Default)]
struct EarlyKeys {
    requested_at: Option<Instant>,
    dropped_until: Option<Instant>,
}

impl EarlyKeys {
    /// The person asked for the window or clicked in it. The focus that a click brings may come before
    /// the click itself; a click in a window with the focus explains no later one.
    fn on_request(&mut self, has_focus: bool, now: Instant) {
        self.requested_at = (!has_focus).then_some(now);
        self.dropped_until = None;
    }

    fn on_focused(&mut self, now: Instant) {
        let is_intended = self
            .requested_at
            .is_some_and(|at| now.duration_since(at) < INTENT_PERIOD);
        self.dropped_until = (!is_intended).then(|| now + DROP_TIME);
    }

    fn on_moved(&mut self, now: Instant) {
        self.dropped_until = Some(now + DROP_TIME);
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
    const LATER: Duration = Duration::from_secs(60);

    #[test]
    fn keys_are_dropped_for_a_second_after_every_accidental_focus() {
        let start = Instant::now();
        let mut keys = EarlyKeys::default();
        assert!(!keys.drops(start), "not focused yet");
        for focus in [start, start + LATER] {
            keys.on_focused(focus);
            assert!(keys.drops(focus));
            assert!(keys.drops(focus + DROP_TIME - MOMENT));
            assert!(!keys.drops(focus + DROP_TIME));
        }
    }

    #[test]
    fn keys_are_dropped_after_the_focus_moved_inside_the_page() {
        let start = Instant::now();
        let mut keys = EarlyKeys::default();
        keys.on_request(false, start);
        keys.on_focused(start);
        keys.on_moved(start + MOMENT);
        assert!(keys.drops(start + DROP_TIME));
        assert!(!keys.drops(start + DROP_TIME + MOMENT));
    }

    #[test]
    fn requested_focus_drops_nothing() {
        let start = Instant::now();
        let mut keys = EarlyKeys::default();
        keys.on_request(false, start);
        let focus = start + INTENT_PERIOD - MOMENT;
        keys.on_focused(focus);
        assert!(!keys.drops(focus));

        let focus = start + INTENT_PERIOD;
        keys.on_focused(focus);
        assert!(keys.drops(focus), "the request has expired");
    }

    #[test]
    fn click_and_its_focus_drop_nothing_in_either_order() {
        let start = Instant::now();
        let mut keys = EarlyKeys::default();
        keys.on_request(false, start);
        keys.on_focused(start + MOMENT);
        assert!(!keys.drops(start + MOMENT));

        let mut keys = EarlyKeys::default();
        keys.on_focused(start);
        assert!(keys.drops(start));
        keys.on_request(true, start + MOMENT);
        assert!(!keys.drops(start + MOMENT));
    }

    #[test]
    fn click_in_the_focused_window_explains_no_later_focus() {
        let start = Instant::now();
        let mut keys = EarlyKeys::default();
        keys.on_request(true, start);
        keys.on_focused(start + MOMENT);
        assert!(keys.drops(start + MOMENT));
    }
}
