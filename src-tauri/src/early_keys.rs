//! Keys that were meant for another window.
//!
//! The window does not take the keyboard, but a window manager may give it: because the focused
//! window was closed, or because it knows no better. Whoever types at that moment types into the
//! question. So the keys of the first second after such a focus are dropped. A focus the person
//! moved here themselves, by a click or later on, drops nothing. The daemon learns for how long keys
//! are dropped, so that the page shows it.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use doorbell_daemon::Handle;
use gtk::glib::Propagation;
use gtk::prelude::*;

use crate::window;

/// A focus that comes so soon after the window was nobody's choice, unless it was asked for.
const TOO_SOON: Duration = Duration::from_secs(1);
/// How long what was asked for, or a press of the pointer, explains a focus.
const EXPLAINS: Duration = Duration::from_secs(1);
/// How long keys are dropped after a focus that was nobody's choice.
const DROPPED: Duration = Duration::from_secs(1);

thread_local! {
    /// GTK has one thread, and there is one window that arrives.
    static KEYS: RefCell<EarlyKeys> = RefCell::default();
}

/// Drops early keys before the page gets them. To be called once for the window when it is made.
pub fn watch(window: &gtk::ApplicationWindow, daemon: &Handle) {
    let told = daemon.clone();
    window.connect_map(move |_| with(&told, EarlyKeys::shown));
    let told = daemon.clone();
    window.connect_focus_in_event(move |_, _| {
        with(&told, EarlyKeys::focused);
        Propagation::Proceed
    });
    window.connect_key_press_event(|_, _| {
        let is_dropped = KEYS.with_borrow(|keys| keys.drops(Instant::now()));
        Propagation::from(is_dropped)
    });
    let told = daemon.clone();
    window::watch_pointer(window, move || with(&told, EarlyKeys::asked));
}

/// The person asked for the window: the focus it gets now is their choice. To be called right
/// before the window is shown or focused for it, on the main thread.
pub fn asked(daemon: &Handle) {
    with(daemon, EarlyKeys::asked);
}

/// Changes what is known, and tells the daemon for how long keys are dropped if that changed.
fn with(daemon: &Handle, act: impl FnOnce(&mut EarlyKeys, Instant)) {
    let now = Instant::now();
    let dropped = KEYS.with_borrow_mut(|keys| {
        let before = keys.dropped_until;
        act(keys, now);
        (keys.dropped_until != before).then(|| keys.dropped_for(now))
    });
    if let Some(length) = dropped {
        daemon.keys_dropped(length);
    }
}

/// What is known of the window and the person, as far as it decides on keys.
#[derive(Default)]
struct EarlyKeys {
    shown: Option<Instant>,
    /// When the person last did something that explains a focus.
    chosen: Option<Instant>,
    dropped_until: Option<Instant>,
}

impl EarlyKeys {
    fn shown(&mut self, now: Instant) {
        self.shown = Some(now);
        self.dropped_until = None;
    }

    /// The person asked for the window, or clicked in it. The focus that a click brings may come
    /// before the click itself.
    fn asked(&mut self, now: Instant) {
        self.chosen = Some(now);
        self.dropped_until = None;
    }

    fn focused(&mut self, now: Instant) {
        let since = |moment: Option<Instant>| moment.map(|moment| now.duration_since(moment));
        let too_soon = since(self.shown).is_some_and(|since| since < TOO_SOON);
        let explained = since(self.chosen).is_some_and(|since| since < EXPLAINS);
        self.dropped_until = (too_soon && !explained).then(|| now + DROPPED);
    }

    fn drops(&self, now: Instant) -> bool {
        !self.dropped_for(now).is_zero()
    }

    /// For how long keys are still dropped.
    fn dropped_for(&self, now: Instant) -> Duration {
        let until = self.dropped_until.unwrap_or(now);
        until.saturating_duration_since(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOMENT: Duration = Duration::from_millis(1);

    #[test]
    fn keys_are_dropped_for_a_second_after_a_focus_nobody_asked_for() {
        let start = Instant::now();
        let mut keys = EarlyKeys::default();
        keys.shown(start);
        assert!(!keys.drops(start), "it has no focus yet");
        let focus = start + TOO_SOON - MOMENT;
        keys.focused(focus);
        assert!(keys.drops(focus));
        assert!(keys.drops(focus + DROPPED - MOMENT));
        assert!(!keys.drops(focus + DROPPED));
    }

    #[test]
    fn a_focus_that_comes_later_is_the_persons_own() {
        let start = Instant::now();
        let mut keys = EarlyKeys::default();
        keys.shown(start);
        keys.focused(start + TOO_SOON);
        assert!(!keys.drops(start + TOO_SOON));
    }

    #[test]
    fn a_focus_that_was_asked_for_drops_nothing() {
        let start = Instant::now();
        let mut keys = EarlyKeys::default();
        keys.asked(start);
        keys.shown(start + MOMENT);
        keys.focused(start + EXPLAINS - MOMENT);
        assert!(!keys.drops(start + EXPLAINS - MOMENT));

        keys.shown(start + EXPLAINS);
        keys.focused(start + EXPLAINS);
        assert!(keys.drops(start + EXPLAINS), "that was another time");
    }

    #[test]
    fn a_click_explains_its_focus_whichever_comes_first() {
        let start = Instant::now();
        let mut keys = EarlyKeys::default();
        keys.shown(start);
        keys.asked(start + MOMENT);
        keys.focused(start + MOMENT);
        assert!(!keys.drops(start + MOMENT));

        let mut keys = EarlyKeys::default();
        keys.shown(start);
        keys.focused(start + MOMENT);
        assert!(keys.drops(start + MOMENT));
        keys.asked(start + MOMENT);
        assert!(!keys.drops(start + MOMENT));
    }

    #[test]
    fn every_arrival_counts_anew() {
        let start = Instant::now();
        let mut keys = EarlyKeys::default();
        keys.shown(start);
        keys.focused(start + MOMENT);
        let again = start + Duration::from_secs(60);
        keys.shown(again);
        assert!(!keys.drops(again));
        keys.focused(again);
        assert!(keys.drops(again));
    }
}
