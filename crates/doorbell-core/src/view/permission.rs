//! A permission: what an agent wants to do, and the ways to allow it.

use serde::Serialize;

use super::link::WarningView;

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct PermissionView {
    /// "Run a command", or "Edit" before the subject.
    pub action: String,
    /// A path, a domain or a tool, in one line.
    pub subject: Option<String>,
    pub description: Option<String>,
    /// Sentences to read before deciding.
    pub reasons: Vec<String>,
    pub detail: PermissionDetailView,
    /// Everything that the tool is called with.
    pub arguments: Vec<ArgumentView>,
    /// The effects of the ways to allow more than this once.
    pub choices: Vec<String>,
    /// Sentences that say what the choices lack.
    pub omitted: Vec<String>,
    /// True if a message can go with an allowance, too.
    pub takes_note: bool,
    /// What the person can change before allowing it; the index of the first field is 1.
    pub texts: Vec<EditableTextView>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct EditableTextView {
    pub label: String,
    /// As it was asked for.
    pub asked: String,
    /// As it is now.
    pub text: String,
}

/// The part that is read to the end before it can be allowed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "detail", rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum PermissionDetailView {
    Command {
        text: String,
    },
    /// Each line begins with its mark: "+" added, "-" removed, a space for an unchanged one, "@" for
    /// a note.
    Diff {
        text: String,
    },
    Path {
        text: String,
    },
    /// The parts joined are the address.
    Address {
        before: String,
        domain: String,
        after: String,
        warnings: Vec<WarningView>,
    },
    /// The arguments themselves.
    Arguments,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct ArgumentView {
    pub name: String,
    /// Text as it is, anything else as JSON.
    pub value: String,
}
