//! The record of one paired server, from which it can be unpaired.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::document::{FileFormat, Node};
use crate::hook::Hook;
use crate::server::{PairingMethod, ServerId};

/// One server that Doorbell paired. It holds parts of the user's file, which may be secret.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct PairingRecord {
    pub server: ServerId,
    /// The changed file. For a hook it differs from the server's file.
    pub file: PathBuf,
    /// In RFC 3339 format.
    #[serde(rename = "when")]
    pub paired_at: String,
    #[serde(rename = "made_file")]
    pub created_file: bool,
    /// The copy of the file before the change.
    pub backup: Option<PathBuf>,
    pub change: EntryChange,
}

#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct EntryChange {
    #[serde(rename = "at")]
    pub key_path: Vec<String>,
    #[serde(rename = "was")]
    pub before: String,
    #[serde(rename = "now")]
    pub after: String,
    #[serde(rename = "how")]
    pub kind: ChangeKind,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum ChangeKind {
    Wrapped(Vec<ChangedMember>),
    Hooked {
        hooks: Vec<Hook>,
        /// Keys that did not exist before.
        #[serde(rename = "made")]
        created_keys: Vec<String>,
    },
}

/// A member of an entry that was added, replaced or removed.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct ChangedMember {
    pub key: String,
    #[serde(rename = "was")]
    pub before: Option<OldValue>,
    #[serde(rename = "now")]
    pub after: Option<Value>,
}

#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct OldValue {
    pub text: String,
    pub value: Value,
}

impl PairingRecord {
    pub fn method(&self) -> PairingMethod {
        match self.change.kind {
            ChangeKind::Wrapped(_) => PairingMethod::Wrap,
            ChangeKind::Hooked { .. } => PairingMethod::Hook,
        }
    }
}

/// Returns the members that differ between an entry before and after.
pub(crate) fn changed_members(
    format: FileFormat,
    before: &Node,
    before_text: &str,
    after: &Node,
) -> Vec<ChangedMember> {
    fn value<'a>(node: &'a Node, key: &str) -> Option<&'a Node> {
        node.member(key).map(|member| &member.value)
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
            let old = value(before, key);
            let new = value(after, key).map(Node::to_json);
            (old.map(Node::to_json) != new).then(|| ChangedMember {
                key: key.to_owned(),
                before: old.map(|node| OldValue {
                    text: node.to_flow_text(format, before_text),
                    value: node.to_json(),
                }),
                after: new,
            })
        })
        .collect()
}
