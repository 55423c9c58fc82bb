//! Reads a server's entry.

use std::path::Path;

use crate::dialect::{Dialect, Words};
use crate::document::{Layout, Member, Node, Shape};
use crate::place::Mistake;
use crate::server::Why;

/// What an entry says. No name is there twice.
pub(crate) struct Entry<'a> {
    pub dialect: &'a Dialect,
    text: &'a str,
    /// The map that says how the server is reached.
    pub map: &'a Node,
    pub layout: Layout,
    pub reach: Reach<'a>,
}

/// How a server is reached.
pub(crate) enum Reach<'a> {
    /// Through `doorbell wrap`, with these arguments behind it.
    Wrapped(Vec<&'a str>),
    Command(Command<'a>),
    Address(Address<'a>),
}

/// A command that the agent runs.
pub(crate) struct Command<'a> {
    pub member: &'a Member,
    pub program: &'a str,
    /// The list of arguments, where it is apart.
    pub arguments: Option<&'a Member>,
}

/// An address.
pub(crate) struct Address<'a> {
    pub member: &'a Member,
    pub url: &'a str,
    pub kind: Option<&'a Member>,
}

/// Reads the entry that is this value of a text.
pub(crate) fn read<'a>(
    dialect: &'a Dialect,
    text: &'a str,
    entry: &'a Node,
) -> Result<Entry<'a>, Why> {
    let map = match dialect.inside {
        Some(inside) => entry.find(text, [inside])?.ok_or(Why::NoServer)?,
        None => entry,
    };
    let Shape::Map(layout, members) = &map.shape else {
        return Err(odd(text, map, "this is not a server"));
    };
    for member in members {
        // Whatever is there twice, it is not known which of them counts.
        map.find(text, [&member.key])?;
    }
    let reach = match command(dialect, text, map)? {
        Some(reach) => reach,
        None => Reach::Address(address(dialect, text, map)?),
    };
    Ok(Entry {
        dialect,
        text,
        map,
        layout: *layout,
        reach,
    })
}

impl Entry<'_> {
    /// Why the entry cannot be changed: this value is not what it should be.
    pub fn odd(&self, node: &Node, what: &str) -> Why {
        odd(self.text, node, what)
    }
}

fn odd(text: &str, node: &Node, what: &str) -> Why {
    Mistake::at(text, node.span.start, what).into()
}

fn command<'a>(dialect: &Dialect, text: &str, map: &'a Node) -> Result<Option<Reach<'a>>, Why> {
    let (command, arguments) = match dialect.words {
        Words::Apart { command, arguments } => (command, map.first(arguments)),
        Words::Together { command } => (command, None),
    };
    let Some(member) = map.first(command) else {
        return Ok(None);
    };
    let no_command = || odd(text, &member.value, "this is not a command");
    let mut words = match dialect.words {
        Words::Apart { .. } => vec![member.value.text().ok_or_else(no_command)?],
        Words::Together { .. } => member.value.texts().ok_or_else(no_command)?,
    };
    if let Some(Member { value, .. }) = arguments {
        let no_list = || odd(text, value, "this is not a list of arguments");
        words.extend(value.texts().ok_or_else(no_list)?);
    }
    let (&program, rest) = words.split_first().ok_or_else(no_command)?;
    Ok(Some(match rest.split_first() {
        Some((&"wrap", wrapped)) if is_doorbell(program) => Reach::Wrapped(wrapped.to_vec()),
        Some((&"mcp", [])) if is_doorbell(program) => return Err(Why::Own),
        _ => Reach::Command(Command {
            member,
            program,
            arguments,
        }),
    }))
}

/// Whether a command is Doorbell's, wherever it is.
pub(crate) fn is_doorbell(program: &str) -> bool {
    Path::new(program)
        .file_name()
        .is_some_and(|name| name == "doorbell")
}

fn address<'a>(dialect: &Dialect, text: &str, map: &'a Node) -> Result<Address<'a>, Why> {
    let member = dialect.urls.iter().find_map(|url| map.first(url));
    let member = member.ok_or(Why::NoServer)?;
    let no_address = || odd(text, &member.value, "this is not an address");
    Ok(Address {
        member,
        url: member.value.text().ok_or_else(no_address)?,
        kind: map.first("type"),
    })
}
