//! Turns the end of a question into the tool's result.

use doorbell_protocol::{DoneState, ElicitResult, OutcomeMeta, error_chain, without_nulls};
use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::{Map, Value, json};

use crate::doorbell_client::AskError;
use crate::question::InvalidArguments;
use crate::tools::ToolKind;

const ACCEPTED: &str = "accepted";
const DECLINED: &str = "declined";
const NOT_SHOWN: &str = "notShown";
const REFUSED: &str = "refused";
const WITHDRAWN: &str = "withdrawn";

/// The result for a question that Doorbell ended.
pub fn ended(
    kind: ToolKind,
    result: &ElicitResult,
    link_state: Option<DoneState>,
) -> CallToolResult {
    let OutcomeMeta {
        outcome, reason, ..
    } = result.outcome();
    let has_answer = matches!(kind, ToolKind::Ask | ToolKind::Choose);
    let answer = result.content.as_ref().filter(|_| has_answer);
    tool_result(kind, outcome, answer, link_state, reason.as_deref())
}

/// The result for a question that Doorbell did not end.
pub fn failed(kind: ToolKind, error: &AskError) -> CallToolResult {
    let outcome = match error {
        AskError::Withdrawn => WITHDRAWN,
        AskError::Invalid(_) => REFUSED,
        AskError::Unreachable(_) | AskError::Lost(_) | AskError::System(_) => NOT_SHOWN,
    };
    tool_result(kind, outcome, None, None, Some(&error_chain(error)))
}

/// The result for a call whose arguments make no question.
pub fn invalid_arguments(kind: ToolKind, error: &InvalidArguments) -> CallToolResult {
    tool_result(kind, REFUSED, None, None, Some(&error.to_string()))
}

fn tool_result(
    kind: ToolKind,
    outcome: &str,
    answer: Option<&Map<String, Value>>,
    link_state: Option<DoneState>,
    reason: Option<&str>,
) -> CallToolResult {
    let structured = without_nulls(json!({
        "outcome": outcome,
        "answer": answer,
        "finished": link_state,
        "reason": reason,
        "note": note(kind, outcome),
    }));
    // For clients that do not support structured results.
    let text = vec![ContentBlock::text(structured.to_string())];
    // A question that was shown but not answered is no error.
    let mut result = match outcome {
        NOT_SHOWN | REFUSED => CallToolResult::error(text),
        _ => CallToolResult::success(text),
    };
    result.structured_content = Some(structured);
    result
}

/// Explains the outcome to the model.
fn note(kind: ToolKind, outcome: &str) -> &'static str {
    match (kind, outcome) {
        (ToolKind::Ask | ToolKind::Choose, ACCEPTED) => "The person answered.",
        (ToolKind::Confirm, ACCEPTED) => "The person said yes.",
        (ToolKind::OpenLink, ACCEPTED) => {
            "The person agreed to open the link. That does not say that they finished there."
        }
        (ToolKind::Confirm, DECLINED) => "The person said no.",
        (ToolKind::Ask | ToolKind::Choose | ToolKind::OpenLink, DECLINED) => {
            "The person declined. Respect that: do not ask the same again, and do not assume an answer."
        }
        (_, "dismissed") => {
            "The person cancelled the question. That is neither yes nor no: do not assume an answer."
        }
        (_, "expired") => {
            "Nobody answered in time. That is neither yes nor no: do not assume an answer."
        }
        (_, NOT_SHOWN | REFUSED) => {
            "The person was not asked. Ask in the conversation instead, and do not assume an answer."
        }
        _ => "The question ended without an answer: do not assume one.",
    }
}

#[cfg(test)]
mod tests {
    use doorbell_protocol::Action;

    use super::*;

    fn elicit_result(outcome: &str) -> ElicitResult {
        let action = match outcome {
            ACCEPTED => Action::Accept,
            DECLINED => Action::Decline,
            _ => Action::Cancel,
        };
        let content = (action == Action::Accept).then(Map::new);
        let outcome = OutcomeMeta {
            outcome: outcome.to_owned(),
            ..OutcomeMeta::default()
        };
        ElicitResult::new(action, content, outcome)
    }

    #[test]
    fn only_questions_never_shown_are_errors() {
        for (outcome, is_error) in [
            (ACCEPTED, false),
            (DECLINED, false),
            ("dismissed", false),
            ("expired", false),
            (WITHDRAWN, false),
            ("handedBack", false),
            (NOT_SHOWN, true),
            (REFUSED, true),
        ] {
            for kind in ToolKind::ALL {
                let result = ended(kind, &elicit_result(outcome), None);
                assert_eq!(result.is_error, Some(is_error), "{outcome}");
                let structured = result.structured_content.unwrap();
                assert_eq!(structured["outcome"], outcome);
                let has_answer =
                    outcome == ACCEPTED && matches!(kind, ToolKind::Ask | ToolKind::Choose);
                assert_eq!(structured.get("answer").is_some(), has_answer);
            }
        }
    }

    #[test]
    fn unknown_outcome_is_no_answer() {
        let result = ended(ToolKind::Confirm, &elicit_result("postponed"), None);
        let structured = result.structured_content.unwrap();
        assert_eq!(structured["outcome"], "postponed");
        assert_eq!(
            structured["note"],
            "The question ended without an answer: do not assume one."
        );
    }
}
