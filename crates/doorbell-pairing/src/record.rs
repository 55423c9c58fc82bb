//! What was changed, so that it can be changed back.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::document::{Format, Node};
use crate::hook::Hook;
use crate::server::{How, ServerId};

/// One server that Doorbell paired. It holds parts of the person's file, secrets among them.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Record {
    pub server: ServerId,
    /// The file that was changed; for a hook it is another than the server's.
    pub file: PathBuf,
    /// When, as RFC 3339.
    pub when: String,
    /// Whether the file was made for it.
    pub made_file: bool,
    /// The copy of the file from before.
    pub backup: Option<PathBuf>,
    pub change: Change,
}

/// A value that was changed.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Change {
    /// The names that lead to it.
    pub at: Vec<String>,
    /// What stood there.
    pub was: String,
    /// What was written there.
    pub now: String,
    pub how: Changed,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Changed {
    /// These parts of a server's entry.
    Wrapped(Vec<Part>),
    /// These hooks were added, and these names for them.
    Hooked { hooks: Vec<Hook>, made: Vec<String> },
}

/// A member of an entry that was changed.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Part {
    pub key: String,
    pub was: Option<Was>,
    pub now: Option<Value>,
}

/// What a member was.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Was {
    pub text: String,
    pub value: Value,
}

impl Record {
    pub fn how(&self) -> How {
        match self.change.how {
            Changed::Wrapped(_) => How::Wrap,
            Changed::Hooked { .. } => How::Hook,
        }
    }
}

/// Which parts differ between an entry before and after.
pub(crate) fn parts(format: Format, before: &Node, before_text: &str, after: &Node) -> Vec<Part> {
    fn value<'a>(node: &'a Node, key: &str) -> Option<&'a Node> {
        node.first(key).map(|member| &member.value)
    }
    let mut keys: Vec<&str> = Vec::new();
    for member in [before, after]
        .into_iter()
        .filter_map(Node::members)
        .flatten()
    {
        if !keys.contains(&member.key.as_str()) {
            keys.push(&member.key);
        }
    }
    keys.into_iter()
        .filter_map(|key| {
            let was = value(before, key);
            let now = value(after, key).map(Node::value);
            (was.map(Node::value) != now).then(|| Part {
                key: key.to_owned(),
                was: was.map(|node| Was {
                    text: node.alone(format, before_text),
                    value: node.value(),
                }),
                now,
            })
        })
        .collect()
}
