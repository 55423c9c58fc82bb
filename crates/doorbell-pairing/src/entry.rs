//! Reads a server's entry.

use std::path::Path;

use crate::dialect::{Dialect, Words};
use crate::document::{Layout, Member, Node, Shape, Twice};
use crate::place::Mistake;
use crate::server::Why;

/// What an entry says.
pub(crate) struct Entry<'a> {
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

/// Why an entry cannot be read.
pub(crate) enum Unread {
    Twice(Twice),
    /// What is not understood, and where.
    Odd(usize, &'static str),
    NoServer,
    /// It runs `doorbell mcp`.
    Own,
}

impl From<Twice> for Unread {
    fn from(twice: Twice) -> Self {
        Self::Twice(twice)
    }
}

impl Unread {
    /// In words for people.
    pub fn why(self, text: &str) -> Why {
        let mistake = match self {
            Self::Twice(twice) => twice.in_text(text),
            Self::Odd(at, what) => Mistake::at(text, at, what),
            Self::NoServer => return Why::NoServer,
            Self::Own => return Why::Own,
        };
        Why::Unclear {
            place: mistake.place,
            what: mistake.what,
        }
    }
}

/// Reads the entry that is this value.
pub(crate) fn read<'a>(dialect: &Dialect, entry: &'a Node) -> Result<Entry<'a>, Unread> {
    let map = match dialect.inside {
        Some(inside) => entry.get(inside)?.ok_or(Unread::NoServer)?,
        None => entry,
    };
    let Shape::Map(layout, members) = &map.shape else {
        return Err(Unread::Odd(map.span.start, "this is not a server"));
    };
    for member in members {
        // Whatever is there twice, it is not known which of them counts.
        map.member(&member.key)?;
    }
    let reach = match command(dialect, map)? {
        Some(reach) => reach,
        None => Reach::Address(address(dialect, map)?.ok_or(Unread::NoServer)?),
    };
    Ok(Entry {
        map,
        layout: *layout,
        reach,
    })
}

fn command<'a>(dialect: &Dialect, map: &'a Node) -> Result<Option<Reach<'a>>, Unread> {
    let (command, arguments) = match dialect.words {
        Words::Apart { command, arguments } => (map.member(command)?, map.member(arguments)?),
        Words::Together { command } => (map.member(command)?, None),
    };
    let Some(member) = command else {
        return Ok(None);
    };
    let odd = || Unread::Odd(member.value.span.start, "this is not a command");
    let mut words = match dialect.words {
        Words::Apart { .. } => vec![member.value.text().ok_or_else(odd)?],
        Words::Together { .. } => member.value.texts().ok_or_else(odd)?,
    };
    if let Some(arguments) = arguments {
        let start = arguments.value.span.start;
        let odd = || Unread::Odd(start, "this is not a list of arguments");
        words.extend(arguments.value.texts().ok_or_else(odd)?);
    }
    let (&program, rest) = words.split_first().ok_or_else(odd)?;
    match rest.split_first() {
        Some((&"wrap", wrapped)) if is_doorbell(program) => {
            return Ok(Some(Reach::Wrapped(wrapped.to_vec())));
        }
        Some((&"mcp", [])) if is_doorbell(program) => return Err(Unread::Own),
        _ => {}
    }
    Ok(Some(Reach::Command(Command {
        member,
        program,
        arguments,
    })))
}

/// Whether a command is Doorbell's, wherever it is.
pub(crate) fn is_doorbell(program: &str) -> bool {
    Path::new(program)
        .file_name()
        .is_some_and(|name| name == "doorbell")
}

fn address<'a>(dialect: &Dialect, map: &'a Node) -> Result<Option<Address<'a>>, Unread> {
    for url in dialect.urls {
        let Some(member) = map.member(url)? else {
            continue;
        };
        let odd = Unread::Odd(member.value.span.start, "this is not an address");
        return Ok(Some(Address {
            url: member.value.text().ok_or(odd)?,
            member,
            kind: map.member("type")?,
        }));
    }
    Ok(None)
}
