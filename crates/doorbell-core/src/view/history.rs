//! History and askers, as Home shows them. Neither contains answers.

use serde::{Deserialize, Serialize};

use super::home::QuestionKindView;

#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct HistoryQuery {
    /// Words that an entry must all contain.
    pub text: String,
    pub server: Option<String>,
    pub agent: Option<String>,
    /// By its name in history.
    pub outcome: Option<String>,
    /// Only entries older than this id: the next page.
    pub before: Option<i64>,
}

/// One page of history, newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct HistoryView {
    pub entries: Vec<HistoryEntryView>,
    /// True if there are older entries.
    pub more: bool,
    /// Matching entries on all pages.
    pub found: u32,
    /// All entries.
    pub kept: u32,
    /// By name. Limited to those that asked last.
    pub servers: Vec<String>,
    /// By name. Limited to those that asked last.
    pub agents: Vec<String>,
}

/// How one question ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct HistoryEntryView {
    /// Newer entries have greater ids.
    pub id: i64,
    /// When it ended.
    pub at: i64,
    pub agent: String,
    pub server: String,
    pub kind: QuestionKindView,
    /// The first line of what was asked, if it may be kept.
    pub question: Option<String>,
    /// Of a link.
    pub domain: Option<String>,
    /// As the asker named it.
    pub tool: Option<String>,
    /// As the asker named it.
    pub project: Option<String>,
    /// [`Outcome::history_name`](crate::outcome::Outcome::history_name).
    pub outcome: String,
    /// Only where the outcome alone is not enough.
    pub reason: Option<String>,
    pub asked: Option<i64>,
    /// When the person could first see it.
    pub shown: Option<i64>,
}

/// The last one first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct AskersView {
    /// Pairs of agent and server that are muted or in history. Limited to those that asked last.
    pub askers: Vec<AskerRowView>,
}

/// One pair of agent and server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct AskerRowView {
    pub agent: String,
    pub server: String,
    /// Without refused questions.
    pub asked: u32,
    pub accepted: u32,
    pub declined: u32,
    /// The time of its first history entry.
    pub first: Option<i64>,
    /// The time of its last history entry.
    pub last: Option<i64>,
    pub mute: MuteView,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "mute", rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum MuteView {
    Off,
    Until {
        at: i64,
    },
    /// Until the person unmutes it.
    Always,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum MuteFor {
    Hour,
    Day,
    /// Until the person unmutes it.
    Always,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct MuteRequest {
    pub agent: String,
    pub server: String,
    /// `None` unmutes.
    pub length: Option<MuteFor>,
}
