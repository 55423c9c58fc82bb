//! What must happen outside.

use std::fmt;

use super::{Finish, QuestionId};
use crate::asker::{Asker, AskerId, Claims};
use crate::draft::Draft;
use crate::moment::Moment;
use crate::outcome::Ending;
use crate::view::{KindView, LineView, MuteFor};

/// Something that must happen outside.
#[derive(Clone, PartialEq)]
pub enum Effect {
    /// The window's content changed; [`Board::view`](super::Board::view) tells it. What changes
    /// several times at once need be told only once.
    Show,
    /// The window should be brought up, without taking the focus.
    Raise,
    /// The person asked for the window: it should have the keyboard as soon as it shows what is on
    /// the stage.
    Focus,
    /// The same, unasked, because the person set it so.
    TakeFocus,
    /// The person wants no more questions of this pair for a while.
    Mute {
        /// The agent, as history has it.
        agent: String,
        /// The server, as history has it.
        server: String,
        /// For how long.
        length: MuteFor,
    },
    /// Doorbell should end; nothing is open any more.
    Quit,
    /// The browser should open this, and [`Board::link_opened`](super::Board::link_opened) be told whether it did.
    OpenLink {
        /// The question it is about.
        question: QuestionId,
        /// What to open.
        url: String,
    },
    /// A link the person had agreed to open is finished.
    Finished {
        /// The question it was.
        question: QuestionId,
        /// How.
        finish: Finish,
    },
    /// What the person has typed in a question is another; [`Board::draft`](super::Board::draft)
    /// says what of it should be kept.
    Drafted {
        /// The question.
        question: QuestionId,
    },
    /// A question ended; its asker is told.
    Ended {
        /// The question.
        question: QuestionId,
        /// Its asker.
        asker: AskerId,
        /// What history tells of it, without values.
        line: Box<LineView>,
        /// What the person had typed in it, if they had.
        draft: Option<Box<Draft>>,
        /// How it ended.
        ending: Box<Ending>,
    },
}

impl LineView {
    /// A line of history about a question; what became of it is left out.
    pub fn about(asker: &Asker, claims: &Claims, kind: KindView, now: &Moment) -> Self {
        let now = now.timestamp().as_millisecond();
        Self {
            id: 0,
            at: now,
            agent: asker.agent_name(claims),
            server: asker.name(claims),
            kind,
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

/// Leaves links and answers out: they may be keys to something.
impl fmt::Debug for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Show => f.write_str("Show"),
            Self::Raise => f.write_str("Raise"),
            Self::Focus => f.write_str("Focus"),
            Self::TakeFocus => f.write_str("TakeFocus"),
            Self::Mute { length, .. } => write!(f, "Mute({length:?})"),
            Self::Quit => f.write_str("Quit"),
            Self::OpenLink { question, .. } => write!(f, "OpenLink({question})"),
            Self::Finished { question, finish } => write!(f, "Finished({question}, {finish:?})"),
            Self::Drafted { question } => write!(f, "Drafted({question})"),
            Self::Ended {
                question, ending, ..
            } => write!(f, "Ended({question}, {ending:?})"),
        }
    }
}
