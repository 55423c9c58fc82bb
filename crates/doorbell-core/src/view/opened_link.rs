//! Cards for links the person agreed to open, until they end.

use serde::{Deserialize, Serialize};

use super::InputDevice;

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct OpenedLinkView {
    /// The id of its question.
    pub id: String,
    pub domain: String,
    /// "Claude Code · shop".
    pub asker: String,
    /// When the person agreed.
    pub since: i64,
    pub state: OpenedLinkStateView,
    /// True while the browser starts again.
    pub opening: bool,
    /// Why the browser did not start again, as a sentence.
    pub trouble: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum OpenedLinkStateView {
    /// Neither the server nor the person has reported an end.
    Waiting,
    /// The server or the person reported it as finished.
    Done,
    /// It ended unfinished: by the person, the asker or a timeout.
    Over,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct OpenedLinkPressRequest {
    pub id: String,
    pub press: OpenedLinkPress,
    pub by: InputDevice,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum OpenedLinkPress {
    Done,
    OpenAgain,
    Cancel,
}
