//! A server in an agent's configuration, and whether it is paired.

use std::path::PathBuf;

use doorbell_core::text::visible;
use serde::{Deserialize, Serialize};

use crate::agents::Agent;
use crate::hook;
use crate::parse_error::{ParseError, Position};

/// The key path of the hook for permission requests.
const PERMISSIONS: [&str; 2] = [hook::HOOKS, hook::PERMISSION_REQUEST];

/// Identifies one entry of one file.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ServerId {
    /// The agent that runs the server.
    pub agent: Agent,
    /// The file that holds the entry.
    pub file: PathBuf,
    /// The keys that lead to the entry. The last one is the server's name.
    #[serde(rename = "at")]
    pub key_path: Vec<String>,
}

impl ServerId {
    /// Returns the server's name.
    pub fn name(&self) -> &str {
        self.key_path.last().map_or("", String::as_str)
    }

    /// Returns the server's name on one line, with invisible characters escaped.
    pub fn shown_name(&self) -> String {
        if self.is_permissions() {
            return "permissions".to_owned();
        }
        one_line(self.name())
    }

    /// Identifies the permission requests of Claude Code itself by their hook in this file.
    pub(crate) fn permissions(file: PathBuf) -> Self {
        Self {
            agent: Agent::ClaudeCode,
            file,
            key_path: PERMISSIONS.map(str::to_owned).into(),
        }
    }

    /// Returns true for the permission requests of Claude Code, which come from no server.
    pub fn is_permissions(&self) -> bool {
        self.agent == Agent::ClaudeCode && self.key_path == PERMISSIONS
    }
}

/// A server in an agent's configuration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ConfiguredServer {
    /// Identifies its entry.
    pub id: ServerId,
    /// Its name.
    pub name: String,
    /// The only project it is for, if its file is shared by all projects.
    pub project: Option<String>,
    /// Whether it is paired.
    pub state: PairingState,
}

/// Whether a server is paired with Doorbell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "camelCase")]
pub enum PairingState {
    /// Doorbell shows its questions.
    Paired {
        /// How it is paired.
        #[serde(rename = "how")]
        method: PairingMethod,
        /// When Doorbell paired it, in RFC 3339 format; absent if it was paired by hand.
        since: Option<String>,
        /// True if pairing it again renews its hook.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        outdated: bool,
    },
    /// It can be paired.
    CanBePaired {
        /// How it would be paired.
        #[serde(rename = "how")]
        method: PairingMethod,
    },
    /// It cannot be paired.
    CannotBePaired {
        /// Why, and how to change that.
        #[serde(rename = "why")]
        reason: Refusal,
    },
}

/// How a server is paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum PairingMethod {
    /// The agent runs `doorbell wrap`, which runs the server.
    Wrap,
    /// A hook of the agent runs `doorbell hook`.
    Hook,
}

/// Why a server cannot be paired or unpaired, in words for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "because", rename_all = "camelCase")]
pub enum Refusal {
    /// Its file is a project's, or under version control.
    #[error("its file may be under version control, so others would get the change too")]
    #[serde(rename = "shared")]
    SharedFile,
    /// The agent may sign in to it.
    #[error("the agent may handle its login, which a proxy would break")]
    MaySignIn,
    /// The agent signs in to it, or makes its headers.
    #[error("the agent handles its login, which a proxy would break")]
    SignsIn,
    /// `doorbell wrap` does not support its transport.
    #[error("it uses the {transport} transport, which Doorbell does not support")]
    Transport {
        /// The agent's name for the transport.
        transport: String,
    },
    /// The entry sets a header that `doorbell wrap` sets itself.
    #[error("its entry sets the header {name}, which Doorbell sets itself")]
    Header {
        /// The header.
        name: String,
    },
    /// The entry has no command and no URL. It may be built into the agent.
    #[error("it has neither a command nor an address")]
    #[serde(rename = "noServer")]
    NoTransport,
    /// It is `doorbell mcp`, which already asks through Doorbell.
    #[error("it is a server of Doorbell itself")]
    #[serde(rename = "own")]
    DoorbellItself,
    /// The entry does not have the format that is known for this agent.
    #[error("{position}: {message}; connect it by hand")]
    #[serde(rename = "unclear")]
    UnexpectedContent {
        /// Where.
        #[serde(rename = "place")]
        position: Position,
        /// What is unexpected.
        #[serde(rename = "what")]
        message: String,
    },
    /// The file is read-only.
    #[error("its file is read-only; make it writable (chmod u+w) and try again")]
    ReadOnly,
    /// The file belongs to another user.
    #[error("its file belongs to another user")]
    #[serde(rename = "notYours")]
    OtherOwner,
    /// The file has several hard links, and only one of them would get the change.
    #[error("its file has a second hard link; connect it by hand")]
    #[serde(rename = "severalNames")]
    HardLink,
    /// The part of the entry that Doorbell wrote was edited.
    #[error("the entry was edited after it was connected; restore it by hand from {backup}")]
    #[serde(rename = "changed")]
    EditedSincePairing {
        /// The copy of the file before it was paired.
        backup: String,
    },
    /// The file has no such entry.
    #[error("the server is no longer in the file")]
    #[serde(rename = "gone")]
    NotFound,
    /// It was paired by hand, and the entry does not tell its former contents.
    #[error("it was connected by hand; undo it by hand too")]
    #[serde(rename = "byHand")]
    PairedByHand,
    /// A file cannot be read or parsed.
    #[error("{message}")]
    #[serde(rename = "trouble")]
    Unreadable {
        /// What is wrong.
        #[serde(rename = "said")]
        message: String,
    },
}

impl From<ParseError> for Refusal {
    fn from(ParseError { position, message }: ParseError) -> Self {
        Self::UnexpectedContent { position, message }
    }
}

/// Puts untrusted text on one line and escapes invisible characters.
pub(crate) fn one_line(text: &str) -> String {
    visible(text).replace(['\n', '\t'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shown_name_is_on_one_line_and_visible() {
        let server = ServerId {
            agent: Agent::Cursor,
            file: PathBuf::new(),
            key_path: vec!["a\nb\t\u{1b}[2J\u{202e}c".to_owned()],
        };
        assert_eq!(server.shown_name(), "a b ⟨U+001B⟩[2J⟨U+202E⟩c");
    }
}
