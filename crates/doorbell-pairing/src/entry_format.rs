//! The keys that an agent uses in a server's entry.

use crate::document::FileFormat;

pub(crate) struct EntryFormat {
    pub file_format: FileFormat,
    /// Paths to the maps of servers. [`ANY_KEY`] matches every key.
    pub server_maps: &'static [&'static [&'static str]],
    /// The member of the entry that holds the command or URL; `None` if the entry itself does.
    pub transport_key: Option<&'static str>,
    pub command_format: CommandFormat,
    pub env_key: &'static str,
    /// The `type` member of an entry with a command; `None` if the agent expects none.
    pub type_field: Option<TypeField>,
    /// Keys that may hold the URL, in order of precedence.
    pub url_keys: &'static [&'static str],
    pub headers_key: &'static str,
    /// The map from headers to variables of the agent's own environment.
    pub env_headers_key: Option<&'static str>,
    /// Keys of entries that the agent signs in to, or whose headers only the agent can make.
    pub sign_in_keys: &'static [&'static str],
    /// The key that limits a call, and the longest value the agent accepts, at most a day.
    pub timeout: Option<(&'static str, u64)>,
    /// The list of variables that reach the server, for agents that pass none by default.
    pub env_passthrough_key: Option<&'static str>,
    /// True if servers with a URL are paired by a hook instead of being wrapped.
    pub hook_for_urls: bool,
}

/// Matches every key on the path to a map of servers.
pub(crate) const ANY_KEY: &str = "*";

pub(crate) enum CommandFormat {
    Separate {
        command: &'static str,
        arguments: &'static str,
    },
    /// The program and its arguments in one list.
    Combined { command: &'static str },
}

pub(crate) struct TypeField {
    /// The value for an entry with a command.
    pub command: &'static str,
    pub required: bool,
}

/// A person may answer only the next day.
pub(crate) const DAY_IN_SECONDS: u64 = 86_400;
pub(crate) const DAY_IN_MILLISECONDS: u64 = 86_400_000;

/// The format that most agents share.
pub(crate) const COMMON: EntryFormat = EntryFormat {
    file_format: FileFormat::Json,
    server_maps: &[&["mcpServers"]],
    transport_key: None,
    command_format: CommandFormat::Separate {
        command: "command",
        arguments: "args",
    },
    env_key: "env",
    type_field: None,
    url_keys: &["url"],
    headers_key: "headers",
    env_headers_key: None,
    sign_in_keys: &["oauth", "auth"],
    timeout: None,
    env_passthrough_key: None,
    hook_for_urls: false,
};
