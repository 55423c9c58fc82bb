//! Tells a person's clicks and keys from those that programs make.
//!
//! Under X11 any program of the same user can send input through XTEST or XSendEvent, and the
//! accessibility bus lets it press a button without any input event. A press in the question window,
//! or a change in Home that weakens a protection, is accepted only if one click or key of a person's
//! device belongs to it; that input is then used up. A letter belongs only to a press by the key that is
//! printed on a button: typing explains no other press. Programs are accepted only if the person
//! allows them in the settings.
//!
//! XTEST can also imitate the real devices, which no application can detect. Under Wayland the
//! compositor decides who may send input, and its origin is not visible to us.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use doorbell_daemon::PressOrigin;
use doorbell_daemon::view::InputDevice;
use gtk::gdk::keys::constants as key;
use gtk::gdk::{self, EventKey, ModifierType};
use gtk::glib::Propagation;
use gtk::prelude::*;

use crate::window;

/// Input that no press used within this time is forgotten.
const ATTRIBUTION_PERIOD: Duration = Duration::from_secs(2);
/// A key presses nothing for this long after a program may have moved the focus to a button.
const FOREIGN_FOCUS_PERIOD: Duration = Duration::from_secs(1);
/// Part of the names of the X server's pointer and keyboard for XTEST.
const SYNTHETIC_DEVICE: &str = "XTEST";
/// The keys that press something.
const PRESSING_KEYS: [gdk::keys::Key; 6] = [
    key::Return,
    key::KP_Enter,
    key::ISO_Enter,
    key::space,
    key::KP_Space,
    key::Escape,
];
/// The keys that move a slider or choose a radio button.
const ADJUSTING_KEYS: [gdk::keys::Key; 8] = [
    key::Left,
    key::Right,
    key::Up,
    key::Down,
    key::Home,
    key::End,
    key::Page_Up,
    key::Page_Down,
];
/// The keys that move the focus. F6 moves it to the next part of the window.
const FOCUS_KEYS: [gdk::keys::Key; 3] = [key::Tab, key::ISO_Left_Tab, key::F6];
const CONTROL_KEYS: [gdk::keys::Key; 2] = [key::Control_L, key::Control_R];
const ALT_KEYS: [gdk::keys::Key; 2] = [key::Alt_L, key::Alt_R];
/// The modifiers with which the page takes Enter for Send. Only Ctrl is followed, so with the others
/// Enter presses nothing.
const SENDING_MODIFIERS: ModifierType = ModifierType::CONTROL_MASK
    .union(ModifierType::META_MASK)
    .union(ModifierType::SUPER_MASK);
/// With these a letter is never the key of a button. Meta is not among them: many keyboard layouts
/// report it together with Alt.
const OTHER_MODIFIERS: ModifierType = ModifierType::CONTROL_MASK.union(ModifierType::SUPER_MASK);

#[derive(Clone, Default)]
pub struct InputOrigin(Arc<Mutex<LastInput>>);

#[derive(Default)]
struct LastInput {
    /// The person's last click or pressing key, until a press uses it or a program sends input.
    press: Option<(InputDevice, Instant)>,
    /// The same for keys that adjust something.
    adjustment: Option<Instant>,
    /// The same for letters and digits, alone or with Alt.
    shortcut: Option<Instant>,
    /// Key code and time of the person's last key.
    last_key: Option<(u16, u32)>,
    control: Hold,
    alt: Hold,
    foreign_focus_at: Option<Instant>,
    accepts_programs: bool,
    /// The same, from the offer in the window. A changed setting does not end it.
    accepts_programs_until_quit: bool,
}

/// What the person does with Ctrl or Alt in this window. The state that a key event reports proves
/// nothing, because programs can lock modifiers.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Hold {
    #[default]
    Up,
    Held,
    /// Held, and another key was pressed meanwhile.
    Used,
    /// Pressed and released alone: it applies to the next key if the person uses sticky keys.
    Tapped,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    /// Clicks, and keys that press something.
    Press,
    Adjust,
    MoveFocus,
    Control,
    Alt,
    /// Another modifier.
    Modifier,
    /// A letter or digit, which may be printed on a button.
    Character,
    Type,
}

/// What GDK reports about an input event.
struct InputEvent {
    device: InputDevice,
    device_name: Option<String>,
    /// Sent by another client with XSendEvent.
    is_sent: bool,
    /// Key code and time; `None` for the pointer.
    key: Option<(u16, u32)>,
    /// True for a key with a modifier that makes Enter send.
    has_modifier: bool,
    has_alt: bool,
    effect: Effect,
}

impl InputOrigin {
    /// Call once per window, on the main thread.
    pub fn watch(&self, window: &gtk::ApplicationWindow) {
        let origin = self.clone();
        window.connect_key_press_event(move |_, event| {
            origin.lock().record(&key_event(event), Instant::now());
            Propagation::Proceed
        });
        let origin = self.clone();
        window.connect_key_release_event(move |_, event| {
            origin.lock().key_released(&event.keyval());
            Propagation::Proceed
        });
        let origin = self.clone();
        window.connect_focus_out_event(move |_, _| {
            let mut last = origin.lock();
            (last.control, last.alt) = (Hold::Up, Hold::Up);
            Propagation::Proceed
        });
        let origin = self.clone();
        window::watch_pointer_buttons(window, move || {
            origin.lock().record(&pointer_event(), Instant::now());
        });
    }

    pub fn accept_programs(&self, accept: bool) {
        self.lock().accepts_programs = accept;
    }

    pub fn accept_programs_until_quit(&self) {
        self.lock().accepts_programs_until_quit = true;
    }

    pub fn accepts_programs(&self) -> bool {
        self.lock().accepts_programs()
    }

    /// Returns true if the pointer event that GTK is handling now is the person's, or programs are
    /// accepted.
    pub fn accepts_pointer_event(&self) -> bool {
        let last = self.lock();
        last.accepts_programs() || last.is_from_person(&pointer_event())
    }

    /// Who made the press that a window is sending now.
    pub fn press_origin(&self, by: InputDevice) -> PressOrigin {
        self.take(by, false)
    }

    /// Who changed the setting that Home is sending now: a press, or a key that moves a slider or
    /// chooses a radio button. No setting that protects is typed.
    pub fn setting_origin(&self, by: InputDevice) -> PressOrigin {
        self.take(by, true)
    }

    /// Records a focus that the person did not give by a click.
    pub fn focus_moved(&self) {
        self.lock().foreign_focus_at = Some(Instant::now());
    }

    /// Returns true if a key may have been meant for what had the focus before.
    pub fn is_early(&self, by: InputDevice) -> bool {
        let is_key = matches!(by, InputDevice::Key | InputDevice::Shortcut);
        is_key && self.early_keys_remaining().is_some()
    }

    /// For how long a key may still have been meant for what had the focus before.
    pub fn early_keys_remaining(&self) -> Option<Duration> {
        self.lock().early_keys_remaining(Instant::now())
    }

    fn take(&self, by: InputDevice, accepts_adjustment: bool) -> PressOrigin {
        if self.lock().take(by, accepts_adjustment, Instant::now()) {
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
    let value = event.keyval();
    InputEvent {
        device: InputDevice::Key,
        device_name: device_name(event.source_device()),
        is_sent: event.is_send_event(),
        key: Some((event.hardware_keycode(), event.time())),
        has_modifier: event.state().intersects(SENDING_MODIFIERS),
        has_alt: event.state().contains(ModifierType::MOD1_MASK),
        effect: if PRESSING_KEYS.contains(&value) {
            Effect::Press
        } else if ADJUSTING_KEYS.contains(&value) {
            Effect::Adjust
        } else if FOCUS_KEYS.contains(&value) {
            Effect::MoveFocus
        } else if CONTROL_KEYS.contains(&value) {
            Effect::Control
        } else if ALT_KEYS.contains(&value) {
            Effect::Alt
        } else if event.is_modifier() {
            Effect::Modifier
        } else if is_character(&value) && !event.state().intersects(OTHER_MODIFIERS) {
            Effect::Character
        } else {
            Effect::Type
        },
    }
}

fn is_character(value: &gdk::keys::Key) -> bool {
    value.to_unicode().is_some_and(char::is_alphanumeric)
}

fn pointer_event() -> InputEvent {
    let event = gtk::current_event();
    InputEvent {
        device: InputDevice::Pointer,
        is_sent: event.as_ref().is_some_and(|event| event.is_send_event()),
        device_name: device_name(event.and_then(|event| event.source_device())),
        key: None,
        has_modifier: false,
        has_alt: false,
        effect: Effect::Press,
    }
}

fn device_name(device: Option<gdk::Device>) -> Option<String> {
    Some(device?.name()?.into())
}

impl LastInput {
    fn record(&mut self, event: &InputEvent, now: Instant) {
        let is_locked = match event.effect {
            Effect::Press => event.has_modifier && self.control == Hold::Up,
            Effect::Character => event.has_alt && self.alt == Hold::Up,
            _ => false,
        };
        if !self.is_from_person(event) {
            // Must not be attributed to an earlier click or key of the person.
            (self.press, self.adjustment, self.shortcut) = (None, None, None);
            let moves_focus = event.effect == Effect::MoveFocus || event.key.is_none();
            if moves_focus {
                self.foreign_focus_at = Some(now);
            }
            return;
        }
        if event.key.is_some() {
            self.last_key = event.key;
        } else {
            self.foreign_focus_at = None;
        }
        self.control = self.control.after_key(event.effect, Effect::Control);
        self.alt = self.alt.after_key(event.effect, Effect::Alt);
        // Other keys leave an earlier press alone: the page may still be sending it.
        match event.effect {
            Effect::Press if is_locked => self.press = None,
            Effect::Press => self.press = Some((event.device, now)),
            Effect::Adjust => self.adjustment = Some(now),
            Effect::Character => self.shortcut = (!is_locked).then_some(now),
            Effect::MoveFocus | Effect::Control | Effect::Alt | Effect::Modifier | Effect::Type => {
            }
        }
    }

    fn key_released(&mut self, value: &gdk::keys::Key) {
        if CONTROL_KEYS.contains(value) {
            self.control = self.control.released();
        } else if ALT_KEYS.contains(value) {
            self.alt = self.alt.released();
        }
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

    fn take(&mut self, by: InputDevice, accepts_adjustment: bool, now: Instant) -> bool {
        let is_recent = |at: Instant| now.duration_since(at) <= ATTRIBUTION_PERIOD;
        let press = self.press.take();
        let is_press = press.is_some_and(|(device, at)| device == by && is_recent(at));
        let shortcut = self.shortcut.take();
        let is_shortcut = by == InputDevice::Shortcut && shortcut.is_some_and(is_recent);
        let adjustment = self.adjustment.take();
        let is_adjustment =
            accepts_adjustment && by == InputDevice::Key && adjustment.is_some_and(is_recent);
        self.accepts_programs() || is_press || is_shortcut || is_adjustment
    }

    fn early_keys_remaining(&self, now: Instant) -> Option<Duration> {
        let moved_at = self.foreign_focus_at.filter(|_| !self.accepts_programs())?;
        let remaining = FOREIGN_FOCUS_PERIOD.checked_sub(now.duration_since(moved_at))?;
        (!remaining.is_zero()).then_some(remaining)
    }

    /// Test builds are meant to be driven, and their window says so.
    fn accepts_programs(&self) -> bool {
        cfg!(feature = "automation") || self.accepts_programs || self.accepts_programs_until_quit
    }
}

impl Hold {
    /// `own` is the effect of the modifier itself.
    fn after_key(self, effect: Effect, own: Effect) -> Self {
        match (effect, self) {
            (effect, _) if effect == own => Self::Held,
            (Effect::Control | Effect::Alt | Effect::Modifier, _) => self,
            (_, Self::Held | Self::Used) => Self::Used,
            (_, Self::Up | Self::Tapped) => Self::Up,
        }
    }

    fn released(self) -> Self {
        match self {
            Self::Held => Self::Tapped,
            Self::Up | Self::Used | Self::Tapped => Self::Up,
        }
    }
}

#[cfg(all(test, not(feature = "automation")))]
mod tests {
    use super::*;

    const KEYBOARD: &str = "AT Translated Set 2 keyboard";
    const XTEST_KEYBOARD: &str = "Virtual core XTEST keyboard";

    fn key(effect: Effect) -> InputEvent {
        InputEvent {
            device: InputDevice::Key,
            device_name: Some(KEYBOARD.to_owned()),
            is_sent: false,
            key: Some((36, 7)),
            has_modifier: false,
            has_alt: false,
            effect,
        }
    }

    fn from_device(name: Option<&str>, event: InputEvent) -> InputEvent {
        InputEvent {
            device_name: name.map(str::to_owned),
            ..event
        }
    }

    fn with_modifier(event: InputEvent) -> InputEvent {
        InputEvent {
            has_modifier: true,
            ..event
        }
    }

    fn accepts(last: &mut LastInput, by: InputDevice, now: Instant) -> bool {
        last.take(by, false, now)
    }

    #[test]
    fn one_input_explains_one_press_of_its_own_kind() {
        let now = Instant::now();
        let mut last = LastInput::default();
        assert!(!accepts(&mut last, InputDevice::Key, now), "no input yet");
        last.record(&key(Effect::Press), now);
        assert!(accepts(&mut last, InputDevice::Key, now));
        assert!(!accepts(&mut last, InputDevice::Key, now), "used up");
        for by in [
            InputDevice::Pointer,
            InputDevice::Shortcut,
            InputDevice::Program,
        ] {
            last.record(&key(Effect::Press), now);
            assert!(!accepts(&mut last, by, now), "{by:?}");
        }
        last.record(&key(Effect::Press), now);
        let late = now + ATTRIBUTION_PERIOD + Duration::from_millis(1);
        assert!(!accepts(&mut last, InputDevice::Key, late));
    }

    #[test]
    fn typing_explains_nothing() {
        let now = Instant::now();
        for effect in [
            Effect::Type,
            Effect::Character,
            Effect::MoveFocus,
            Effect::Control,
            Effect::Alt,
        ] {
            let mut last = LastInput::default();
            last.record(&key(effect), now);
            assert!(!last.take(InputDevice::Key, true, now), "{effect:?}");
        }
    }

    #[test]
    fn letter_explains_one_press_by_the_key_on_a_button() {
        let now = Instant::now();
        let mut last = LastInput::default();
        last.record(&key(Effect::Character), now);
        assert!(accepts(&mut last, InputDevice::Shortcut, now));
        assert!(!accepts(&mut last, InputDevice::Shortcut, now), "used up");
        for effect in [Effect::Type, Effect::Adjust, Effect::MoveFocus] {
            last.record(&key(effect), now);
            assert!(
                !accepts(&mut last, InputDevice::Shortcut, now),
                "{effect:?}"
            );
        }
        last.record(&key(Effect::Character), now);
        let of_program = from_device(Some(XTEST_KEYBOARD), key(Effect::Character));
        last.record(&of_program, now);
        assert!(
            !accepts(&mut last, InputDevice::Shortcut, now),
            "a program's"
        );
    }

    #[test]
    fn letter_with_alt_needs_a_press_of_alt() {
        let now = Instant::now();
        let letter = || InputEvent {
            has_alt: true,
            has_modifier: true,
            ..key(Effect::Character)
        };
        let mut last = LastInput::default();
        last.record(&letter(), now);
        assert!(!accepts(&mut last, InputDevice::Shortcut, now), "locked");
        last.record(&key(Effect::Alt), now);
        last.record(&letter(), now);
        assert!(accepts(&mut last, InputDevice::Shortcut, now), "held");
        last.key_released(&super::key::Alt_L);
        last.record(&letter(), now);
        assert!(!accepts(&mut last, InputDevice::Shortcut, now), "released");
    }

    #[test]
    fn adjusting_key_explains_a_setting_and_no_press() {
        let now = Instant::now();
        let mut last = LastInput::default();
        last.record(&key(Effect::Adjust), now);
        assert!(!accepts(&mut last, InputDevice::Key, now));
        last.record(&key(Effect::Adjust), now);
        assert!(last.take(InputDevice::Key, true, now));
        assert!(!last.take(InputDevice::Key, true, now), "used up");
        last.record(&key(Effect::Adjust), now);
        assert!(!last.take(InputDevice::Pointer, true, now));
    }

    #[test]
    fn enter_with_control_needs_a_press_of_control() {
        let now = Instant::now();
        let enter = || with_modifier(key(Effect::Press));
        let mut last = LastInput::default();
        last.record(&enter(), now);
        assert!(!accepts(&mut last, InputDevice::Key, now), "locked");

        last.record(&key(Effect::Control), now);
        last.record(&enter(), now);
        assert!(accepts(&mut last, InputDevice::Key, now), "held");
        last.key_released(&super::key::Control_L);
        last.record(&enter(), now);
        assert!(!accepts(&mut last, InputDevice::Key, now), "released");

        last.record(&key(Effect::Control), now);
        last.key_released(&super::key::Control_L);
        last.record(&enter(), now);
        assert!(accepts(&mut last, InputDevice::Key, now), "sticky keys");
        last.record(&enter(), now);
        assert!(!accepts(&mut last, InputDevice::Key, now), "only once");

        let of_program = from_device(Some(XTEST_KEYBOARD), key(Effect::Control));
        last.record(&of_program, now);
        last.record(&enter(), now);
        assert!(!accepts(&mut last, InputDevice::Key, now), "a program's");
    }

    #[test]
    fn key_is_early_for_a_second_after_a_program_moved_the_focus() {
        let now = Instant::now();
        let mut last = LastInput::default();
        let tab = || from_device(Some(XTEST_KEYBOARD), key(Effect::MoveFocus));
        assert_eq!(last.early_keys_remaining(now), None);
        last.record(&tab(), now);
        let moment = Duration::from_millis(1);
        let soon = now + FOREIGN_FOCUS_PERIOD - moment;
        assert_eq!(last.early_keys_remaining(soon), Some(moment));
        assert_eq!(last.early_keys_remaining(soon + moment), None);

        last.record(&tab(), now);
        let click = InputEvent {
            device: InputDevice::Pointer,
            key: None,
            ..key(Effect::Press)
        };
        last.record(&click, now);
        assert_eq!(last.early_keys_remaining(now), None, "the person clicked");
        last.record(&from_device(Some("Virtual core XTEST pointer"), click), now);
        assert!(last.early_keys_remaining(now).is_some());
    }

    #[test]
    fn input_of_programs_explains_nothing_and_ends_what_came_before() {
        let now = Instant::now();
        let of_programs = [
            from_device(Some(XTEST_KEYBOARD), key(Effect::Press)),
            InputEvent {
                is_sent: true,
                ..key(Effect::Press)
            },
            InputEvent {
                key: Some((0, 9)),
                ..key(Effect::Press)
            },
            InputEvent {
                key: Some((36, 9)),
                ..from_device(None, key(Effect::Press))
            },
        ];
        for event in of_programs {
            let mut last = LastInput::default();
            last.record(&key(Effect::Press), now);
            last.record(&event, now);
            assert!(!accepts(&mut last, InputDevice::Key, now));
        }
    }

    #[test]
    fn key_that_an_input_method_queues_again_stays_the_persons() {
        let now = Instant::now();
        let mut last = LastInput::default();
        last.record(&key(Effect::Control), now);
        last.record(&with_modifier(key(Effect::Press)), now);
        last.record(&from_device(None, with_modifier(key(Effect::Press))), now);
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
