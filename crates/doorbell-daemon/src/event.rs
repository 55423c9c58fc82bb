//! Everything that can happen to the daemon.

use std::time::Duration;

use doorbell_core::asker::{Asker, AskerId};
use doorbell_core::attention::{NotificationPress, TrayPress};
use doorbell_core::board::{NotCopied, QuestionId, StaleEdit};
use doorbell_core::settings::{SettingChange, Settings};
use doorbell_core::view::{
    AskersView, CheckView, EditRequest, DesktopFactsView, FloodPressRequest, HistoryView, HistoryQuery,
    HomePress, MuteRequest, PressReply, PressRequest, QuietReasonView, OpenedLinkPressRequest,
};
use doorbell_protocol::{FromAsker, Malformed};
use tokio::sync::{mpsc, oneshot};

use crate::house::heeding::NotSet;
use crate::settings::Problem;
use crate::storage::Reply;

/// Lines on their way to one asker.
pub type Outbox = mpsc::Sender<String>;

/// The receiving end of a [`Handle`](crate::Handle).
pub struct Inbox(pub(crate) mpsc::Receiver<Event>);

/// One thing that happened.
pub enum Event {
    /// An asker said hello.
    Arrived { asker: Box<Asker>, outbox: Outbox },
    /// An asker sent a line.
    Said {
        asker: AskerId,
        message: Result<FromAsker, Malformed>,
        /// Told when the line was heard and the next may come.
        heard: oneshot::Sender<()>,
    },
    /// The answer to this question is stored, or cannot be.
    Stored { question: QuestionId },
    /// An asker's connection ended.
    Left { asker: AskerId },
    /// Something about the window.
    Window(WindowEvent),
    /// The person typed.
    Edit {
        said: EditRequest,
        reply: oneshot::Sender<Result<CheckView, StaleEdit>>,
    },
    /// The person pressed.
    Press {
        said: PressRequest,
        reply: oneshot::Sender<PressReply>,
    },
    /// The person wants their answers as text.
    AnswerText {
        id: String,
        reply: oneshot::Sender<Option<String>>,
    },
    /// The person wants the link of a question as text.
    CopyLink {
        id: String,
        reply: oneshot::Sender<Result<String, NotCopied>>,
    },
    /// The person pressed something on the card of a link that is not finished.
    PressWait {
        said: OpenedLinkPressRequest,
        reply: oneshot::Sender<PressReply>,
    },
    /// The person pressed something on the card of someone that asked too often.
    PressFlood {
        said: FloodPressRequest,
        reply: oneshot::Sender<PressReply>,
    },
    /// Something about history or mutes.
    Past(PastEvent),
    /// The browser was started, or not.
    LinkOpened { id: String, trouble: Option<String> },
    /// The person did something outside the window.
    Outside(Outside),
    /// Something about Home.
    Home(HomeEvent),
    /// Something about the desktop.
    Desktop(DesktopEvent),
    /// Someone wants to set something in Home.
    MaySet {
        change: SettingChange,
        whose: PressOrigin,
        reply: oneshot::Sender<Result<(), NotSet>>,
    },
    /// The settings file says this now.
    SettingsChanged {
        settings: Box<Settings>,
        /// What the person set in Home, if that is why.
        changed: Option<SettingChange>,
        /// What is wrong with the file.
        problem: Option<Problem>,
    },
    /// Doorbell was told to end.
    Stop,
}

/// Whose press something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PressOrigin {
    /// It can be the person's, or they set that those of programs count too.
    Person,
    /// Another program made it.
    Program,
}

/// Something about the window.
pub enum WindowEvent {
    /// It can show views now; whatever is current must be shown (again).
    Ready,
    /// It has drawn this.
    Painted { id: String, generation: u64 },
    /// The last line of this was on the screen.
    ReadToEnd { id: String, generation: u64 },
    /// It got or lost the keyboard focus.
    Focus { has_focus: bool },
    /// It drops keys for this long from now; zero ends it early.
    KeysDropped { length: Duration },
    /// It moved or changed its size.
    Moved,
    /// The person closed it by its frame.
    Closed,
    /// It cannot be made or shown.
    Failed { reason: String },
}

/// What the person did outside the window.
#[derive(Debug)]
pub enum Outside {
    /// Pressed something on the notification with this number.
    Note {
        ring: u64,
        press: NotificationPress,
        /// Proves to the desktop that the person did it.
        token: Option<String>,
    },
    /// Closed the notification with this number, or let it go.
    NoteClosed { ring: u64 },
    /// Pressed something in the tray's menu.
    Tray(TrayPress),
    /// Pressed the notification that points to Settings.
    Pointed,
    /// Pressed the keys that bring the oldest question to the front.
    Shortcut,
}

/// Something about Home.
pub enum HomeEvent {
    /// It can show views now.
    Ready,
    /// It is closed.
    Closed,
    /// The person pressed something in it.
    Press(HomePress),
}

/// Something about the desktop.
pub enum DesktopEvent {
    /// Nothing should be shown on it, or no longer.
    Quiet(Option<QuietReasonView>),
    /// The machine has slept.
    Woke,
    /// What it can do.
    Facts(DesktopFactsView),
}

/// Something about history or mutes. The storage answers it.
pub enum PastEvent {
    /// A page of history is wanted.
    History {
        wanted: HistoryQuery,
        reply: Reply<HistoryView>,
    },
    /// It is wanted who has asked.
    Askers { reply: Reply<AskersView> },
    /// All of history is wanted, for a file.
    Export { reply: Reply<String> },
    /// History must go.
    Clear { reply: Reply<()> },
    /// Someone is muted, or no longer.
    Mute { said: MuteRequest, reply: Reply<()> },
}
