//! What must happen outside.

use std::fmt;

use jiff::Timestamp;

use super::{Finish, QuestionId};
use crate::asker::AskerId;
use crate::draft::Draft;
use crate::outcome::Ending;
use crate::view::{KindView, MuteFor};

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
        /// What it was about, without values.
        about: Box<About>,
        /// What the person had typed in it, if they had.
        draft: Option<Box<Draft>>,
        /// How it ended.
        ending: Box<Ending>,
    },
}

/// What a question was about, as far as history may know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// The agent behind it.
    pub agent: String,
    /// The server's name.
    pub server: String,
    /// What it asks for.
    pub kind: KindView,
    /// Whose website, if it was a link.
    pub domain: Option<String>,
    /// The tool that led to it, in the asker's words.
    pub tool: Option<String>,
    /// The project's name, in the asker's words.
    pub project: Option<String>,
    /// When it was asked.
    pub asked_at: Timestamp,
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
