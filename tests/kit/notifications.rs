//! Notifications shown by dunst, and presses on them.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::process::output;
use crate::virtual_desktop::VirtualDesktop;
use crate::wait::{TIMEOUT, wait_until};

/// The file with the notifications that dunst has shown.
const SHOWN_FILE: &str = "notifications";
/// The file with the button to press in dunst's menu.
const BUTTON_FILE: &str = "button-to-press";
const FIELD_SEPARATOR: char = '\u{1f}';
const RECORD_SEPARATOR: char = '\u{1e}';

/// A notification that dunst has shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notification {
    /// Its id on the bus.
    pub id: u32,
    /// The summary.
    pub title: String,
    /// The rest, as markup.
    pub body: String,
}

/// Configures dunst to record its notifications and to press buttons by name. Must be called before
/// dunst starts.
pub fn configure(home: &Path) -> Result<()> {
    let directory = home.join("config/dunst");
    fs::create_dir_all(&directory)?;
    let record_script = format!(
        "#!/bin/sh\n\
         printf '%s\\037%s\\037%s\\037%s\\036' \
         \"$DUNST_TIMESTAMP\" \"$DUNST_ID\" \"$DUNST_SUMMARY\" \"$DUNST_BODY\" \
         >> \"$HOME/{SHOWN_FILE}\"\n"
    );
    // dunst's menu lists every button of every notification as "#Button (title) [id,program]".
    let choose_script = format!("#!/bin/sh\ngrep -F -m 1 \"#$(cat \"$HOME/{BUTTON_FILE}\") (\"\n");
    for (name, script) in [("record", record_script), ("choose", choose_script)] {
        let path = directory.join(name);
        fs::write(&path, script)?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
    }
    let directory = directory.display();
    // Without timeouts, because a busy machine may need more than dunst's ten seconds.
    let config = format!(
        "[global]\n\
         dmenu = {directory}/choose\n\
         always_run_script = true\n\
         markup = full\n\
         [urgency_low]\n\
         timeout = 0\n\
         [urgency_normal]\n\
         timeout = 0\n\
         [record]\n\
         summary = \"*\"\n\
         script = {directory}/record\n"
    );
    fs::write(home.join("config/dunst/dunstrc"), config).context("no dunstrc")
}

/// All notifications shown so far, oldest first.
pub fn shown_notifications(desktop: &VirtualDesktop) -> Vec<Notification> {
    let text = fs::read_to_string(desktop.home().join(SHOWN_FILE)).unwrap_or_default();
    let records = text.split_terminator(RECORD_SEPARATOR);
    let mut shown: Vec<_> = records.filter_map(parse_record).collect();
    // dunst starts the recording script without waiting for the one before.
    shown.sort_by_key(|(time, _)| *time);
    shown
        .into_iter()
        .map(|(_, notification)| notification)
        .collect()
}

/// The record's time on dunst's clock, and the notification.
fn parse_record(record: &str) -> Option<(u64, Notification)> {
    let mut fields = record.splitn(4, FIELD_SEPARATOR);
    let time = fields.next()?.parse().ok()?;
    let notification = Notification {
        id: fields.next()?.parse().ok()?,
        title: fields.next()?.to_owned(),
        body: fields.next()?.to_owned(),
    };
    Some((time, notification))
}

/// Waits until exactly one notification is displayed and it matches.
pub fn wait_for_notification(
    desktop: &VirtualDesktop,
    what: &str,
    matches: impl Fn(&Notification) -> bool,
) -> Result<Notification> {
    wait_until(&format!("the notification: {what}"), TIMEOUT, || {
        let count = displayed_count(desktop)?;
        let last = shown_notifications(desktop)
            .pop()
            .context("no notification was shown")?;
        ensure!(
            count == 1 && matches(&last),
            "{count}, the last is {last:?}"
        );
        Ok(last)
    })
}

/// Waits until no notification is displayed.
pub fn wait_for_no_notification(desktop: &VirtualDesktop) -> Result<()> {
    wait_until("the notification to go", TIMEOUT, || {
        displayed_count(desktop).is_ok_and(|count| count == 0)
    })
}

/// The number of displayed notifications.
pub fn displayed_count(desktop: &VirtualDesktop) -> Result<u32> {
    let count = output(desktop.command("dunstctl").args(["count", "displayed"]))?;
    count.trim().parse().context("a count")
}

/// Presses a button of the notification.
pub fn press_button(desktop: &VirtualDesktop, button: &str) -> Result<()> {
    fs::write(desktop.home().join(BUTTON_FILE), button)?;
    output(desktop.command("dunstctl").arg("context")).map(drop)
}

/// Presses the notification itself, not a button.
pub fn press_notification(desktop: &VirtualDesktop) -> Result<()> {
    output(desktop.command("dunstctl").arg("action")).map(drop)
}

/// Emits a forged `ActionInvoked` signal, as a broadcast and to each connection.
pub fn forge_press(desktop: &VirtualDesktop, id: u32, key: &str) -> Result<()> {
    let names = output(desktop.command("dbus-send").args([
        "--session",
        "--print-reply",
        "--dest=org.freedesktop.DBus",
        "/org/freedesktop/DBus",
        "org.freedesktop.DBus.ListNames",
    ]))?;
    let connections = names.split('"').filter(|name| name.starts_with(':'));
    let broadcast = std::iter::once(None);
    for destination in broadcast.chain(connections.map(Some)) {
        let mut command = desktop.command("gdbus");
        command.args(["emit", "--session"]);
        if let Some(destination) = destination {
            command.args(["--dest", destination]);
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
