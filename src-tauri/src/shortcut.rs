//! The keys that bring the oldest question to the front from anywhere. Only X11 lets an app listen
//! to keys it was not given.

use std::sync::mpsc;

use doorbell_daemon::Handle;
use global_hotkey::hotkey::{Code, HotKey, Modifiers};
use global_hotkey::{Error, GlobalHotKeyEvent, GlobalHotKeyManager, HotKeyState};

use crate::facts::Facts;

/// Why a shortcut does not work, in a sentence for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
enum NoShortcut {
    /// It is no keys.
    #[error("Doorbell cannot read the shortcut. Write it like Ctrl+Alt+D.")]
    Unreadable,
    /// It would be lost for typing.
    #[error("The shortcut needs Ctrl, Alt or Super, or typing would set it off.")]
    Bare,
    /// Someone else has it.
    #[error("Another program already listens to the shortcut. Choose other keys.")]
    Taken,
    /// The keyboard has no such key.
    #[error("This keyboard cannot type the shortcut. Choose other keys.")]
    NoSuchKey,
    /// There is no listening here.
    #[error(
        "Wayland lets no app listen to keys; set a shortcut in your desktop's settings that runs \
         `doorbell open`."
    )]
    Wayland,
}

/// Listens to what is sent, on a thread of its own, because the display takes a moment to answer.
/// The facts tell why the keys that were sent last do not work.
pub fn listen(daemon: Handle, facts: Facts) -> mpsc::Sender<Option<String>> {
    let (wanted, changes) = mpsc::channel::<Option<String>>();
    std::thread::spawn(move || {
        let mut shortcut = Shortcut::new(daemon);
        for keys in changes {
            let trouble = shortcut.set(keys.as_deref()).err();
            let trouble = trouble.map(|trouble| trouble.to_string());
            facts.change(|facts| facts.shortcut_trouble = trouble);
        }
    });
    wanted
}

/// Listens to one shortcut at most. Dropping it ends the listening.
struct Shortcut {
    is_wayland: bool,
    /// Its thread looks for keys twenty times a second, so there is none without a shortcut.
    listening: Option<(GlobalHotKeyManager, HotKey)>,
}

impl Shortcut {
    /// Listens to nothing yet. There can be one in a program.
    fn new(daemon: Handle) -> Self {
        GlobalHotKeyEvent::set_event_handler(Some(move |event: GlobalHotKeyEvent| {
            if event.state() == HotKeyState::Pressed {
                daemon.shortcut_pressed();
            }
        }));
        Self {
            is_wayland: is_wayland(|name| {
                std::env::var_os(name).is_some_and(|set| !set.is_empty())
            }),
            listening: None,
        }
    }

    /// Listens to these keys and no longer to the ones before, or to none. Waits for the display
    /// a moment.
    ///
    /// # Errors
    /// Why these keys do not work; nothing is listened to then.
    fn set(&mut self, keys: Option<&str>) -> Result<(), NoShortcut> {
        let wanted = keys.map(read).transpose();
        if let (Ok(Some(wanted)), Some((_, now))) = (&wanted, &self.listening)
            && wanted == now
        {
            return Ok(());
        }
        if let Some((manager, before)) = self.listening.take() {
            // The connection ends with the manager, and what it listened to with it; but later.
            let _ = manager.unregister(before);
        }
        let Some(wanted) = wanted? else {
            return Ok(());
        };
        if self.is_wayland {
            return Err(NoShortcut::Wayland);
        }
        let manager = GlobalHotKeyManager::new().map_err(|_| NoShortcut::NoSuchKey)?;
        manager.register(wanted).map_err(|error| match error {
            Error::AlreadyRegistered(_) => NoShortcut::Taken,
            _ => NoShortcut::NoSuchKey,
        })?;
        self.listening = Some((manager, wanted));
        Ok(())
    }
}

/// X11 programs run under Wayland too, but hear only what is typed into such programs.
fn is_wayland(is_set: impl Fn(&str) -> bool) -> bool {
    is_set("WAYLAND_DISPLAY") || !is_set("DISPLAY")
}

/// Reads keys as people write them: modifiers first, then one key.
fn read(keys: &str) -> Result<HotKey, NoShortcut> {
    let keys: HotKey = keys.parse().map_err(|_| NoShortcut::Unreadable)?;
    let held = Modifiers::CONTROL | Modifiers::ALT | Modifiers::META;
    if keys.mods.intersects(held) || types_nothing(keys.key) {
        Ok(keys)
    } else {
        Err(NoShortcut::Bare)
    }
}

/// Keys that do nothing in a text.
fn types_nothing(key: Code) -> bool {
    let name = key.to_string();
    let numbered = |number: &str| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    name.strip_prefix('F').is_some_and(numbered) || matches!(key, Code::Pause | Code::ScrollLock)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_as_people_write_them() {
        let expected = HotKey::new(Some(Modifiers::CONTROL | Modifiers::ALT), Code::KeyD);
        for keys in ["Ctrl+Alt+D", "ctrl+alt+d", " Control + Alt + KeyD "] {
            assert_eq!(read(keys), Ok(expected), "{keys:?}");
        }
        for keys in ["Super+D", "F9", "Shift+F12", "Pause", "Alt+Space"] {
            assert!(read(keys).is_ok(), "{keys:?}");
        }
    }

    #[test]
    fn keys_that_cannot_be_read_say_so() {
        for keys in [
            "",
            "+",
            "Ctrl+",
            "Ctrl+Alt",
            "Hyper+D",
            "Ctrl+D+Alt",
            "Ctrl+ä",
        ] {
            assert_eq!(read(keys), Err(NoShortcut::Unreadable), "{keys:?}");
        }
    }

    #[test]
    fn keys_people_type_with_are_not_taken_from_them() {
        for keys in ["d", "Shift+D", "Enter", "Escape", "Shift+Tab"] {
            assert_eq!(read(keys), Err(NoShortcut::Bare), "{keys:?}");
        }
    }

    #[test]
    fn wayland_is_known_also_where_x11_programs_run() {
        let with = |set: &[&str]| is_wayland(|name| set.contains(&name));
        assert!(!with(&["DISPLAY"]));
        assert!(with(&["DISPLAY", "WAYLAND_DISPLAY"]));
        assert!(with(&["WAYLAND_DISPLAY"]));
        let mut under_wayland = Shortcut {
            is_wayland: true,
            listening: None,
        };
        assert_eq!(
            under_wayland.set(Some("Ctrl+Alt+D")),
            Err(NoShortcut::Wayland)
        );
        assert_eq!(under_wayland.set(None), Ok(()));
    }
}
