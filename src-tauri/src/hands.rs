//! Whose hands press. Under X11 any program of the same user can make presses through XTEST, and
//! the accessibility bus lets it press a button without any event at all. The first come from a
//! device of their own, the others from nowhere: neither counts as the person's, unless they set
//! that it does.
//!
//! A press that is sent to the window by another client (XSendEvent) does not reach GTK. Under
//! Wayland the compositor decides who may make presses, and does not tell.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use doorbell_daemon::Whose;
use gtk::gdk;
use gtk::prelude::*;

use crate::window;

/// What the page says so long after a press is about that press.
const EXPLAINS: Duration = Duration::from_secs(2);
/// The X server's devices for presses that programs make, pointer and keyboard.
const MADE_BY_PROGRAMS: &str = "XTEST";

/// What was pressed last, and by whom.
#[derive(Clone, Default)]
pub struct Hands(Arc<Mutex<Known>>);

#[derive(Default)]
struct Known {
    /// When the person last pressed something in the window.
    person: Option<Instant>,
    programs_count: bool,
}

impl Hands {
    /// Watches what is pressed in a window. To be called once for it, on the main thread.
    pub fn watch(&self, window: &gtk::ApplicationWindow) {
        let hands = self.clone();
        window.connect_key_press_event(move |_, event| {
            hands.touched(event.source_device());
            gtk::glib::Propagation::Proceed
        });
        let hands = self.clone();
        window::watch_pointer(window, move || {
            let event = gtk::current_event();
            hands.touched(event.and_then(|event| event.source_device()));
        });
    }

    /// Whether presses that other programs make count.
    pub fn let_programs(&self, count: bool) {
        self.lock().programs_count = count;
    }

    /// Whose doing it can be what the page says now.
    pub fn whose(&self) -> Whose {
        if self.lock().explain(Instant::now()) {
            return Whose::Persons;
        }
        tracing::debug!("a press came from another program");
        Whose::Programs
    }

    fn touched(&self, device: Option<gdk::Device>) {
        let name = device.and_then(|device| device.name());
        self.lock().touched(name.as_deref(), Instant::now());
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    fn touched(&mut self, device: Option<&str>, now: Instant) {
        // Where the system names no device, it cannot be told; nobody is locked out for that.
        let by_program = device.is_some_and(|name| name.contains(MADE_BY_PROGRAMS));
        // What a program presses between two presses of the person is not explained by either.
        self.person = (!by_program).then_some(now);
    }

    fn explain(&self, now: Instant) -> bool {
        let recent = |at| now.duration_since(at) <= EXPLAINS;
        // A test build is there to be driven, and says so on its window.
        cfg!(feature = "automation") || self.programs_count || self.person.is_some_and(recent)
    }
}

#[cfg(all(test, not(feature = "automation")))]
mod tests {
    use super::*;

    #[test]
    fn a_press_is_the_persons_for_a_moment() {
        let start = Instant::now();
        let mut known = Known::default();
        assert!(!known.explain(start), "nothing was pressed yet");
        known.touched(Some("AT Translated Set 2 keyboard"), start);
        assert!(known.explain(start));
        assert!(known.explain(start + EXPLAINS));
        assert!(!known.explain(start + EXPLAINS + Duration::from_millis(1)));
    }

    #[test]
    fn a_program_cannot_hide_behind_the_persons_last_press() {
        let start = Instant::now();
        for device in ["Virtual core XTEST keyboard", "Virtual core XTEST pointer"] {
            let mut known = Known::default();
            known.touched(Some("Logitech USB Receiver"), start);
            known.touched(Some(device), start);
            assert!(!known.explain(start), "{device:?}");
        }
    }

    #[test]
    fn programs_count_where_the_person_wants_it() {
        let known = Known {
            programs_count: true,
            ..Known::default()
        };
        assert!(known.explain(Instant::now()));
    }
}
