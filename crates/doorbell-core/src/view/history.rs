//! What Home tells of the past: how questions ended and who asked them. Neither has a value or a
//! message in it.

use serde::{Deserialize, Serialize};

use super::home::KindView;

/// Which lines of history are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct HistoryWanted {
    /// Words that must all be in the line: in the agent, server, kind, domain, tool, project,
    /// outcome or reason.
    pub text: String,
    /// Only of this server.
    pub server: Option<String>,
    /// Only of this agent.
    pub agent: Option<String>,
    /// Only with this outcome, by its word.
    pub outcome: Option<String>,
    /// Only older than the line with this id: the next page.
    pub before: Option<i64>,
}

/// One page of history, newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct HistoryView {
    /// The lines.
    pub lines: Vec<LineView>,
    /// Whether there are older ones.
    pub more: bool,
    /// How many lines match, on all pages.
    pub found: u32,
    /// How many lines there are at all.
    pub kept: u32,
    /// The servers in history, by name. Of very many only those that asked last.
    pub servers: Vec<String>,
    /// The agents in history, by name. Of very many only those that asked last.
    pub agents: Vec<String>,
}

/// How one question ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct LineView {
    /// Names the line; newer lines have greater ones.
    pub id: i64,
    /// When it ended, in milliseconds since 1970.
    pub at: i64,
    /// The agent behind it.
    pub agent: String,
    /// The server's name.
    pub server: String,
    /// What it asked for.
    pub kind: KindView,
    /// Whose website a link was of.
    pub domain: Option<String>,
    /// The tool that led to it, in the asker's words.
    pub tool: Option<String>,
    /// The project's name, in the asker's words.
    pub project: Option<String>,
    /// The outcome's word.
    pub outcome: String,
    /// Why, where the outcome alone does not say it.
    pub reason: Option<String>,
    /// When it was asked, in milliseconds since 1970, if that was written down.
    pub asked: Option<i64>,
    /// When a person could first see it, in milliseconds since 1970.
    pub shown: Option<i64>,
}

/// Who has asked, the last one first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct AskersView {
    /// Each pair of agent and server that is muted or that history knows; of very many in history
    /// only those that asked last.
    pub askers: Vec<AskerLineView>,
}

/// One pair of agent and server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct AskerLineView {
    /// The agent.
    pub agent: String,
    /// The server.
    pub server: String,
    /// How many of its questions history knows, without those that nobody was asked.
    pub asked: u32,
    /// How many of them the person accepted.
    pub accepted: u32,
    /// How many the person declined.
    pub declined: u32,
    /// The time of its first line in history, in milliseconds since 1970.
    pub first: Option<i64>,
    /// The time of its last line in history, in milliseconds since 1970.
    pub last: Option<i64>,
    /// Whether it may ask.
    pub mute: MuteView,
}

/// Whether an asker may ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "mute", rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum MuteView {
    /// It may.
    Off,
    /// Not until then, in milliseconds since 1970.
    Until {
        /// When.
        at: i64,
    },
    /// Not until the person unmutes it.
    Always,
}

/// For how long an asker is muted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum MuteFor {
    /// An hour.
    Hour,
    /// A day.
    Day,
    /// Until the person unmutes it.
    Always,
}

/// Mutes one pair of agent and server, or lets it ask again.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct MuteSaid {
    /// The agent, as [`AskerLineView`] has it.
    pub agent: String,
    /// The server, as [`AskerLineView`] has it.
    pub server: String,
    /// For how long; `None` lets it ask again.
    pub length: Option<MuteFor>,
}
