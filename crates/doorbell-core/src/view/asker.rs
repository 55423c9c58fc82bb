//! Who asks. What the system verified and what a program only says of itself are different
//! types, so that neither can stand in the other's place on the screen.

use serde::Serialize;

/// The card that Doorbell draws above the server's words.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct AskerView {
    /// The agent, or the program when no agent is known: the card's first word.
    pub agent: String,
    /// Whether the agent is known only from what the program says.
    pub agent_said: bool,
    /// The project's folder name, beside the agent.
    pub project: Option<String>,
    /// The short name used in sentences: the server's, else the client's.
    pub name: String,
    /// Whether it has asked before, by what Doorbell remembers; `None` if it remembers nothing.
    pub acquaintance: Option<AcquaintanceView>,
    /// What the system vouches for.
    pub verified: VerifiedView,
    /// What the program chose or claims.
    pub claimed: ClaimedView,
}

/// Facts read from the system about the connected process.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct VerifiedView {
    /// The process at the other end of the socket.
    pub program: ProgramView,
    /// When it started, in milliseconds since 1970.
    pub started: Option<i64>,
    /// Its parents, nearest first.
    pub parents: Vec<ProgramView>,
    /// Whether the program's file is another than when it asked last, or was written to since.
    pub changed: bool,
}

/// Whether this program has asked before under these names. Neither vouched for nor claimed: the
/// program is the system's word, the names are as the card tells them, the count is Doorbell's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "known", rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum AcquaintanceView {
    /// It has not.
    First,
    /// It has.
    Again {
        /// How often, without this time; 0 if that was not counted.
        asked: u32,
        /// When it asked last, in milliseconds since 1970.
        last: i64,
    },
}

/// One process.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct ProgramView {
    /// The file name of its executable.
    pub name: String,
    /// The full path of its executable, if the system tells it.
    pub path: Option<String>,
    /// Its process id.
    pub pid: u32,
}

/// What the asking process says of itself, or could have chosen freely.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct ClaimedView {
    /// The client's name and version from its hello.
    pub client: String,
    /// The MCP server it says it asks for.
    pub server: Option<ServerView>,
    /// The agent it says it is or works for, if nothing but that tells the agent.
    pub agent: Option<String>,
    /// The tool it says led to the question.
    pub tool: Option<String>,
    /// The session it says it belongs to.
    pub session: Option<String>,
    /// The project folder it says it works in.
    pub project: Option<String>,
    /// The working directory of the process.
    pub folder: Option<String>,
    /// The process's arguments, shown only when asked for.
    pub arguments: Option<String>,
}

/// An MCP server, in the asker's words.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct ServerView {
    /// Its name.
    pub name: String,
    /// Its version, if given.
    pub version: Option<String>,
    /// Its command line or address, if given.
    pub place: Option<String>,
}
