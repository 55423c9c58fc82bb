//! What the question window shows and what it says back.
//!
//! These types exist only to cross to the page and are the one part of this crate that is
//! `Serialize`. Every text in them that came from outside has already been made visible by
//! [`crate::text`]; the page still shows all of it as text, never as markup.

mod asker;
mod flood;
mod form;
mod history;
mod home;
mod link;
mod wait;

pub use asker::{AcquaintanceView, AskerView, ClaimedView, ProgramView, ServerView, VerifiedView};
pub use flood::{FloodPress, FloodPressSaid, FloodView};
pub use form::{
    CheckView, ChoiceLook, ControlView, FieldCheckView, FieldView, FormView, OptionView,
};
pub use history::{
    AskerLineView, AskersView, HistoryView, HistoryWanted, LineView, MuteFor, MuteSaid, MuteView,
};
pub use home::{
    CalmView, FactsView, HeldView, HomePage, HomePress, HomePush, HomeView, KindView,
    NotificationsView, PauseFor, QuietView, WaitingView,
};
pub use link::{GroupMemberView, LinkStep, LinkView, Severity, WarningView};

pub use wait::{WaitPress, WaitPressSaid, WaitStateView, WaitView};

use serde::{Deserialize, Serialize};

pub use crate::form::Input;

/// The whole content of the question window, pushed each time any of it changes.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct WindowView {
    /// What fills the window.
    pub stage: StageView,
    /// Links the person agreed to open and that are not finished yet: a strip beside the stage.
    pub waits: Vec<WaitView>,
    /// Who asked too often, in the same strip.
    pub floods: Vec<FloodView>,
    /// True once the guard has ended: a click or key on any button is accepted now.
    pub accepts_presses: bool,
    /// True if Doorbell knew that the window has the keyboard focus. A page that has the focus and
    /// reads false here is about to be guarded again.
    pub has_focus: bool,
    /// Set in a build that programs can drive.
    pub test_build: bool,
}

/// What fills the window.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "show", rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum StageView {
    /// Nothing waits to be seen; the window is hidden.
    Nothing,
    /// One question, which stays until the person is done with it.
    Question {
        /// The question.
        question: Box<QuestionView>,
    },
    /// What was done, and who is next: a question of someone else is named before it is shown.
    Announcement {
        /// What was done and who is next.
        announcement: AnnouncementView,
    },
    /// Nothing but the strip of links that are not finished.
    Waiting {
        /// The generation that a press and `painted` must name.
        generation: u64,
    },
    /// "Quit Doorbell?", because questions are open.
    Quitting {
        /// The generation that a press and `painted` must name.
        generation: u64,
        /// How many questions would end with it.
        open: usize,
        /// Whether the person has typed something that would be lost.
        typed: bool,
    },
}

/// One question as the window shows it.
///
/// The page builds the fields once for each `id`. A later view with the same `id` changes the
/// place, the state and the asker, never what the person is typing in, unless they press for it
/// ([`Press::UseDraft`]).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct QuestionView {
    /// Names the question in everything the page says about it.
    pub id: String,
    /// Rises with each change of what is shown; a press names the one it saw.
    pub generation: u64,
    /// Who asks.
    pub asker: AskerView,
    /// The server's own words.
    pub message: String,
    /// What is asked for.
    pub body: BodyView,
    /// Whether `Answer in terminal` is offered.
    pub hand_back: bool,
    /// Whether it is only looked at: what is typed goes nowhere, and the window says so.
    pub preview: bool,
    /// Where this question stands among those that wait.
    pub place: PlaceView,
    /// Whether it can still be answered.
    pub state: StateView,
}

/// What a question asks for.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "body", rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum BodyView {
    /// Fields to fill in.
    Form {
        /// The fields.
        form: FormView,
        /// What the person typed when the question was asked before, if they did.
        draft: Option<DraftView>,
    },
    /// A link to consent to.
    Link {
        /// The link.
        link: LinkView,
        /// How far the person has gone with it.
        step: LinkStep,
        /// Why the browser did not start, in a sentence for people.
        trouble: Option<String>,
        /// All links of the same request, this one included, if there are several.
        group: Vec<GroupMemberView>,
    },
    /// What an agent wants to do.
    Permission {
        /// The tool, in the agent's words.
        tool: String,
        /// What it is used with: the whole of it.
        arguments: String,
        /// The rules that `Always allow` adds to the agent's own; without any it is not offered.
        rules: Vec<String>,
        /// Whether the last line was on the screen, before which nothing can be allowed.
        read: bool,
    },
}

/// What the person typed when the question was asked before. Times are in milliseconds since 1970.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(
    tag = "draft",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum DraftView {
    /// They may use it.
    Offered {
        /// When they typed it.
        typed_at: i64,
    },
    /// It is in the fields now, which are drawn anew for that.
    Used {
        /// When they typed it.
        typed_at: i64,
    },
}

/// "1 of 3".
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct PlaceView {
    /// Counts from 1.
    pub position: usize,
    /// How many questions wait, this one included.
    pub of: usize,
}

/// Whether the question can still be answered.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "state", rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum StateView {
    /// It waits for an answer.
    Open {
        /// When the asker stops waiting, in milliseconds since 1970, if it said so.
        deadline: Option<i64>,
    },
    /// The person closed a form they had typed in: "Stop this question?"
    Stopping,
    /// The person pressed `Answer in terminal` on a form they had typed in: "Answer in the
    /// terminal?"
    HandingBack,
    /// The person pressed `Mute` on a form they had typed in: "Mute this server?"
    Muting {
        /// For how long.
        length: MuteFor,
    },
    /// The asker stopped waiting while the person was typing. The text is kept in place.
    Withdrawn {
        /// When, in milliseconds since 1970.
        at: i64,
        /// Why, in a sentence for people.
        reason: String,
    },
}

/// Shown between the questions of two agent sessions, and when something must be said that has
/// no question to stand beside.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct AnnouncementView {
    /// What was just done: "Sent to Claude Code · shop."
    pub done: String,
    /// Who is next: "Codex · api". Without one there is only `Close`.
    pub next: Option<String>,
    /// The question that `Show` opens; empty without one.
    pub id: String,
    /// The generation a press must name.
    pub generation: u64,
    /// How many questions wait.
    pub waiting: usize,
}

/// Something the person typed or chose in one field.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct EditSaid {
    /// The question the field belongs to.
    pub id: String,
    /// The field's place in the form, from 0.
    pub field: usize,
    /// What it now holds.
    pub input: Input,
}

/// A button, Esc or Ctrl+Enter.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct PressSaid {
    /// The question on the screen when it was pressed; empty if there was none.
    pub id: String,
    /// The generation on the screen when it was pressed.
    pub generation: u64,
    /// What was pressed.
    pub press: Press,
    /// With what.
    pub by: By,
}

/// What the person can press.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(
    tag = "press",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum Press {
    /// Send the answers. `secrets_too` is the tick "send it anyway".
    Send {
        /// Whether the person ticked that a secret-looking value may leave.
        secrets_too: bool,
    },
    /// Open the link in the browser. With a severe warning the first press only arms it.
    Open,
    /// The person opened the copied link by themselves.
    OpenedIt,
    /// Put what was typed before into the fields.
    UseDraft,
    /// Forget what was typed before.
    StartFresh,
    /// The only way to `decline`, but for [`Press::Deny`].
    Decline,
    /// Let the agent do this, once.
    Allow,
    /// Let the agent do this, and add the rules that are shown to its own.
    AlwaysAllow,
    /// Do not let it. It is the answer `decline`.
    Deny,
    /// Put it away for a while; the asker keeps waiting.
    Later {
        /// For how long.
        length: LaterFor,
    },
    /// Esc.
    Dismiss,
    /// Give the question back to its asker, which asks it in the agent's terminal. On a form that
    /// was typed in the first press only asks.
    AnswerInTerminal,
    /// Let its server ask no more for a while: the question is refused, and so are those of it
    /// that wait untouched. On a form that was typed in the first press only asks.
    Mute {
        /// For how long.
        length: MuteFor,
    },
    /// "Keep waiting", the answer to "Stop this question?", "Answer in the terminal?" and
    /// "Mute this server?".
    KeepWaiting,
    /// "Stop", the other answer to the first.
    Stop,
    /// Put away a question whose asker stopped waiting.
    Close,
    /// Show the announced question.
    Show,
    /// End Doorbell, and with it every open question.
    Quit,
}

/// For how long a question is put away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum LaterFor {
    /// A few minutes.
    Minutes,
    /// Half an hour.
    HalfHour,
    /// Two hours.
    TwoHours,
}

/// What was pressed with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum By {
    /// The keyboard, or assistive technology.
    Key,
    /// Mouse, touch or pen.
    Pointer,
}

/// What came of a press.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "reply", rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum PressReply {
    /// It took effect; the next view follows.
    Done,
    /// It came too soon after something changed on the screen; nothing was done.
    TooSoon,
    /// The question it meant is no longer the one on the screen; nothing was done.
    Stale,
    /// It allows what was not on the screen to its last line; nothing was done.
    Unread,
    /// Another program made it, and the person does not want that to count; nothing was done.
    Foreign,
    /// The answers are as they should be, and nothing was sent: it is only looked at.
    Previewed,
    /// Some answers need attention; nothing was sent.
    Problems {
        /// The form as checked.
        check: CheckView,
        /// The first field with a problem, from 0.
        first: usize,
    },
    /// A secret-looking value is there and the person has not ticked that it may leave.
    SecretHeld {
        /// The first such field, from 0.
        field: usize,
    },
}
