//! The asker card. Verified facts and claims are separate types, so that the page cannot mix them.

use serde::Serialize;

/// The card above the server's message.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct AskerView {
    /// The agent, or the program if no agent is known.
    pub agent: String,
    /// True if only the program itself names the agent.
    pub agent_is_claimed: bool,
    /// The name of the project folder.
    pub project: Option<String>,
    /// The server's name, else the client's.
    pub name: String,
    /// `None` if askers are not remembered.
    pub familiarity: Option<FamiliarityView>,
    pub verified: VerifiedView,
    pub claimed: ClaimedView,
}

/// Facts read from the system about the connected process.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct VerifiedView {
    pub program: ProgramView,
    pub started: Option<i64>,
    /// Nearest first.
    pub parents: Vec<ProgramView>,
    /// True if the program's file was replaced or rewritten since it last asked.
    pub changed: bool,
}

/// Whether this program has asked before under these names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "known", rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum FamiliarityView {
    First,
    /// `asked` is how often before this time, 0 if that was not counted.
    Again {
        asked: u32,
        last: i64,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct ProgramView {
    pub name: String,
    pub path: Option<String>,
    pub pid: u32,
}

/// What the asking process claims or can choose freely.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct ClaimedView {
    /// Name and version.
    pub client: String,
    pub server: Option<ServerView>,
    /// Only if the agent is not verified.
    pub agent: Option<String>,
    pub tool: Option<String>,
    pub session: Option<String>,
    pub project: Option<String>,
    /// The working directory of the process.
    pub folder: Option<String>,
    pub arguments: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct ServerView {
    pub name: String,
    pub version: Option<String>,
    /// Its command line or address.
    pub place: Option<String>,
}
