//! The events that the daemon's event loop handles.

use std::sync::Arc;
use std::time::Duration;

use doorbell_core::asker::{Asker, AskerId};
use doorbell_core::attention::{NotificationPress, TrayPress};
use doorbell_core::board::{NotCopied, QuestionId, StaleEdit};
use doorbell_core::sessions::{SessionNumber, TerminalFacts};
use doorbell_core::settings::{SettingChange, Settings};
use doorbell_core::view::{
    AskersView, AssistiveOfferPressRequest, CheckView, DesktopFactsView, EditRequest,
    FloodPressRequest, HistoryQuery, HistoryView, HomePress, MuteRequest, OpenedLinkPressRequest,
    PressReply, PressRequest, QuietReasonView,
};
use doorbell_protocol::{
    AwaitDoneParams, Malformed, Notice, OpenParams, PreviewResult, RequestId, SessionParams,
    StopParams, WithdrawParams,
};
use tokio::sync::{mpsc, oneshot};

use crate::admission::IsWaiting;
use crate::convert::ReadQuestion;
use crate::event_loop::effective_settings::SettingRefused;
use crate::settings::SettingsProblem;
use crate::storage::Reply;

/// Lines queued for one asker's connection.
pub type Outbox = mpsc::Sender<String>;

/// The receiving end of a [`Handle`](crate::Handle).
pub struct Inbox(pub(crate) mpsc::Receiver<Event>);

pub enum Event {
    /// A connection completed its hello.
    Connected {
        asker: Arc<Asker>,
        outbox: Outbox,
        is_waiting: IsWaiting,
    },
    Message {
        asker: AskerId,
        message: Result<Message, Malformed>,
        /// True if another program or process than the one that connected may have sent it.
        is_taken_over: bool,
        /// Signals that the connection may read the next message.
        handled: oneshot::Sender<()>,
    },
    Disconnected {
        asker: AskerId,
    },
    /// The storage finished writing the answer to this question, or failed to.
    AnswerStored {
        question: QuestionId,
    },
    Window(WindowEvent),
    Edit {
        edit: EditRequest,
        reply: oneshot::Sender<Result<CheckView, StaleEdit>>,
    },
    Press {
        press: PressRequest,
        reply: oneshot::Sender<PressReply>,
    },
    /// The person copies their answers as text.
    AnswerText {
        id: String,
        reply: oneshot::Sender<Option<String>>,
    },
    /// The person copies the link of a question.
    CopyLink {
        id: String,
        reply: oneshot::Sender<Result<String, NotCopied>>,
    },
    PressOpenedLink {
        press: OpenedLinkPressRequest,
        reply: oneshot::Sender<PressReply>,
    },
    PressFlood {
        press: FloodPressRequest,
        reply: oneshot::Sender<PressReply>,
    },
    PressAssistiveOffer {
        press: AssistiveOfferPressRequest,
        reply: oneshot::Sender<PressReply>,
    },
    History(HistoryEvent),
    /// The browser started, or failed to with `error`.
    LinkOpened {
        id: String,
        error: Option<String>,
    },
    Outside(OutsideEvent),
    Home(HomeEvent),
    Desktop(DesktopEvent),
    /// Home asks whether a setting may change.
    CheckSettingChange {
        change: SettingChange,
        origin: PressOrigin,
        reply: oneshot::Sender<Result<(), SettingRefused>>,
    },
    /// The contents of the settings file changed.
    SettingsChanged {
        settings: Box<Settings>,
        /// The change, if the person made it in Home.
        change: Option<SettingChange>,
        problem: Option<SettingsProblem>,
    },
    /// What the desktop found out about the terminal of a session.
    TerminalFound {
        session: SessionNumber,
        facts: TerminalFacts,
    },
    Stop,
}

/// A message of an asker, with everything read that takes time.
pub enum Message {
    Request { id: RequestId, request: Request },
    Notice(Notice),
}

pub enum Request {
    Hello,
    Ask(Box<ReadQuestion>),
    Preview(PreviewResult),
    List,
    Status,
    Open(OpenParams),
    AwaitDone(AwaitDoneParams),
    Withdraw(WithdrawParams),
    Session(SessionParams),
    Stop(StopParams),
}

/// Who caused a click or key press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PressOrigin {
    /// Possibly the person, or a program whose presses they allow.
    Person,
    /// Another program.
    Program,
}

pub enum WindowEvent {
    /// The page has loaded and needs the current view.
    Ready,
    Painted {
        id: String,
        generation: u64,
    },
    /// The page does not answer since it got this.
    Stuck {
        id: String,
    },
    /// The last line was visible on the screen.
    ReadToEnd {
        id: String,
        generation: u64,
    },
    Focus {
        has_focus: bool,
    },
    /// The window drops keys for `length` from now; zero ends this early.
    KeysDropped {
        length: Duration,
    },
    /// The window was moved or resized.
    Moved,
    /// A press was refused that may come from the person's assistive technology.
    AssistiveInputRefused,
    /// The person closed the window.
    Closed,
    /// The window cannot be created or shown.
    Failed {
        reason: String,
    },
}

/// An action of the person outside both windows.
#[derive(Debug)]
pub enum OutsideEvent {
    NotificationPressed {
        number: u64,
        press: NotificationPress,
        /// Activation token; proves to the desktop that the person pressed.
        token: Option<String>,
    },
    /// The notification was closed or expired.
    NotificationClosed {
        number: u64,
    },
    TrayPressed(TrayPress),
    SettingsNoticePressed,
    /// The global shortcut for the oldest question.
    ShortcutPressed,
}

pub enum HomeEvent {
    /// The page has loaded and needs the current view.
    Ready,
    Closed,
    Press(HomePress),
}

pub enum DesktopEvent {
    /// The desktop started or stopped suppressing notifications.
    Quiet(Option<QuietReasonView>),
    /// The machine resumed from sleep.
    Resumed,
    /// The desktop's capabilities changed.
    Facts(DesktopFactsView),
}

/// A request about history or mutes. The storage replies.
pub enum HistoryEvent {
    Page {
        query: HistoryQuery,
        reply: Reply<HistoryView>,
    },
    Askers {
        reply: Reply<AskersView>,
    },
    Export {
        reply: Reply<String>,
    },
    Clear {
        reply: Reply<()>,
    },
    Mute {
        mute: MuteRequest,
        reply: Reply<()>,
    },
}
