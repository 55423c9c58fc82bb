//! The global shortcut that shows the oldest question. Only X11 supports it.

use std::sync::mpsc;

use doorbell_daemon::Handle;
use global_hotkey::hotkey::{Code, HotKey, Modifiers};
use global_hotkey::{Error, GlobalHotKeyEvent, GlobalHotKeyManager, HotKeyState};

use crate::facts::Facts;

/// The messages are shown to the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
enum ShortcutError {
    #[error("Doorbell cannot read the shortcut. Write it like Ctrl+Alt+D.")]
    Unreadable,
    #[error("The shortcut needs Ctrl, Alt or Super, or typing would set it off.")]
    NeedsModifier,
    #[error("Another program already listens to the shortcut. Choose other keys.")]
    Taken,
    #[error("This keyboard cannot type the shortcut. Choose other keys.")]
    NoSuchKey,
    #[error(
        "Wayland lets no app listen to keys; set a shortcut in your desktop's settings that runs \
         `doorbell open`."
    )]
    Wayland,
}

/// Starts a thread that registers each shortcut sent to it: registering blocks on the display. The
/// facts report why the last one does not work.
pub fn listen(daemon: Handle, facts: Facts) -> mpsc::Sender<Option<String>> {
    let (requested, changes) = mpsc::channel::<Option<String>>();
    std::thread::spawn(move || {
        let mut shortcut = Shortcut::new(daemon);
        for keys in changes {
            let problem = shortcut.set(keys.as_deref()).err();
            let problem = problem.map(|problem| problem.to_string());
            facts.change(|facts| facts.shortcut_trouble = problem);
        }
    });
    requested
}

/// At most one registered shortcut, until dropped.
struct Shortcut {
    is_wayland: bool,
    /// `None` without a shortcut: the manager's thread polls twenty times a second.
    registered: Option<(GlobalHotKeyManager, HotKey)>,
}

impl Shortcut {
    /// Sets the event handler, which is global to the process.
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
            registered: None,
        }
    }

    /// Replaces the registered shortcut. Blocks on the display.
    ///
    /// # Errors
    /// No shortcut is registered afterwards.
    fn set(&mut self, keys: Option<&str>) -> Result<(), ShortcutError> {
        let requested = keys.map(parse).transpose();
        if let (Ok(Some(requested)), Some((_, now))) = (&requested, &self.registered)
            && requested == now
        {
            return Ok(());
        }
        if let Some((manager, before)) = self.registered.take() {
            // Dropping the manager also unregisters, but later.
            let _ = manager.unregister(before);
        }
        let Some(requested) = requested? else {
            return Ok(());
        };
        if self.is_wayland {
            return Err(ShortcutError::Wayland);
        }
        let manager = GlobalHotKeyManager::new().map_err(|_| ShortcutError::NoSuchKey)?;
        manager.register(requested).map_err(|error| match error {
            Error::AlreadyRegistered(_) => ShortcutError::Taken,
            _ => ShortcutError::NoSuchKey,
        })?;
        self.registered = Some((manager, requested));
        Ok(())
    }
}

/// X11 programs also run under Wayland, but only see keys typed into X11 windows.
fn is_wayland(is_set: impl Fn(&str) -> bool) -> bool {
    is_set("WAYLAND_DISPLAY") || !is_set("DISPLAY")
}

/// Modifiers first, then one key.
fn parse(keys: &str) -> Result<HotKey, ShortcutError> {
    let keys: HotKey = keys.parse().map_err(|_| ShortcutError::Unreadable)?;
    let modifiers = Modifiers::CONTROL | Modifiers::ALT | Modifiers::META;
    if keys.mods.intersects(modifiers) || types_no_text(keys.key) {
        Ok(keys)
    } else {
        Err(ShortcutError::NeedsModifier)
    }
}

fn types_no_text(key: Code) -> bool {
    let name = key.to_string();
    let numbered = |number: &str| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    name.strip_prefix('F').is_some_and(numbered) || matches!(key, Code::Pause | Code::ScrollLock)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_spellings_are_parsed() {
        let expected = HotKey::new(Some(Modifiers::CONTROL | Modifiers::ALT), Code::KeyD);
        for keys in ["Ctrl+Alt+D", "ctrl+alt+d", " Control + Alt + KeyD "] {
            assert_eq!(parse(keys), Ok(expected), "{keys:?}");
        }
        for keys in ["Super+D", "F9", "Shift+F12", "Pause", "Alt+Space"] {
            assert!(parse(keys).is_ok(), "{keys:?}");
        }
    }

    #[test]
    fn unreadable_keys_are_refused() {
        for keys in [
            "",
            "+",
            "Ctrl+",
            "Ctrl+Alt",
            "Hyper+D",
            "Ctrl+D+Alt",
            "Ctrl+ä",
        ] {
            assert_eq!(parse(keys), Err(ShortcutError::Unreadable), "{keys:?}");
        }
    }

    #[test]
    fn typing_keys_need_a_modifier() {
        for keys in ["d", "Shift+D", "Enter", "Escape", "Shift+Tab"] {
            assert_eq!(parse(keys), Err(ShortcutError::NeedsModifier), "{keys:?}");
        }
    }

    #[test]
    fn wayland_is_detected_with_xwayland() {
        let with = |set: &[&str]| is_wayland(|name| set.contains(&name));
        assert!(!with(&["DISPLAY"]));
        assert!(with(&["DISPLAY", "WAYLAND_DISPLAY"]));
        assert!(with(&["WAYLAND_DISPLAY"]));
        let mut under_wayland = Shortcut {
            is_wayland: true,
            registered: None,
        };
        assert_eq!(
            under_wayland.set(Some("Ctrl+Alt+D")),
            Err(ShortcutError::Wayland)
        );
        assert_eq!(under_wayland.set(None), Ok(()));
    }
}
