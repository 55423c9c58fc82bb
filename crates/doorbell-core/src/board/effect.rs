//! What the daemon must do for the board.

use std::fmt;

use super::{LinkEnd, QuestionId};
use crate::asker::{Asker, AskerId, Claims, SessionId};
use crate::draft::Draft;
use crate::moment::Moment;
use crate::outcome::Ending;
use crate::view::{HistoryEntryView, MuteFor, QuestionKindView};

#[derive(Clone, PartialEq)]
pub enum Effect {
    /// Send [`Board::view`](super::Board::view) to the window. Repeated effects can be merged.
    ViewChanged,
    /// The page did not paint or answer in time: replace it.
    ReplacePage,
    /// Bring up the window without taking the focus.
    RaiseWindow,
    /// Give the window the focus once it has painted: the person asked for it.
    FocusOnRequest,
    /// The same, because the settings say so.
    FocusOnArrival,
    Mute {
        agent: String,
        server: String,
        length: MuteFor,
    },
    /// End Doorbell; no question is open any more.
    Quit,
    /// Bring the terminal of an agent session to the front: the person asked for it.
    ShowTerminal { session: SessionId },
    /// Open the browser and report the result to [`Board::link_opened`](super::Board::link_opened).
    OpenLink { question: QuestionId, url: String },
    /// A link that the person had agreed to open has ended.
    LinkEnded { question: QuestionId, end: LinkEnd },
    /// The input of a question changed; [`Board::draft`](super::Board::draft) returns what to save.
    DraftChanged { question: QuestionId },
    Ended {
        question: QuestionId,
        asker: AskerId,
        /// Contains no answers.
        entry: Box<HistoryEntryView>,
        draft: Option<Box<Draft>>,
        ending: Box<Ending>,
    },
}

impl HistoryEntryView {
    /// The entry of a question whose outcome is still to be filled in.
    pub fn for_question(
        asker: &Asker,
        claims: &Claims,
        kind: QuestionKindView,
        now: &Moment,
    ) -> Self {
        let now = now.timestamp().as_millisecond();
        Self {
            id: 0,
            at: now,
            agent: asker.agent_name(claims),
            server: asker.name(claims),
            kind,
            question: None,
            domain: None,
            tool: asker.tool_name(claims),
            project: asker.project_name(claims),
            outcome: String::new(),
            reason: None,
            asked: Some(now),
            shown: None,
        }
    }
}

/// Omits links and answers: they may grant access to something.
impl fmt::Debug for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ViewChanged => f.write_str("ViewChanged"),
            Self::ReplacePage => f.write_str("ReplacePage"),
            Self::RaiseWindow => f.write_str("RaiseWindow"),
            Self::FocusOnRequest => f.write_str("FocusOnRequest"),
            Self::FocusOnArrival => f.write_str("FocusOnArrival"),
            Self::Mute { length, .. } => write!(f, "Mute({length:?})"),
            Self::Quit => f.write_str("Quit"),
            Self::ShowTerminal { session } => write!(f, "ShowTerminal({})", session.pid),
            Self::OpenLink { question, .. } => write!(f, "OpenLink({question})"),
            Self::LinkEnded { question, end } => write!(f, "LinkEnded({question}, {end:?})"),
            Self::DraftChanged { question } => write!(f, "DraftChanged({question})"),
            Self::Ended {
                question, ending, ..
            } => write!(f, "Ended({question}, {ending:?})"),
        }
    }
}
