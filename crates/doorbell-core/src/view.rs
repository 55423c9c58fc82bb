//! What the daemon sends to the pages, and the requests the pages send back.
//!
//! [`crate::text`] has made all outside text in these types visible. The pages show it as text, never
//! as markup. Times are in milliseconds since 1970.

mod agent_question;
mod asker;
mod assistive_offer;
mod document;
mod flood;
mod form;
mod history;
mod home;
mod link;
mod opened_link;
mod permission;

pub use agent_question::{
    AgentPlanView, ChoiceOptionView, ChoiceQuestionView, NoticeReason, PlanChoiceView,
    PlanCommentView,
};
pub use asker::{
    AskerView, ClaimedView, FamiliarityView, NameSource, ProgramCheck, ProgramView, ServerView,
    VerifiedView,
};
pub use assistive_offer::{AssistiveOfferAnswer, AssistiveOfferPressRequest};
pub use document::{BlockView, DocumentView, InlineView, ListItemView};
pub use flood::{FloodPress, FloodPressRequest, FloodView};
pub use form::{
    CheckView, ChoiceLook, ControlView, FieldCheckView, FieldView, FormKindView, FormView,
    OptionView, SecretView,
};
pub use history::{
    AskerRowView, AskersView, HistoryEntryView, HistoryQuery, HistoryView, MuteFor, MuteRequest,
    MuteView,
};
pub use home::{
    AgentSessionStateView, AgentSessionView, DesktopFactsView, HomePage, HomePress, HomePush,
    HomeView, NotificationSupportView, OpenQuestionView, PauseFor, PendingChangeView,
    QuestionKindView, QuietModeView, QuietReasonView,
};
pub use link::{GroupMemberView, LinkStep, LinkView, Severity, WarningView};

pub use opened_link::{
    OpenedLinkPress, OpenedLinkPressRequest, OpenedLinkStateView, OpenedLinkView,
};
pub use permission::{ArgumentView, EditableTextView, PermissionDetailView, PermissionView};

use serde::{Deserialize, Serialize};

pub use crate::form::Input;

/// The whole content of the question window, sent after every change.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct WindowView {
    pub screen: ScreenView,
    /// Links the person agreed to open that have not ended yet, as a strip of cards.
    pub opened_links: Vec<OpenedLinkView>,
    pub floods: Vec<FloodView>,
    /// True if the window offers to accept input of assistive technology.
    pub assistive_offer: bool,
    /// True once the guard has ended: a click or key on any button is accepted now.
    pub accepts_presses: bool,
    /// True if Doorbell knows that the window has the focus. A page with focus that reads false is
    /// about to be guarded again.
    pub has_focus: bool,
    /// True in a build that programs can drive.
    pub test_build: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "show", rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum ScreenView {
    /// The window is hidden.
    Nothing,
    Question {
        question: Box<QuestionView>,
    },
    /// What was done, and which question is next: a question of another session is announced first.
    Announcement {
        announcement: AnnouncementView,
    },
    /// Only the strip of opened links.
    #[serde(rename = "waiting")]
    OpenedLinks {
        generation: u64,
    },
    /// "Quit Doorbell?", because questions are open.
    Quitting {
        generation: u64,
        /// How many questions would end.
        open: usize,
        /// True if input would be lost.
        typed: bool,
    },
}

/// The page builds the fields once for each `id`. Later views with the same `id` never change what
/// the person is typing in, unless they use a draft ([`Press::UseDraft`]).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct QuestionView {
    pub id: String,
    /// Incremented with each change on the screen; a press names the one it saw.
    pub generation: u64,
    pub asker: AskerView,
    pub message: String,
    /// The parts of a formatted message.
    pub message_blocks: Option<Vec<BlockView>>,
    pub body: BodyView,
    /// True if "Answer in terminal" is offered.
    pub hand_back: bool,
    /// True for a trial form: answers go nowhere, and the window says so.
    pub preview: bool,
    /// How many other questions are open.
    pub waiting: usize,
    pub state: QuestionStateView,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "body", rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum BodyView {
    Form {
        form: FormView,
        /// Input from when the question was asked before.
        draft: Option<DraftView>,
    },
    Link {
        link: LinkView,
        step: LinkStep,
        /// Why the browser did not start, as a sentence.
        trouble: Option<String>,
        /// All links of the same request, this one included, if there are several.
        group: Vec<GroupMemberView>,
    },
    Permission {
        permission: PermissionView,
        /// True once the last line was on the screen. Allowing is impossible before.
        read: bool,
        /// To the agent, so far.
        message: Input,
        /// True once the person opened the texts for changes.
        editing: bool,
        /// True if the person changed what would be allowed.
        changed: bool,
        /// Why the changed version cannot be allowed.
        problem: Option<String>,
    },
    /// An agent asks several questions at once.
    Questions {
        questions: Vec<ChoiceQuestionView>,
        /// Which answers look like secrets so far.
        check: CheckView,
    },
    /// An agent wants its plan approved.
    Plan { plan: AgentPlanView },
    /// Needs no answer.
    Notice {
        reason: NoticeReason,
        /// What the person has written; `None` if the agent takes no reply.
        reply: Option<Input>,
        /// True if “Go to terminal” is offered.
        terminal: bool,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(
    tag = "draft",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum DraftView {
    Offered {
        typed_at: i64,
    },
    /// In the fields, which are rebuilt for that.
    Used {
        typed_at: i64,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "state", rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum QuestionStateView {
    Open {
        deadline: Option<i64>,
    },
    /// "Stop this question?": the person closed a form with input.
    Stopping,
    /// "Answer in the terminal?": the person pressed that on a form with input.
    HandingBack,
    /// "Mute this server?": the person pressed Mute on a form with input.
    Muting {
        length: MuteFor,
    },
    /// The asker stopped waiting while the person was typing. The text stays in place.
    Withdrawn {
        at: i64,
        reason: String,
    },
}

/// Shown between the questions of two agent sessions, and for messages that the person must read.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct AnnouncementView {
    /// "Sent to Claude Code · shop."
    pub done: String,
    /// "Codex · api". Without one the only button is Close.
    pub next: Option<String>,
    /// The question that Show opens; empty without one.
    pub id: String,
    pub generation: u64,
    pub waiting: usize,
}

/// Input in one field.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct EditRequest {
    pub id: String,
    pub field: usize,
    pub input: Input,
}

/// A button, Esc or Ctrl+Enter.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct PressRequest {
    /// The question on the screen; empty if there was none.
    pub id: String,
    pub generation: u64,
    pub press: Press,
    pub by: InputDevice,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(
    tag = "press",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum Press {
    Send {
        secrets_too: bool,
    },
    /// Yes or No of a [`FormKindView::YesNo`].
    Answer {
        yes: bool,
    },
    /// With a severe warning the first press only arms the second.
    Open,
    /// The person opened the copied link themselves.
    OpenedIt,
    UseDraft,
    StartFresh,
    /// Apart from [`Press::Deny`] and No under a form without fields, the only way to decline.
    Decline,
    Allow,
    /// Allows more than this once, as the choice at this index says.
    AllowMore {
        choice: usize,
    },
    Deny,
    /// Opens what a permission would allow for changes. A press, so that no other program does it.
    Edit,
    /// One of a plan's choices.
    Choose {
        choice: usize,
    },
    /// Snoozes the question; the asker keeps waiting.
    Later {
        length: SnoozeFor,
    },
    /// Esc.
    Dismiss,
    /// A form with input takes a second press.
    AnswerInTerminal,
    /// Refuses the question and the untouched ones of the same server. A form with input takes a
    /// second press.
    Mute {
        length: MuteFor,
    },
    /// "Keep waiting" in any confirmation.
    KeepWaiting,
    /// Confirms "Stop this question?".
    Stop,
    /// Closes a notice, or a question whose asker stopped waiting.
    Close,
    /// Brings the terminal of a notice's session to the front, and closes the notice.
    GoToTerminal,
    /// Shows the announced question.
    Show,
    Quit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum SnoozeFor {
    Minutes,
    HalfHour,
    TwoHours,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum InputDevice {
    Key,
    /// A letter that is printed on a button, alone or with Alt.
    Shortcut,
    /// Mouse, touch or pen.
    Pointer,
    /// No click or key: assistive technology, or another program.
    Program,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "reply", rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum PressReply {
    /// It took effect; the next view follows.
    Done,
    /// Ignored: something just changed on the screen.
    TooSoon,
    /// Ignored: the screen has moved on.
    Stale,
    /// Ignored: the last line of what it allows was not on the screen yet.
    Unread,
    /// Ignored: another program made it, and the settings forbid that.
    Foreign,
    /// The answers are valid. Nothing was sent, because this is a preview.
    Previewed,
    /// Nothing was sent: some answers are invalid. `first` is the index of the first such field.
    Problems { check: CheckView, first: usize },
    /// Nothing was sent: a value looks secret and the person has not ticked that it may be sent.
    SecretHeld { field: usize },
}
