//! How an agent writes a server in its configuration.

use crate::document::Format;

/// What an agent calls the parts of a server's entry.
pub(crate) struct Dialect {
    pub format: Format,
    /// Where the maps of servers are; [`ANY`] stands for every name.
    pub servers: &'static [&'static [&'static str]],
    /// The part of the entry that says how the server is reached, if that is not the entry.
    pub inside: Option<&'static str>,
    pub words: Words,
    /// The variables that the server is given.
    pub environment: &'static str,
    /// What `type` says of a command, if the agent takes one there.
    pub kind: Option<Kind>,
    /// Where an address may be.
    pub urls: &'static [&'static str],
    /// The headers that are sent there.
    pub headers: &'static str,
    /// Headers whose values are in variables of the agent's own environment.
    pub header_variables: Option<&'static str>,
    /// What shows that the agent signs in itself, or that only it can make a header.
    pub signs_in: &'static [&'static str],
    /// What limits a call, and the longest time that is known to be taken, or a day.
    pub clock: Option<(&'static str, u64)>,
    /// The list of variables that the agent lets through to the server, where it lets none by
    /// itself.
    pub let_through: Option<&'static str>,
    /// Whether a server that is reached at an address is paired by a hook and not wrapped.
    pub hook: bool,
}

/// Stands for every name on the way to a map of servers.
pub(crate) const ANY: &str = "*";

/// How a command is written.
pub(crate) enum Words {
    Apart {
        command: &'static str,
        arguments: &'static str,
    },
    /// The program and its arguments in one list.
    Together { command: &'static str },
}

/// The member `type` of an entry.
pub(crate) struct Kind {
    /// What it says of a command.
    pub command: &'static str,
    /// Whether an entry must have it.
    pub required: bool,
}

/// Long enough for a person who comes back tomorrow.
pub(crate) const DAY_IN_SECONDS: u64 = 86_400;
pub(crate) const DAY_IN_MILLISECONDS: u64 = 86_400_000;

/// What most agents took over from each other.
pub(crate) const USUAL: Dialect = Dialect {
    format: Format::Json,
    servers: &[&["mcpServers"]],
    inside: None,
    words: Words::Apart {
        command: "command",
        arguments: "args",
    },
    environment: "env",
    kind: None,
    urls: &["url"],
    headers: "headers",
    header_variables: None,
    signs_in: &["oauth", "auth"],
    clock: None,
    let_through: None,
    hook: false,
};
