//! Links the person agreed to open, until they are finished.

use serde::{Deserialize, Serialize};

use super::By;

/// One such link, as a card in the strip.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct WaitView {
    /// The question it was.
    pub id: String,
    /// Whose website it is.
    pub domain: String,
    /// Who asked: "Claude Code · shop".
    pub asker: String,
    /// When the person agreed, in milliseconds since 1970.
    pub since: i64,
    /// Whether it is finished.
    pub state: WaitStateView,
    /// Whether the browser is being started again.
    pub opening: bool,
    /// Why the browser did not start again, in a sentence for people.
    pub trouble: Option<String>,
}

/// Whether a link is finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum WaitStateView {
    /// Only the website knows.
    Waiting,
    /// The server or the person said so. The card stays where it is for a moment.
    Done,
    /// It will not be finished: the person, the asker or the clock ended it.
    Over,
}

/// A press on a card of the strip.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct WaitPressSaid {
    /// The card's question.
    pub id: String,
    /// What was pressed.
    pub press: WaitPress,
    /// With what.
    pub by: By,
}

/// What can be pressed on a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum WaitPress {
    /// `I'm done`.
    Done,
    /// `Open again`.
    OpenAgain,
    /// `Cancel`.
    Cancel,
}
