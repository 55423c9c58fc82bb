//! What Home shows: what waits, how calm it is, how Doorbell is set.

use serde::{Deserialize, Serialize};

use super::{FloodPress, FloodView, WaitView};
use crate::settings::{Held, SettingChange, Settings};

/// Everything in Home but history and askers, which are asked for, pushed each time any of it
/// changes.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct HomeView {
    /// The open questions, in the order they would be shown.
    pub waiting: Vec<WaitingView>,
    /// Links the person agreed to open and that are not finished yet.
    pub links: Vec<WaitView>,
    /// Who asked too often.
    pub floods: Vec<FloodView>,
    /// Whether Doorbell holds questions back.
    pub calm: CalmView,
    /// How Doorbell is set.
    pub settings: Settings,
    /// The settings file, as a person would write its path.
    pub settings_file: String,
    /// What is wrong with the settings file, with its line and column; the last good settings
    /// count until it is right.
    pub settings_problem: Option<String>,
    /// What the file wants that would protect less, and that waits for the person's word.
    pub held: Vec<HeldView>,
    /// True once `held` was shown long enough: a click or key that makes one count is accepted now.
    pub accepts_held: bool,
    /// What this desktop can do.
    pub facts: FactsView,
    /// Rises when history has a new line or lost some: what was asked for is old then.
    pub history_turn: u64,
    /// Set in a build that programs can drive.
    pub test_build: bool,
}

/// Something in the settings file that counts only when the person says so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct HeldView {
    /// What would be set how, in a sentence.
    pub would_be: String,
    /// What follows from it, in a sentence.
    pub consequence: String,
    /// Makes it count.
    pub wanted: SettingChange,
    /// Takes it out of the file.
    pub kept: SettingChange,
}

impl From<&Held> for HeldView {
    fn from(held: &Held) -> Self {
        Self {
            would_be: held.would_be(),
            consequence: held.consequence(),
            wanted: held.wanted.clone(),
            kept: held.kept.clone(),
        }
    }
}

/// What reaches Home without being asked for.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "push", rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum HomePush {
    /// What it shows now.
    View {
        /// All of it.
        view: Box<HomeView>,
    },
    /// The page to turn to, because the person asked for it elsewhere.
    Page {
        /// Which.
        page: HomePage,
    },
}

/// One open question.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct WaitingView {
    /// Names the question.
    pub id: String,
    /// Who asks: "Claude Code · shop".
    pub asker: String,
    /// The server's name, or the client's.
    pub server: String,
    /// The beginning of the server's words.
    pub words: String,
    /// What it asks for.
    pub kind: KindView,
    /// When it was asked, in milliseconds since 1970.
    pub asked: i64,
    /// When the asker stops waiting, in milliseconds since 1970, if it said so.
    pub deadline: Option<i64>,
    /// When it comes back, in milliseconds since 1970, if it was put aside.
    pub aside_until: Option<i64>,
    /// Whether it is the one in the window.
    pub showing: bool,
}

/// What a question asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum KindView {
    /// Answers to fields.
    Form,
    /// Consent to open a link.
    Link,
    /// Leave to use a tool.
    Permission,
}

/// Whether Doorbell holds questions back, and why.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct CalmView {
    /// When the pause ends, in milliseconds since 1970, while there is one.
    pub paused_until: Option<i64>,
    /// Whether the person switched on Private now.
    pub private: bool,
    /// Why nothing but "An agent needs you" is shown, if the desktop says so.
    pub quiet: Option<QuietView>,
}

/// Why the desktop wants nothing shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum QuietView {
    /// The screen is locked.
    Locked,
    /// The screen is shared with others.
    Shared,
    /// The person asked their desktop not to be disturbed.
    DoNotDisturb,
}

/// What this desktop can do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct FactsView {
    /// Whether a window can come without taking the keyboard; no app can promise it on Wayland.
    pub polite_window: bool,
    /// What notifications can do here.
    pub notifications: NotificationsView,
    /// Whether there is a tray.
    pub tray: bool,
    /// Whether Doorbell starts with the session; `None` if that cannot be told.
    pub at_login: Option<bool>,
    /// Why the shortcut does not work, in a sentence for people.
    pub shortcut_trouble: Option<String>,
}

/// What notifications can do here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum NotificationsView {
    /// Nothing shows them.
    Missing,
    /// They are shown, without buttons.
    WithoutButtons,
    /// They are shown with buttons.
    Whole,
}

/// A page of Home.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum HomePage {
    /// What waits.
    Waiting,
    /// What happened.
    History,
    /// Who asked.
    Askers,
    /// Whose servers are paired.
    Agents,
    /// How Doorbell behaves.
    Settings,
}

/// For how long Doorbell holds everything back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum PauseFor {
    /// Half an hour.
    HalfHour,
    /// Two hours.
    TwoHours,
    /// Until the next morning.
    Tomorrow,
}

/// What the person can press in Home.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "press", rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum HomePress {
    /// Show this question.
    Show {
        /// The question.
        id: String,
    },
    /// Hold everything back.
    Pause {
        /// For how long.
        length: PauseFor,
    },
    /// Something on the card of someone that asked too often.
    Flood {
        /// The card.
        id: String,
        /// What.
        on: FloodPress,
    },
    /// End the pause.
    Resume,
    /// Show nothing but "An agent needs you" from now on, or no longer.
    Private {
        /// Whether it is on.
        on: bool,
    },
}
