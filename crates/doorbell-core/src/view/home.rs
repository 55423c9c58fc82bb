//! What Home shows: open questions, quiet mode and settings.

use serde::{Deserialize, Serialize};

use super::{FloodPress, FloodView, OpenedLinkView};
use crate::settings::{PendingChange, SettingChange, Settings};

/// All of Home except history and askers, which the page requests. Sent after every change.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct HomeView {
    /// Oldest first.
    pub waiting: Vec<OpenQuestionView>,
    /// In the order in which they appeared.
    pub sessions: Vec<AgentSessionView>,
    /// Links the person agreed to open that have not ended yet.
    pub links: Vec<OpenedLinkView>,
    pub floods: Vec<FloodView>,
    pub quiet_mode: QuietModeView,
    pub settings: Settings,
    /// For display.
    pub settings_file: String,
    /// What is wrong with the settings file, with line and column. The last good settings stay in
    /// effect.
    pub settings_problem: Option<String>,
    /// Changes in the settings file that would weaken a protection.
    pub pending_changes: Vec<PendingChangeView>,
    /// True once `pending_changes` were shown long enough: a click or key that approves one is
    /// accepted.
    pub accepts_approval: bool,
    pub facts: DesktopFactsView,
    /// Incremented on every history change.
    pub history_version: u64,
    /// True once the person has answered a question other than the example.
    pub has_answered: bool,
    /// True in a build that programs can drive.
    pub test_build: bool,
}

/// A change in the settings file that waits for the person's approval.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct PendingChangeView {
    /// The new value, as a sentence.
    pub would_be: String,
    /// A sentence.
    pub consequence: String,
    /// Approves the change.
    pub requested: SettingChange,
    /// Removes the change from the file.
    pub current: SettingChange,
}

impl From<&PendingChange> for PendingChangeView {
    fn from(change: &PendingChange) -> Self {
        Self {
            would_be: change.would_be(),
            consequence: change.consequence(),
            requested: change.requested.clone(),
            current: change.current.clone(),
        }
    }
}

/// What Home receives without a request.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "push", rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum HomePush {
    View {
        view: Box<HomeView>,
    },
    /// The page to open, because the person asked for it elsewhere.
    Page {
        page: HomePage,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct OpenQuestionView {
    pub id: String,
    /// "Claude Code · shop".
    pub asker: String,
    /// The server's name, or the client's.
    pub server: String,
    /// The beginning of the message.
    pub words: String,
    pub kind: QuestionKindView,
    pub asked: i64,
    /// When the asker stops waiting.
    pub deadline: Option<i64>,
    pub snoozed_until: Option<i64>,
    /// True if it is the one in the window.
    pub showing: bool,
}

/// An agent and what it does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct AgentSessionView {
    pub id: String,
    /// "Claude Code · shop".
    pub agent: String,
    pub state: AgentSessionStateView,
    pub since: i64,
    /// The first line of what it said last; may be empty.
    pub message: String,
    /// The question it asks.
    pub question: Option<String>,
    /// True if its terminal can be brought to the front.
    pub terminal: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum AgentSessionStateView {
    Asks,
    Working,
    Finished,
    WaitsInTerminal,
    /// It asked before. What it does now is unknown.
    Asked,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum QuestionKindView {
    Form,
    Link,
    Permission,
    Questions,
    Plan,
    Notice,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct QuietModeView {
    pub paused_until: Option<i64>,
    /// True if the person switched on Private.
    pub private: bool,
    /// Why the desktop asks to show only "An agent needs you".
    pub quiet: Option<QuietReasonView>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum QuietReasonView {
    Locked,
    /// The screen is shared with others.
    Shared,
    /// The desktop's do-not-disturb mode is on.
    DoNotDisturb,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct DesktopFactsView {
    /// True if a window can appear without taking the focus. No app can guarantee that on Wayland.
    pub polite_window: bool,
    pub notifications: NotificationSupportView,
    pub tray: bool,
    /// True if Doorbell starts with the session; `None` if unknown.
    pub at_login: Option<bool>,
    /// Why the shortcut does not work, as a sentence.
    pub shortcut_trouble: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum NotificationSupportView {
    Missing,
    WithoutButtons,
    #[serde(rename = "whole")]
    WithButtons,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum HomePage {
    Waiting,
    Sessions,
    History,
    Askers,
    Agents,
    Settings,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum PauseFor {
    HalfHour,
    TwoHours,
    /// Until the next morning.
    Tomorrow,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "press", rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum HomePress {
    Show {
        id: String,
    },
    Pause {
        length: PauseFor,
    },
    Flood {
        id: String,
        on: FloodPress,
    },
    Resume,
    Private {
        on: bool,
    },
    /// Brings the terminal of this session to the front.
    GoToTerminal {
        id: String,
    },
}
