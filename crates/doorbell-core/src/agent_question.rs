//! What agents ask themselves, beside permissions.

use crate::plan::Plan;
use crate::question_set::QuestionSet;
use crate::view::NoticeReason;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AgentQuestion {
    Questions(QuestionSet),
    Plan(Plan),
    /// Needs no answer.
    Notice(NoticeReason),
}
