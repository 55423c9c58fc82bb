//! Puts `doorbell wrap` before a server.

use crate::addressing;
use crate::dialect::Words;
use crate::document::Member;
use crate::edit::{Edit, Written};
use crate::entry::{Command, Entry, Reach};
use crate::server::Why;

/// Where the desktop is, and the way to Doorbell: agents that hide the environment must let this
/// through.
const DESKTOP: [&str; 5] = [
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "XAUTHORITY",
    "XDG_RUNTIME_DIR",
    "DBUS_SESSION_BUS_ADDRESS",
];

/// What is put into an entry, by its names.
pub(crate) type NewMembers = Vec<(&'static str, Written)>;

/// How a server is to be wrapped.
pub(crate) struct Wrap<'a> {
    /// The absolute path of the `doorbell` command.
    pub doorbell: &'a str,
    /// What the server is called.
    pub name: &'a str,
}

impl Wrap<'_> {
    /// What comes before the server.
    pub fn arguments(&self) -> Vec<String> {
        let mut arguments = vec!["wrap".to_owned()];
        if self.name.starts_with('-') {
            arguments.push(format!("--name={}", self.name));
        } else {
            arguments.extend(["--name".to_owned(), self.name.to_owned()]);
        }
        arguments
    }
}

/// Whether the entry can be wrapped.
pub(crate) fn check(entry: &Entry<'_>, no_sign_in: bool) -> Result<(), Why> {
    match &entry.reach {
        Reach::Address(address) => addressing::check(entry, address, no_sign_in),
        Reach::Wrapped(_) | Reach::Command(_) => Ok(()),
    }
}

/// Wraps the server that this entry names.
pub(crate) fn wrap(entry: &Entry<'_>, wrap: &Wrap<'_>, edit: &mut Edit<'_>) -> Result<(), Why> {
    match &entry.reach {
        Reach::Wrapped(_) => Ok(()),
        Reach::Command(command) => put_before(entry, command, wrap, edit),
        Reach::Address(address) => addressing::wrap(entry, address, wrap, edit),
    }
}

fn put_before(
    entry: &Entry<'_>,
    command: &Command<'_>,
    wrap: &Wrap<'_>,
    edit: &mut Edit<'_>,
) -> Result<(), Why> {
    let mut before = wrap.arguments();
    before.push("--".to_owned());
    let mut anchor = command.member;
    let mut new = Vec::new();
    match entry.dialect.words {
        Words::Together { .. } => {
            before.insert(0, wrap.doorbell.to_owned());
            edit.prepend(&command.member.value, &before);
        }
        Words::Apart { arguments, .. } => {
            before.push(command.program.to_owned());
            edit.replace_text(&command.member.value, wrap.doorbell);
            match command.arguments {
                Some(member) => {
                    edit.prepend(&member.value, &before);
                    anchor = member;
                }
                None => new.push((arguments, Written::Texts(before))),
            }
        }
    }
    let_through(entry, &[], &mut new, edit)?;
    wind(entry, &mut new, edit)?;
    edit.insert_after(entry.layout, anchor, &new);
    Ok(())
}

/// Has the agent let through what `doorbell wrap` needs, and more.
pub(crate) fn let_through(
    entry: &Entry<'_>,
    more: &[String],
    new: &mut NewMembers,
    edit: &mut Edit<'_>,
) -> Result<(), Why> {
    let Some(key) = entry.dialect.let_through else {
        return Ok(());
    };
    let wanted = DESKTOP.map(str::to_owned).into_iter().chain(more.to_vec());
    match entry.map.first(key) {
        Some(Member { value: list, .. }) => {
            let odd = || entry.odd(list, "this is not a list of variables");
            let there = list.texts().ok_or_else(odd)?;
            let missing: Vec<_> = wanted
                .filter(|name| !there.contains(&name.as_str()))
                .collect();
            if !missing.is_empty() {
                edit.append(list, &missing);
            }
        }
        None => new.push((key, Written::Texts(wanted.collect()))),
    }
    Ok(())
}

/// Has the agent wait as long as a person may need.
pub(crate) fn wind(
    entry: &Entry<'_>,
    new: &mut NewMembers,
    edit: &mut Edit<'_>,
) -> Result<(), Why> {
    let Some((key, amount)) = entry.dialect.clock else {
        return Ok(());
    };
    match entry.map.first(key) {
        None => new.push((key, Written::Number(amount))),
        Some(Member { value, .. }) => {
            let odd = || entry.odd(value, "this is not a time");
            let time = value.value().as_f64().ok_or_else(odd)?;
            #[allow(clippy::cast_precision_loss, reason = "a day in milliseconds is exact")]
            if time < amount as f64 {
                edit.replace(value, &Written::Number(amount));
            }
        }
    }
    Ok(())
}
