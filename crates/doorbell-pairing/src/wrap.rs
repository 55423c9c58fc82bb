//! Runs a server through `doorbell wrap`.

mod url;

use crate::document::Member;
use crate::edit::{Edit, NewValue};
use crate::entry::{CommandEntry, Entry, Transport};
use crate::entry_format::CommandFormat;
use crate::server::Refusal;

/// `doorbell wrap` needs these to find the desktop and Doorbell's socket.
const DESKTOP_VARIABLES: [&str; 5] = [
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "XAUTHORITY",
    "XDG_RUNTIME_DIR",
    "DBUS_SESSION_BUS_ADDRESS",
];

type NewMembers = Vec<(&'static str, NewValue)>;

pub(crate) struct WrapCommand<'a> {
    /// The absolute path of the `doorbell` command.
    pub doorbell: &'a str,
    pub server_name: &'a str,
}

impl WrapCommand<'_> {
    /// Returns the arguments that precede the server's command or URL.
    fn arguments(&self) -> Vec<String> {
        let mut arguments = vec!["wrap".to_owned()];
        if self.server_name.starts_with('-') {
            arguments.push(format!("--name={}", self.server_name));
        } else {
            arguments.extend(["--name".to_owned(), self.server_name.to_owned()]);
        }
        arguments
    }
}

/// Refuses entries that cannot be wrapped.
pub(crate) fn check(entry: &Entry<'_>, no_sign_in: bool) -> Result<(), Refusal> {
    match &entry.transport {
        Transport::Url(url_entry) => url::check(entry, url_entry, no_sign_in),
        Transport::Wrapped(_) | Transport::Command(_) => Ok(()),
    }
}

pub(crate) fn wrap(
    entry: &Entry<'_>,
    command: &WrapCommand<'_>,
    edit: &mut Edit<'_>,
) -> Result<(), Refusal> {
    match &entry.transport {
        Transport::Wrapped(_) => Ok(()),
        Transport::Command(server) => wrap_command(entry, server, command, edit),
        Transport::Url(server) => url::wrap(entry, server, command, edit),
    }
}

fn wrap_command(
    entry: &Entry<'_>,
    server: &CommandEntry<'_>,
    command: &WrapCommand<'_>,
    edit: &mut Edit<'_>,
) -> Result<(), Refusal> {
    let mut before = command.arguments();
    before.push("--".to_owned());
    let mut anchor = server.member;
    let mut new = Vec::new();
    match entry.entry_format.command_format {
        CommandFormat::Combined { .. } => {
            before.insert(0, command.doorbell.to_owned());
            edit.prepend(&server.member.value, &before);
        }
        CommandFormat::Separate { arguments, .. } => {
            before.push(server.program.to_owned());
            edit.replace_text(&server.member.value, command.doorbell);
            match server.arguments {
                Some(member) => {
                    edit.prepend(&member.value, &before);
                    anchor = member;
                }
                None => new.push((arguments, NewValue::Texts(before))),
            }
        }
    }
    pass_variables(entry, &[], &mut new, edit)?;
    raise_timeout(entry, &mut new, edit)?;
    edit.insert_after(entry.layout, anchor, &new);
    Ok(())
}

/// Makes the agent pass the desktop's variables and `more` to the server.
fn pass_variables(
    entry: &Entry<'_>,
    more: &[String],
    new: &mut NewMembers,
    edit: &mut Edit<'_>,
) -> Result<(), Refusal> {
    let Some(key) = entry.entry_format.env_passthrough_key else {
        return Ok(());
    };
    let desktop = DESKTOP_VARIABLES.map(str::to_owned);
    let required = desktop.into_iter().chain(more.to_vec());
    match entry.map.member(key) {
        Some(Member { value: list, .. }) => {
            let no_list = || entry.unexpected(list, "this is not a list of variables");
            let present = list.as_strings().ok_or_else(no_list)?;
            let missing: Vec<_> = required
                .filter(|name| !present.contains(&name.as_str()))
                .collect();
            if !missing.is_empty() {
                edit.append(list, &missing);
            }
        }
        None => new.push((key, NewValue::Texts(required.collect()))),
    }
    Ok(())
}

/// Makes the agent wait as long as a person may need.
fn raise_timeout(
    entry: &Entry<'_>,
    new: &mut NewMembers,
    edit: &mut Edit<'_>,
) -> Result<(), Refusal> {
    let Some((key, timeout)) = entry.entry_format.timeout else {
        return Ok(());
    };
    match entry.map.member(key) {
        None => new.push((key, NewValue::Number(timeout))),
        Some(Member { value, .. }) => {
            let no_time = || entry.unexpected(value, "this is not a time");
            let current = value.to_json().as_f64().ok_or_else(no_time)?;
            #[allow(clippy::cast_precision_loss, reason = "a day in milliseconds is exact")]
            if current < timeout as f64 {
                edit.replace(value, &NewValue::Number(timeout));
            }
        }
    }
    Ok(())
}
