//! The asker card. What the system reports and what the asker claims are separate types, so that the
//! page cannot mix them.

use serde::Serialize;

/// The card above the server's message.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct AskerView {
    /// The agent, or the program if no agent is known.
    pub agent: String,
    pub agent_source: NameSource,
    /// The name of the project folder.
    pub project: Option<String>,
    /// The server's name, else the client's.
    pub name: String,
    /// The claimed server and its tool. Empty without a server, or if it has the agent's name.
    pub via: Vec<String>,
    /// `None` if askers are not remembered.
    pub familiarity: Option<FamiliarityView>,
    pub verified: VerifiedView,
    pub claimed: ClaimedView,
}

/// How the name of an asker is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "source", rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum NameSource {
    /// The connected program is where this agent installs itself, or in a system folder.
    Installed,
    /// A parent process is.
    StartedFrom,
    /// The file name of another program.
    Program { folder: String },
    /// The system does not show the program. The name is the process id.
    Process,
    /// The asker chose it.
    Claimed,
    /// Another program or process took over the connection.
    Changed,
}

/// Whether the path of the connected program is verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum ProgramCheck {
    /// The process that connected still runs the file at this path and sends its own messages.
    Verified,
    /// The path names another file: it was replaced, or the process is in a container.
    Unverified,
    /// The process has started another program, or another process sends messages.
    Changed,
}

/// What the system reports about the connected process. `check` says whether it is verified.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct VerifiedView {
    pub program: ProgramView,
    pub check: ProgramCheck,
    pub started: Option<i64>,
    /// Nearest first. Never verified.
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
    /// Only if the asker chose the agent's name.
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
