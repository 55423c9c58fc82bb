//! Reads a server's entry.

use std::path::Path;

use crate::document::{Layout, Member, Node, Shape};
use crate::entry_format::{CommandFormat, EntryFormat};
use crate::parse_error::ParseError;
use crate::server::Refusal;

/// A server's entry without duplicate keys.
pub(crate) struct Entry<'a> {
    pub entry_format: &'a EntryFormat,
    text: &'a str,
    /// The map that holds the command or URL.
    pub map: &'a Node,
    pub layout: Layout,
    pub transport: Transport<'a>,
}

pub(crate) enum Transport<'a> {
    /// `doorbell wrap` with these arguments.
    Wrapped(Vec<&'a str>),
    Command(CommandEntry<'a>),
    Url(UrlEntry<'a>),
}

pub(crate) struct CommandEntry<'a> {
    pub member: &'a Member,
    pub program: &'a str,
    /// The list of arguments, if the format keeps it separate from the command.
    pub arguments: Option<&'a Member>,
}

pub(crate) struct UrlEntry<'a> {
    pub member: &'a Member,
    pub url: &'a str,
    pub type_member: Option<&'a Member>,
}

pub(crate) fn read<'a>(
    entry_format: &'a EntryFormat,
    text: &'a str,
    entry: &'a Node,
) -> Result<Entry<'a>, Refusal> {
    let map = match entry_format.transport_key {
        Some(key) => entry.find(text, [key])?.ok_or(Refusal::NoTransport)?,
        None => entry,
    };
    let Shape::Map(layout, members) = &map.shape else {
        return Err(unexpected(text, map, "this is not a server"));
    };
    for member in members {
        // Fails on a duplicate key: agents differ in which one they use.
        map.find(text, [&member.key])?;
    }
    let transport = match command(entry_format, text, map)? {
        Some(transport) => transport,
        None => Transport::Url(url(entry_format, text, map)?),
    };
    Ok(Entry {
        entry_format,
        text,
        map,
        layout: *layout,
        transport,
    })
}

impl Entry<'_> {
    pub fn unexpected(&self, node: &Node, message: &str) -> Refusal {
        unexpected(self.text, node, message)
    }
}

fn unexpected(text: &str, node: &Node, message: &str) -> Refusal {
    ParseError::at_byte(text, node.span.start, message).into()
}

fn command<'a>(
    entry_format: &EntryFormat,
    text: &str,
    map: &'a Node,
) -> Result<Option<Transport<'a>>, Refusal> {
    let (command, arguments) = match entry_format.command_format {
        CommandFormat::Separate { command, arguments } => (command, map.member(arguments)),
        CommandFormat::Combined { command } => (command, None),
    };
    let Some(member) = map.member(command) else {
        return Ok(None);
    };
    let no_command = || unexpected(text, &member.value, "this is not a command");
    let mut words = match entry_format.command_format {
        CommandFormat::Separate { .. } => vec![member.value.as_str().ok_or_else(no_command)?],
        CommandFormat::Combined { .. } => member.value.as_strings().ok_or_else(no_command)?,
    };
    if let Some(Member { value, .. }) = arguments {
        let no_list = || unexpected(text, value, "this is not a list of arguments");
        words.extend(value.as_strings().ok_or_else(no_list)?);
    }
    let (&program, rest) = words.split_first().ok_or_else(no_command)?;
    Ok(Some(match rest.split_first() {
        Some((&"wrap", wrapped)) if is_doorbell(program) => Transport::Wrapped(wrapped.to_vec()),
        Some((&"mcp", [])) if is_doorbell(program) => return Err(Refusal::DoorbellItself),
        _ => Transport::Command(CommandEntry {
            member,
            program,
            arguments,
        }),
    }))
}

/// Returns true for the `doorbell` command in any directory.
pub(crate) fn is_doorbell(program: &str) -> bool {
    Path::new(program)
        .file_name()
        .is_some_and(|name| name == "doorbell")
}

fn url<'a>(entry_format: &EntryFormat, text: &str, map: &'a Node) -> Result<UrlEntry<'a>, Refusal> {
    let member = entry_format.url_keys.iter().find_map(|key| map.member(key));
    let member = member.ok_or(Refusal::NoTransport)?;
    let no_url = || unexpected(text, &member.value, "this is not an address");
    Ok(UrlEntry {
        member,
        url: member.value.as_str().ok_or_else(no_url)?,
        type_member: map.member("type"),
    })
}
