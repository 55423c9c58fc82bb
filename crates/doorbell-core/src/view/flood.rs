//! The card of a server that asks too often.

use serde::{Deserialize, Serialize};

use super::{InputDevice, MuteFor};

/// One server of one agent that asks too often.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct FloodView {
    pub id: String,
    /// "Claude Code · shop".
    pub asker: String,
    /// The server's name, or the client's.
    pub server: String,
    pub asked: u32,
    pub refused: u32,
    /// The period of the counts, at least 1.
    pub seconds: u64,
    /// When the last question was refused.
    pub at: i64,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct FloodPressRequest {
    pub id: String,
    pub press: FloodPress,
    pub by: InputDevice,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "press", rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum FloodPress {
    /// Also refuses its untouched questions.
    Mute {
        length: MuteFor,
    },
    Dismiss,
}
