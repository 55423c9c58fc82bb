//! What is told of a server.

use std::path::PathBuf;

use doorbell_core::text::visible;
use serde::{Deserialize, Serialize};

use crate::agents::Agent;
use crate::hook;
use crate::place::{Mistake, Place};

/// The names that lead to the hook for permissions. No server is there.
const PERMISSIONS: [&str; 2] = [hook::HOOKS, hook::PERMISSION];

/// Names one entry of one file.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ServerId {
    /// The agent that runs the server.
    pub agent: Agent,
    /// The file that names it.
    pub file: PathBuf,
    /// The names that lead to its entry there; the last one is the server's own.
    pub at: Vec<String>,
}

impl ServerId {
    /// What the server is called.
    pub fn name(&self) -> &str {
        self.at.last().map_or("", String::as_str)
    }

    /// What the server is called, on one line and with everything invisible made visible.
    pub fn shown_name(&self) -> String {
        if self.is_permissions() {
            return "permissions".to_owned();
        }
        one_line(self.name())
    }

    /// What stands for Claude Code's own questions, which are for leave to use a tool and come of no
    /// server: the hook in this file.
    pub(crate) fn permissions(file: PathBuf) -> Self {
        Self {
            agent: Agent::ClaudeCode,
            file,
            at: PERMISSIONS.map(str::to_owned).into(),
        }
    }

    /// Whether it is that.
    pub fn is_permissions(&self) -> bool {
        self.agent == Agent::ClaudeCode && self.at == PERMISSIONS
    }
}

/// A server that an agent's configuration names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Server {
    /// Which it is.
    pub id: ServerId,
    /// What it is called.
    pub name: String,
    /// The project it is only for, if it is in a file of all projects.
    pub project: Option<String>,
    /// Whether it is paired.
    pub state: State,
}

/// Whether a server is paired with Doorbell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "camelCase")]
pub enum State {
    /// Its questions come to Doorbell.
    Paired {
        /// How.
        how: How,
        /// When Doorbell did it, as RFC 3339; absent if somebody else did.
        since: Option<String>,
    },
    /// It can be paired.
    CanBePaired {
        /// How.
        how: How,
    },
    /// It cannot.
    CannotBePaired {
        /// Why, and what can be done.
        why: Why,
    },
}

/// How a server is paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum How {
    /// The agent runs `doorbell wrap` in its place.
    Wrap,
    /// The agent asks Doorbell by a hook.
    Hook,
}

/// Why a server cannot be paired or unpaired, in words for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "because", rename_all = "camelCase")]
pub enum Why {
    /// Its file belongs to a project.
    #[error("its file may be under version control, where others would get the change too")]
    Shared,
    /// The agent may sign in to it.
    #[error("the agent may sign in to it by itself, and that would be lost")]
    MaySignIn,
    /// The agent signs in to it, or makes its headers.
    #[error("the agent signs in to it by itself, and that would be lost")]
    SignsIn,
    /// It is reached in a way that `doorbell wrap` does not speak.
    #[error("it is reached over {transport}, which doorbell wrap does not speak")]
    Transport {
        /// The agent's word for it.
        transport: String,
    },
    /// A header that `doorbell wrap` sets itself.
    #[error("it is sent the header {name}, which doorbell wrap sets itself")]
    Header {
        /// The header.
        name: String,
    },
    /// It is part of the agent.
    #[error("it names neither a command nor an address")]
    NoServer,
    /// It is `doorbell mcp`, which asks through Doorbell by itself.
    #[error("it is Doorbell's own server, which needs no pairing")]
    Own,
    /// The entry is not written as it is known to be.
    #[error("{place}: {what}; pair it by hand")]
    Unclear {
        /// Where.
        place: Place,
        /// What is not understood.
        what: String,
    },
    /// The file is not to be written.
    #[error("its file is read-only; make it writable (chmod u+w) and try again")]
    ReadOnly,
    /// The file is somebody else's.
    #[error("its file belongs to another user")]
    NotYours,
    /// The file has several names, and only one of them would get the change.
    #[error("its file has another name too (a hard link); pair it by hand")]
    SeveralNames,
    /// It was changed after it was paired, in what Doorbell wrote.
    #[error(
        "what Doorbell wrote there was changed since; put it back by hand, as it was: {backup}"
    )]
    Changed {
        /// The copy of the file from before.
        backup: String,
    },
    /// It is not there any more, or was never.
    #[error("there is no such server in the file any more")]
    Gone,
    /// Somebody else paired it, and from what is there it cannot be told what was there before.
    #[error("it was paired by hand, and what was there before is not known; undo it by hand")]
    ByHand,
    /// The file cannot be read.
    #[error("{said}")]
    Trouble {
        /// What is wrong with it.
        said: String,
    },
}

impl From<Mistake> for Why {
    fn from(Mistake { place, what }: Mistake) -> Self {
        Self::Unclear { place, what }
    }
}

/// A text from outside, on one line and with everything invisible made visible.
pub(crate) fn one_line(text: &str) -> String {
    visible(text).replace(['\n', '\t'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_pass_for_more_than_one() {
        let server = ServerId {
            agent: Agent::Cursor,
            file: PathBuf::new(),
            at: vec!["a\nb\t\u{1b}[2J\u{202e}c".to_owned()],
        };
        assert_eq!(server.shown_name(), "a b ⟨U+001B⟩[2J⟨U+202E⟩c");
    }
}
