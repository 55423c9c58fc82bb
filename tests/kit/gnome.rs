//! GNOME Shell on Wayland: what it shows, and a person's input.
//!
//! Everything goes through the shell's own interpreter, which it opens for tests (`--unsafe-mode`):
//! under Wayland no other program sees windows or makes input.

use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use zbus::blocking::{Connection, connection};
use zbus::zvariant::OwnedObjectPath;

use crate::accessibility;
use crate::app::CLASS;
use crate::input_devices::{Chord, symbol};
use crate::process::output;
use crate::virtual_desktop::VirtualDesktop;
use crate::wait::{TIMEOUT, wait_until};

/// Runs in the shell.
const SCRIPT: &str = include_str!("gnome.js");

/// The end of the shell's start opens the overview.
const IS_STARTED: &str = "!Main.layoutManager._startingUp";
const IS_USABLE: &str = "!Main.overview.visible";

/// On a loaded machine a key may be down for long enough to repeat.
const NO_KEY_REPEAT: &str = "[org/gnome/desktop/peripherals/keyboard]\nrepeat=false\n";

const SHELL: &str = "org.gnome.Shell";
const SCREEN_CAST: &str = "org.gnome.Mutter.ScreenCast";

/// The name of the desktop entry, with its suffix, as the shell calls an app.
pub const APP: &str = "doorbell.desktop";

/// The title of Home. A Wayland display is never known to be virtual.
pub const HOME: &str = "Doorbell Home";

/// A connection to the shell.
pub struct Shell(Connection);

/// A window as the shell knows it.
#[derive(Debug, Clone, Deserialize)]
pub struct Window {
    /// Its title.
    pub title: String,
    /// The desktop entry that it belongs to, or one that the shell made up.
    pub app: String,
    /// What the top bar calls the app.
    pub app_name: String,
    /// The app's icon.
    pub icon: String,
    /// Whether it has the keyboard.
    pub has_focus: bool,
    /// Left, top, width and height.
    pub area: [i32; 4],
}

/// A notification in the shell's list, shown as a banner or not.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Notification {
    /// The name of the app.
    pub from: String,
    /// The summary.
    pub title: String,
    /// The rest, as markup.
    pub body: String,
}

impl Shell {
    /// Connects to the shell on this session bus and prepares it, with its overview closed.
    pub fn connect(session_bus: &str) -> Result<Self> {
        let shell = Self(connection::Builder::address(session_bus)?.build()?);
        wait_until("GNOME Shell", TIMEOUT, || shell.is(IS_STARTED))?;
        shell.evaluate::<Value>(SCRIPT)?;
        wait_until("the end of the overview", TIMEOUT, || shell.is(IS_USABLE))?;
        Ok(shell)
    }

    /// The open windows, lowest first.
    pub fn windows(&self) -> Result<Vec<Window>> {
        self.call("windows", json!([]))
    }

    /// Doorbell's windows.
    pub fn doorbell_windows(&self) -> Result<Vec<Window>> {
        let mut windows = self.windows()?;
        windows.retain(|window| window.app == APP);
        Ok(windows)
    }

    /// Waits for the window that has the keyboard to match.
    pub fn waits_for_focus(&self, what: &str, matches: impl Fn(&Window) -> bool) -> Result<Window> {
        wait_until(&format!("the keyboard in {what}"), TIMEOUT, || {
            let windows = self.windows()?;
            let focused = windows.iter().find(|window| window.has_focus);
            let matching = focused.filter(|window| matches(window));
            matching.cloned().with_context(|| format!("{windows:?}"))
        })
    }

    /// Waits until Doorbell has no window.
    pub fn waits_for_no_window(&self) -> Result<()> {
        wait_until("Doorbell's windows to go", TIMEOUT, || {
            let windows = self.doorbell_windows()?;
            ensure!(windows.is_empty(), "{windows:?}");
            Ok(())
        })
    }

    /// Starts an app or brings it to the front, as a press on its icon does.
    pub fn launches(&self, app: &str) -> Result<()> {
        self.call::<Value>("launch", json!([app])).map(drop)
    }

    /// The shell's notifications.
    pub fn notifications(&self) -> Result<Vec<Notification>> {
        self.call("notifications", json!([]))
    }

    /// Waits for exactly one notification, which matches.
    pub fn waits_for_notification(
        &self,
        what: &str,
        matches: impl Fn(&Notification) -> bool,
    ) -> Result<Notification> {
        wait_until(&format!("the notification {what}"), TIMEOUT, || {
            let mut shown = self.notifications()?;
            ensure!(shown.len() == 1 && matches(&shown[0]), "{shown:?}");
            Ok(shown.remove(0))
        })
    }

    /// Waits until there is no notification.
    pub fn waits_for_no_notification(&self) -> Result<()> {
        wait_until("the notification to go", TIMEOUT, || {
            let shown = self.notifications()?;
            ensure!(shown.is_empty(), "{shown:?}");
            Ok(())
        })
    }

    /// Clicks the banner once it is on the screen.
    pub fn presses_banner(&self) -> Result<()> {
        let [x, y] = wait_until("a banner", TIMEOUT, || {
            let middle: Option<[f64; 2]> = self.call("banner", json!([]))?;
            middle.context("there is none")
        })?;
        self.call::<Value>("point", json!([x, y]))?;
        wait_until("the pointer on the banner", TIMEOUT, || {
            self.is("global.kit.is_pointer_on_banner()")
        })?;
        self.call::<Value>("click", json!([])).map(drop)
    }

    /// Types text.
    pub fn types(&self, text: &str) -> Result<()> {
        text.chars()
            .try_for_each(|character| self.taps(symbol(character)))
    }

    /// Presses a key or chord: `Tab`, `ctrl+Return`.
    pub fn presses(&self, chord: &str) -> Result<()> {
        let Chord { modifiers, key } = chord.parse()?;
        for modifier in &modifiers {
            self.call::<Value>("press", json!([modifier]))?;
        }
        self.taps(key)?;
        // The shell reports modifiers as they are when it handles a key.
        self.settles()?;
        for modifier in modifiers.iter().rev() {
            self.call::<Value>("release", json!([modifier]))?;
        }
        Ok(())
    }

    /// Presses a key or chord until Doorbell's window goes. It refuses presses for half a second after it
    /// got the keyboard, which the shell reports earlier.
    pub fn presses_until_gone(&self, chord: &str) -> Result<()> {
        wait_until("Doorbell's window to take a key", TIMEOUT, || {
            let windows = self.doorbell_windows()?;
            if !windows.is_empty() {
                self.presses(chord)?;
                bail!("{windows:?}");
            }
            Ok(())
        })
    }

    /// Locks or unlocks the screen.
    pub fn sets_locked(&self, is_locked: bool) -> Result<()> {
        self.call::<Value>("lock", json!([is_locked])).map(drop)
    }

    /// Starts to share the screen, as this program.
    pub fn shares_screen(&self) -> Result<ScreenShare<'_>> {
        let path = format!("/{}", SCREEN_CAST.replace('.', "/"));
        let options = std::collections::HashMap::<String, zbus::zvariant::Value<'_>>::new();
        let reply = self.0.call_method(
            Some(SCREEN_CAST),
            path.as_str(),
            Some(SCREEN_CAST),
            "CreateSession",
            &options,
        )?;
        let session = reply.body().deserialize()?;
        Ok(ScreenShare {
            shell: self,
            session,
        })
    }

    fn taps(&self, symbol: u32) -> Result<()> {
        self.call::<Value>("press", json!([symbol]))?;
        self.call::<Value>("release", json!([symbol])).map(drop)
    }

    /// Returns when the shell has handled all earlier input. Its input comes in order, so this moves the
    /// pointer and waits for that.
    fn settles(&self) -> Result<()> {
        let target: [f64; 2] = self.call("nudge", json!([]))?;
        wait_until("the shell to handle input", TIMEOUT, || {
            let now: [f64; 2] = self.call("pointer", json!([]))?;
            ensure!(now == target, "the pointer is at {now:?}, not {target:?}");
            Ok(())
        })
    }

    /// Calls a function of [`SCRIPT`].
    fn call<T: DeserializeOwned>(&self, function: &str, arguments: Value) -> Result<T> {
        self.evaluate(&format!("global.kit.{function}(...{arguments})"))
    }

    fn is(&self, condition: &str) -> Result<()> {
        ensure!(self.evaluate::<bool>(condition)?, "{condition} is false");
        Ok(())
    }

    fn evaluate<T: DeserializeOwned>(&self, script: &str) -> Result<T> {
        let reply = self.0.call_method(
            Some(SHELL),
            "/org/gnome/Shell",
            Some(SHELL),
            "Eval",
            &(script,),
        )?;
        let (is_done, result): (bool, String) = reply.body().deserialize()?;
        ensure!(is_done, "the shell failed: {result}");
        // The shell returns nothing for `undefined`.
        let json = if result.is_empty() { "null" } else { &result };
        serde_json::from_str(json).with_context(|| result.clone())
    }
}

/// A running screen share.
pub struct ScreenShare<'s> {
    shell: &'s Shell,
    session: OwnedObjectPath,
}

impl ScreenShare<'_> {
    /// Stops to share the screen.
    pub fn stops(self) -> Result<()> {
        let interface = format!("{SCREEN_CAST}.Session");
        self.shell.0.call_method(
            Some(SCREEN_CAST),
            self.session.as_str(),
            Some(interface.as_str()),
            "Stop",
            &(),
        )?;
        Ok(())
    }
}

/// Waits until a window of Doorbell with this title takes keys and presses.
pub fn waits_until_ready(desktop: &VirtualDesktop, title: &str) -> Result<()> {
    wait_until("the window to take keys", TIMEOUT, || {
        let tree = accessibility::tree(desktop, CLASS)?;
        let page = tree.find("frame", title).with_context(|| tree.outline())?;
        let accepts = match title {
            HOME => page.accepts_keys(),
            _ => page.accepts_presses(),
        };
        let is_ready = page.has_keyboard() && accepts;
        ensure!(is_ready, "it does not:\n{}", page.outline());
        Ok(())
    })
}

/// Sets one of the desktop's settings.
pub fn set(desktop: &VirtualDesktop, schema: &str, key: &str, value: &str) -> Result<()> {
    let mut command = desktop.command("gsettings");
    output(command.args(["set", schema, key, value])).map(drop)
}

/// The mean brightness of a part of the screen, from 0 (black) to 1 (white).
pub fn brightness(desktop: &VirtualDesktop, [left, top, width, height]: [i32; 4]) -> Result<f64> {
    let picture = desktop.home().join("screen.png");
    desktop.photograph(&picture)?;
    let mut convert = desktop.command("convert");
    let part = format!("{width}x{height}+{left}+{top}");
    convert.arg(&picture).args(["-crop", &part]);
    let mean = output(convert.args(["-format", "%[fx:mean]", "info:"]))?;
    mean.trim().parse().context("a brightness")
}

/// Prepares a home for the shell: Doorbell is an app there, as with a package, and the shell does not
/// warn that nothing can unlock the screen.
pub(crate) fn prepare_home(home: &Path, program: &Path) -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let data = home.join("data");
    let entries = data.join("applications");
    let icons = data.join("icons/hicolor/128x128/apps");
    let shell = data.join("gnome-shell");
    for directory in [&entries, &icons, &shell] {
        std::fs::create_dir_all(directory)?;
    }
    std::fs::write(shell.join("lock-warning-shown"), "")?;
    let settings = home.join("config/glib-2.0/settings");
    std::fs::create_dir_all(&settings)?;
    std::fs::write(settings.join("keyfile"), NO_KEY_REPEAT)?;
    let directory = program.parent().context("a folder")?;
    let entry = std::fs::read_to_string(root.join("packaging/doorbell.desktop"))?;
    let entry = entry.replace("@BIN@", &directory.display().to_string());
    std::fs::write(entries.join(APP), entry)?;
    std::fs::copy(root.join("icons/128x128.png"), icons.join("doorbell.png"))?;
    Ok(())
}
