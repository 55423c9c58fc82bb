//! Tells a person's clicks and keys from those that programs make.
//!
//! Under X11 any program of the same user can send input through XTEST, and the accessibility bus
//! lets it press a button without any input event. XTEST input comes from its own device. Both are
//! ignored unless the person allows them in the settings.
//!
//! Events sent by another client (XSendEvent) do not reach GTK. Under Wayland the compositor decides
//! who may send input, and its origin is not visible to us.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use doorbell_daemon::PressOrigin;
use gtk::gdk;
use gtk::prelude::*;

use crate::window;

/// A command from the page within this time after a click or key is attributed to it.
const ATTRIBUTION_PERIOD: Duration = Duration::from_secs(2);
/// Part of the names of the X server's pointer and keyboard for XTEST.
const SYNTHETIC_DEVICE: &str = "XTEST";

#[derive(Clone, Default)]
pub struct InputOrigin(Arc<Mutex<LastInput>>);

#[derive(Default)]
struct LastInput {
    /// When the person last clicked or typed; `None` after input from a program.
    by_person_at: Option<Instant>,
    accepts_programs: bool,
}

impl InputOrigin {
    /// Call once per window, on the main thread.
    pub fn watch(&self, window: &gtk::ApplicationWindow) {
        let origin = self.clone();
        window.connect_key_press_event(move |_, event| {
            origin.record(event.source_device());
            gtk::glib::Propagation::Proceed
        });
        let origin = self.clone();
        window::watch_pointer_buttons(window, move || {
            let event = gtk::current_event();
            origin.record(event.and_then(|event| event.source_device()));
        });
    }

    pub fn accept_programs(&self, accept: bool) {
        self.lock().accepts_programs = accept;
    }

    /// Who caused the command that the page is sending now.
    pub fn press_origin(&self) -> PressOrigin {
        if self.lock().is_from_person(Instant::now()) {
            return PressOrigin::Person;
        }
        tracing::debug!("a press came from another program");
        PressOrigin::Program
    }

    fn record(&self, device: Option<gdk::Device>) {
        let name = device.and_then(|device| device.name());
        self.lock().record(name.as_deref(), Instant::now());
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, LastInput> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LastInput {
    fn record(&mut self, device: Option<&str>, now: Instant) {
        // Without a device name the origin is unknown; it is treated as a person's.
        let by_program = device.is_some_and(|name| name.contains(SYNTHETIC_DEVICE));
        // Input from a program must not be attributed to an earlier click or key of the person.
        self.by_person_at = (!by_program).then_some(now);
    }

    fn is_from_person(&self, now: Instant) -> bool {
        let recent = |at| now.duration_since(at) <= ATTRIBUTION_PERIOD;
        // Test builds are meant to be driven, and their window says so.
        cfg!(feature = "automation")
            || self.accepts_programs
            || self.by_person_at.is_some_and(recent)
    }
}

#[cfg(all(test, not(feature = "automation")))]
mod tests {
    use super::*;

    #[test]
    fn input_is_attributed_to_person_for_a_moment() {
        let start = Instant::now();
        let mut last = LastInput::default();
        assert!(!last.is_from_person(start), "no input yet");
        last.record(Some("AT Translated Set 2 keyboard"), start);
        assert!(last.is_from_person(start));
        assert!(last.is_from_person(start + ATTRIBUTION_PERIOD));
        assert!(!last.is_from_person(start + ATTRIBUTION_PERIOD + Duration::from_millis(1)));
    }

    #[test]
    fn program_input_is_not_attributed_to_earlier_person_input() {
        let start = Instant::now();
        for device in ["Virtual core XTEST keyboard", "Virtual core XTEST pointer"] {
            let mut last = LastInput::default();
            last.record(Some("Logitech USB Receiver"), start);
            last.record(Some(device), start);
            assert!(!last.is_from_person(start), "{device:?}");
        }
    }

    #[test]
    fn program_input_is_accepted_if_allowed() {
        let last = LastInput {
            accepts_programs: true,
            ..LastInput::default()
        };
        assert!(last.is_from_person(Instant::now()));
    }
}
