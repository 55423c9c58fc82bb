//! What agents ask themselves, beside permissions.

use crate::plan::Plan;
use crate::question_set::QuestionSet;
use crate::view::NoticeReason;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AgentQuestion {
    Questions(QuestionSet),
    Plan(Plan),
    /// Needs no answer.
    Notice(Notice),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notice {
    pub reason: NoticeReason,
    /// True if the agent takes a reply as its next instruction.
    pub takes_reply: bool,
    /// True if the desktop can bring the session's terminal to the front.
    pub has_terminal: bool,
}

impl From<NoticeReason> for Notice {
    fn from(reason: NoticeReason) -> Self {
        Self {
            reason,
            takes_reply: false,
            has_terminal: false,
        }
    }
}
