//! What agents ask themselves: question sets, plans and notices.

use serde::Serialize;

use super::{DocumentView, Input};

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct ChoiceQuestionView {
    pub header: String,
    pub text: DocumentView,
    /// True if several options can be chosen.
    pub multiple: bool,
    pub options: Vec<ChoiceOptionView>,
    /// True if the person can write another answer, which has the index after the last option.
    pub other: bool,
    /// True if the person can add a note.
    pub note: bool,
    /// Indices of options.
    pub chosen: Vec<usize>,
    pub other_text: Input,
    pub note_text: Input,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct ChoiceOptionView {
    pub label: String,
    pub description: String,
    pub preview: Option<DocumentView>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct AgentPlanView {
    pub plan: DocumentView,
    /// The difference to the session's last plan, as in [`super::PermissionDetailView::Diff`]. `None`
    /// if there was no other plan.
    pub changes: Option<String>,
    pub choices: Vec<PlanChoiceView>,
    /// What the person wants changed, so far.
    pub feedback: Input,
    pub comments: Vec<PlanCommentView>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct PlanCommentView {
    /// Of the plan, counted from 1; also the index of its field.
    pub line: usize,
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct PlanChoiceView {
    pub label: String,
    /// What happens then, in words; may be empty.
    pub effect: String,
}

/// Why an agent tells the person something that needs no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum NoticeReason {
    Finished,
    /// It asks something that only the terminal can answer.
    WaitsInTerminal,
}
