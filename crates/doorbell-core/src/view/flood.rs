//! Who asked more than it may: one card each, instead of one for each question.

use serde::{Deserialize, Serialize};

use super::{By, MuteFor};

/// One server of one agent that asked too often.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct FloodView {
    /// Names the card.
    pub id: String,
    /// Who asked: "Claude Code · shop".
    pub asker: String,
    /// The server's name, or the client's.
    pub server: String,
    /// How many questions came.
    pub asked: u32,
    /// How many of them were refused.
    pub refused: u32,
    /// In how many seconds, at least 1.
    pub seconds: u64,
    /// When the last of them was refused, in milliseconds since 1970.
    pub at: i64,
}

/// A press on such a card in the question window.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct FloodPressSaid {
    /// The card.
    pub id: String,
    /// What was pressed.
    pub press: FloodPress,
    /// With what.
    pub by: By,
}

/// What can be pressed on such a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "press", rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum FloodPress {
    /// `Mute`: it may not ask, and its questions that wait unseen are refused.
    Mute {
        /// For how long.
        length: MuteFor,
    },
    /// `Dismiss`: takes the card away and changes nothing else.
    Dismiss,
}
