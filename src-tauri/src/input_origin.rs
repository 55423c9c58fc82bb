//! Tells a person's clicks and keys from those that programs make.
//!
//! Under X11 any program of the same user can send input through XTEST or XSendEvent, and the
//! accessibility bus lets it press a button without any input event. A press in the question window
//! is accepted only if one click or key of a person's device belongs to it; that input is then used
//! up. Programs are accepted only if the person allows them in the settings.
//!
//! XTEST can also imitate the real devices, which no application can detect. Under Wayland the
//! compositor decides who may send input, and its origin is not visible to us.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use doorbell_daemon::PressOrigin;
use doorbell_daemon::view::InputDevice;
use gtk::gdk::keys::constants as key;
use gtk::gdk::{self, EventKey};
use gtk::prelude::*;

use crate::window;

/// Input that no press used within this time is forgotten.
const ATTRIBUTION_PERIOD: Duration = Duration::from_secs(2);
/// Part of the names of the X server's pointer and keyboard for XTEST.
const SYNTHETIC_DEVICE: &str = "XTEST";
/// The keys that press something in the question window.
const PRESSING_KEYS: [gdk::keys::Key; 6] = [
    key::Return,
    key::KP_Enter,
    key::ISO_Enter,
    key::space,
    key::KP_Space,
    key::Escape,
];

#[derive(Clone, Default)]
pub struct InputOrigin(Arc<Mutex<LastInput>>);

#[derive(Default)]
struct LastInput {
    /// The person's last click or key, until a press uses it or a program sends input.
    unused: Option<PersonInput>,
    /// Key code and time of the person's last key.
    last_key: Option<(u16, u32)>,
    accepts_programs: bool,
}

struct PersonInput {
    device: InputDevice,
    /// True for a click, and for a key that presses something.
    presses: bool,
    at: Instant,
}

/// What GDK reports about an input event.
struct InputEvent {
    device: InputDevice,
    device_name: Option<String>,
    /// Sent by another client with XSendEvent.
    is_sent: bool,
    /// Key code and time; `None` for the pointer.
    key: Option<(u16, u32)>,
    presses: bool,
}

impl InputOrigin {
    /// Call once per window, on the main thread.
    pub fn watch(&self, window: &gtk::ApplicationWindow) {
        let origin = self.clone();
        window.connect_key_press_event(move |_, event| {
            origin.lock().record(&key_event(event), Instant::now());
            gtk::glib::Propagation::Proceed
        });
        let origin = self.clone();
        window::watch_pointer_buttons(window, move || {
            origin.lock().record(&pointer_event(), Instant::now());
        });
    }

    pub fn accept_programs(&self, accept: bool) {
        self.lock().accepts_programs = accept;
    }

    /// Who made the press that the question window is sending now.
    pub fn press_origin(&self, by: InputDevice) -> PressOrigin {
        self.take(|input| input.device == by && input.presses)
    }

    /// Who caused the command that Home is sending now. Every key is accepted, since some settings
    /// are typed.
    pub fn command_origin(&self) -> PressOrigin {
        self.take(|_| true)
    }

    fn take(&self, fits: impl FnOnce(&PersonInput) -> bool) -> PressOrigin {
        if self.lock().take(Instant::now(), fits) {
            return PressOrigin::Person;
        }
        tracing::debug!("a press came from another program");
        PressOrigin::Program
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, LastInput> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn key_event(event: &EventKey) -> InputEvent {
    InputEvent {
        device: InputDevice::Key,
        device_name: device_name(event.source_device()),
        is_sent: event.is_send_event(),
        key: Some((event.hardware_keycode(), event.time())),
        presses: PRESSING_KEYS.contains(&event.keyval()),
    }
}

fn pointer_event() -> InputEvent {
    let event = gtk::current_event();
    InputEvent {
        device: InputDevice::Pointer,
        is_sent: event.as_ref().is_some_and(|event| event.is_send_event()),
        device_name: device_name(event.and_then(|event| event.source_device())),
        key: None,
        presses: true,
    }
}

fn device_name(device: Option<gdk::Device>) -> Option<String> {
    Some(device?.name()?.into())
}

impl LastInput {
    fn record(&mut self, event: &InputEvent, now: Instant) {
        let is_person = self.is_from_person(event);
        if is_person && event.key.is_some() {
            self.last_key = event.key;
        }
        // The page may still be sending the press when the person types on.
        let is_pressing = self.unused.as_ref().is_some_and(|input| input.presses);
        if is_person && !event.presses && is_pressing {
            return;
        }
        // Input from a program must not be attributed to an earlier click or key of the person.
        self.unused = is_person.then_some(PersonInput {
            device: event.device,
            presses: event.presses,
            at: now,
        });
    }

    fn is_from_person(&self, event: &InputEvent) -> bool {
        let has_key_code = event.key.is_none_or(|(code, _)| code != 0);
        // An input method queues the person's key again, without its device.
        let is_requeued = event.key.is_some() && event.key == self.last_key;
        let is_from_device = match &event.device_name {
            Some(name) => !name.contains(SYNTHETIC_DEVICE),
            None => is_requeued,
        };
        has_key_code && !event.is_sent && is_from_device
    }

    fn take(&mut self, now: Instant, fits: impl FnOnce(&PersonInput) -> bool) -> bool {
        let input = self
            .unused
            .take()
            .filter(|input| now.duration_since(input.at) <= ATTRIBUTION_PERIOD && fits(input));
        // Test builds are meant to be driven, and their window says so.
        cfg!(feature = "automation") || self.accepts_programs || input.is_some()
    }
}

#[cfg(all(test, not(feature = "automation")))]
mod tests {
    use super::*;

    const KEYBOARD: &str = "AT Translated Set 2 keyboard";

    fn key(device: Option<&str>) -> InputEvent {
        InputEvent {
            device: InputDevice::Key,
            device_name: device.map(str::to_owned),
            is_sent: false,
            key: Some((36, 7)),
            presses: true,
        }
    }

    fn accepts(last: &mut LastInput, by: InputDevice, now: Instant) -> bool {
        last.take(now, |input| input.device == by && input.presses)
    }

    #[test]
    fn one_input_explains_one_press_of_its_own_kind() {
        let now = Instant::now();
        let mut last = LastInput::default();
        assert!(!accepts(&mut last, InputDevice::Key, now), "no input yet");
        last.record(&key(Some(KEYBOARD)), now);
        assert!(accepts(&mut last, InputDevice::Key, now));
        assert!(!accepts(&mut last, InputDevice::Key, now), "used up");
        for by in [InputDevice::Pointer, InputDevice::Program] {
            last.record(&key(Some(KEYBOARD)), now);
            assert!(!accepts(&mut last, by, now), "{by:?}");
        }
        last.record(&key(Some(KEYBOARD)), now);
        let late = now + ATTRIBUTION_PERIOD + Duration::from_millis(1);
        assert!(!accepts(&mut last, InputDevice::Key, late));
    }

    #[test]
    fn typing_explains_no_press() {
        let now = Instant::now();
        let mut last = LastInput::default();
        let letter = InputEvent {
            presses: false,
            ..key(Some(KEYBOARD))
        };
        last.record(&letter, now);
        assert!(!accepts(&mut last, InputDevice::Key, now));
    }

    #[test]
    fn input_of_programs_explains_nothing_and_ends_what_came_before() {
        let now = Instant::now();
        let of_programs = [
            key(Some("Virtual core XTEST keyboard")),
            InputEvent {
                is_sent: true,
                ..key(Some(KEYBOARD))
            },
            InputEvent {
                key: Some((0, 9)),
                ..key(Some(KEYBOARD))
            },
            InputEvent {
                key: Some((36, 9)),
                ..key(None)
            },
        ];
        for event in of_programs {
            let mut last = LastInput::default();
            last.record(&key(Some(KEYBOARD)), now);
            last.record(&event, now);
            assert!(!accepts(&mut last, InputDevice::Key, now));
        }
    }

    #[test]
    fn key_that_an_input_method_queues_again_stays_the_persons() {
        let now = Instant::now();
        let mut last = LastInput::default();
        last.record(&key(Some(KEYBOARD)), now);
        last.record(&key(None), now);
        assert!(accepts(&mut last, InputDevice::Key, now));
    }

    #[test]
    fn programs_are_accepted_when_the_person_allows_it() {
        let mut last = LastInput {
            accepts_programs: true,
            ..LastInput::default()
        };
        assert!(accepts(&mut last, InputDevice::Program, Instant::now()));
    }
}
