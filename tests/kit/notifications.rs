//! The notifications on the screen, as dunst shows them and as a person presses them.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::process::output;
use crate::virtual_desktop::VirtualDesktop;
use crate::wait::{PATIENCE, wait_until};

/// What dunst has shown, one record after another.
const SHOWN: &str = "notifications";
/// The button to press in the menu that dunst opens.
const WANTED: &str = "wanted-button";
const FIELD: char = '\u{1f}';
const RECORD: char = '\u{1e}';

/// A notification that dunst has shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The number the bus knows it by.
    pub id: u32,
    /// Its first line.
    pub title: String,
    /// The rest, as markup.
    pub body: String,
}

/// Has dunst write down what it shows, and press buttons by their name. To be called before it
/// starts.
///
/// # Errors
/// The files could not be written.
pub fn configure(home: &Path) -> Result<()> {
    let directory = home.join("config/dunst");
    fs::create_dir_all(&directory)?;
    let writes = format!(
        "#!/bin/sh\n\
         printf '%s\\037%s\\037%s\\036' \"$DUNST_ID\" \"$DUNST_SUMMARY\" \"$DUNST_BODY\" \
         >> \"$HOME/{SHOWN}\"\n"
    );
    // dunst offers every button of every notification, each as "#Button (title) [id,program]".
    let chooses = format!("#!/bin/sh\ngrep -F -m 1 \"#$(cat \"$HOME/{WANTED}\") (\"\n");
    for (name, script) in [("writes", writes), ("chooses", chooses)] {
        let path = directory.join(name);
        fs::write(&path, script)?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
    }
    let directory = directory.display();
    // dunst would take a notification away after ten seconds, which a busy machine needs for less.
    let config = format!(
        "[global]\n\
         dmenu = {directory}/chooses\n\
         always_run_script = true\n\
         markup = full\n\
         [urgency_low]\n\
         timeout = 0\n\
         [urgency_normal]\n\
         timeout = 0\n\
         [write_down]\n\
         summary = \"*\"\n\
         script = {directory}/writes\n"
    );
    fs::write(home.join("config/dunst/dunstrc"), config).context("no dunstrc")
}

/// Everything that was shown, the oldest first.
pub fn shown(desktop: &VirtualDesktop) -> Vec<Note> {
    let text = fs::read_to_string(desktop.home().join(SHOWN)).unwrap_or_default();
    text.split_terminator(RECORD).filter_map(note).collect()
}

fn note(record: &str) -> Option<Note> {
    let mut fields = record.splitn(3, FIELD);
    Some(Note {
        id: fields.next()?.parse().ok()?,
        title: fields.next()?.to_owned(),
        body: fields.next()?.to_owned(),
    })
}

/// The one notification there is, once it is what is looked for.
///
/// # Errors
/// It did not come to that.
pub fn sees(desktop: &VirtualDesktop, what: &str, is_it: impl Fn(&Note) -> bool) -> Result<Note> {
    wait_until(&format!("the notification: {what}"), PATIENCE, || {
        let count = count(desktop)?;
        let last = shown(desktop).pop().context("there was none")?;
        ensure!(count == 1 && is_it(&last), "{count}, the last is {last:?}");
        Ok(last)
    })
}

/// Waits until no notification is on the screen.
///
/// # Errors
/// One stayed.
pub fn sees_none(desktop: &VirtualDesktop) -> Result<()> {
    wait_until("the notification to go", PATIENCE, || {
        count(desktop).is_ok_and(|count| count == 0)
    })
}

/// How many are on the screen.
///
/// # Errors
/// There is no dunst.
pub fn count(desktop: &VirtualDesktop) -> Result<u32> {
    let count = output(desktop.command("dunstctl").args(["count", "displayed"]))?;
    count.trim().parse().context("a count")
}

/// Presses a button of the notification.
///
/// # Errors
/// There is no dunst.
pub fn presses(desktop: &VirtualDesktop, button: &str) -> Result<()> {
    fs::write(desktop.home().join(WANTED), button)?;
    output(desktop.command("dunstctl").arg("context")).map(drop)
}

/// Presses the notification itself.
///
/// # Errors
/// There is no dunst.
pub fn presses_itself(desktop: &VirtualDesktop) -> Result<()> {
    output(desktop.command("dunstctl").arg("action")).map(drop)
}

/// Claims on the bus that a button was pressed, as any program can: to everyone, and to each
/// connection by itself.
///
/// # Errors
/// There is no bus.
pub fn forges_press(desktop: &VirtualDesktop, id: u32, key: &str) -> Result<()> {
    let names = output(desktop.command("dbus-send").args([
        "--session",
        "--print-reply",
        "--dest=org.freedesktop.DBus",
        "/org/freedesktop/DBus",
        "org.freedesktop.DBus.ListNames",
    ]))?;
    let connections = names.split('"').filter(|name| name.starts_with(':'));
    let everyone = std::iter::once(None);
    for to in everyone.chain(connections.map(Some)) {
        let mut command = desktop.command("gdbus");
        command.args(["emit", "--session"]);
        if let Some(to) = to {
            command.args(["--dest", to]);
        }
        output(
            command
                .args(["--object-path", "/org/freedesktop/Notifications"])
                .args(["--signal", "org.freedesktop.Notifications.ActionInvoked"])
                .args([&id.to_string(), key]),
        )?;
    }
    Ok(())
}
