//! What came of a question, as the model is told.

use doorbell_protocol::{DoneState, ElicitResult, OutcomeMeta, error_chain, without_nulls};
use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::{Map, Value, json};

use crate::bell::NotAsked;
use crate::question::NoQuestion;
use crate::tools::Kind;

const ACCEPTED: &str = "accepted";
const DECLINED: &str = "declined";
const NOT_SHOWN: &str = "notShown";
const REFUSED: &str = "refused";
const WITHDRAWN: &str = "withdrawn";

/// The person was asked, or Doorbell says why not.
pub fn answered(kind: Kind, result: &ElicitResult, finished: Option<DoneState>) -> CallToolResult {
    let OutcomeMeta {
        outcome, reason, ..
    } = result.outcome();
    let has_answer = matches!(kind, Kind::Ask | Kind::Choose);
    let answer = result.content.as_ref().filter(|_| has_answer);
    told(kind, outcome, answer, finished, reason.as_deref())
}

/// Nobody was asked: there is no Doorbell, or it cannot be reached any more.
pub fn not_asked(kind: Kind, why: &NotAsked) -> CallToolResult {
    let outcome = match why {
        NotAsked::TakenBack => WITHDRAWN,
        NotAsked::Refused(_) => REFUSED,
        NotAsked::Unreachable(_) | NotAsked::Lost(_) | NotAsked::System(_) => NOT_SHOWN,
    };
    told(kind, outcome, None, None, Some(&error_chain(why)))
}

/// Nobody was asked, since the model's words make no question.
pub fn no_question(kind: Kind, why: &NoQuestion) -> CallToolResult {
    told(kind, REFUSED, None, None, Some(&why.to_string()))
}

/// The structured result of every tool.
fn told(
    kind: Kind,
    outcome: &str,
    answer: Option<&Map<String, Value>>,
    finished: Option<DoneState>,
    reason: Option<&str>,
) -> CallToolResult {
    let told = without_nulls(json!({
        "outcome": outcome,
        "answer": answer,
        "finished": finished,
        "reason": reason,
        "note": note(kind, outcome),
    }));
    // For clients that do not know structured results.
    let text = vec![ContentBlock::text(told.to_string())];
    // A person who says no, closes the window or does not come has been asked.
    let mut result = match outcome {
        NOT_SHOWN | REFUSED => CallToolResult::error(text),
        _ => CallToolResult::success(text),
    };
    result.structured_content = Some(told);
    result
}

/// What the outcome means for the model.
fn note(kind: Kind, outcome: &str) -> &'static str {
    match (kind, outcome) {
        (Kind::Ask | Kind::Choose, ACCEPTED) => "The person answered.",
        (Kind::Confirm, ACCEPTED) => "The person said yes.",
        (Kind::OpenLink, ACCEPTED) => {
            "The person agreed to open the link. That does not say that they finished there."
        }
        (Kind::Confirm, DECLINED) => "The person said no.",
        (Kind::Ask | Kind::Choose | Kind::OpenLink, DECLINED) => {
            "The person declined. Respect that: do not ask the same again, and do not assume an answer."
        }
        (_, "dismissed") => {
            "The person closed the question without answering. That is neither yes nor no: do not assume an answer."
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

    fn result(outcome: &str) -> ElicitResult {
        let action = match outcome {
            ACCEPTED => Action::Accept,
            DECLINED => Action::Decline,
            _ => Action::Cancel,
        };
        let content = (action == Action::Accept).then(Map::new);
        let outcome = OutcomeMeta {
            outcome: outcome.to_owned(),
            reason: None,
            question: None,
            shown_at: None,
            answered_at: None,
        };
        ElicitResult::new(action, content, outcome)
    }

    #[test]
    fn only_what_was_never_asked_is_an_error() {
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
            for kind in Kind::ALL {
                let told = answered(kind, &result(outcome), None);
                assert_eq!(told.is_error, Some(is_error), "{outcome}");
                let structured = told.structured_content.unwrap();
                assert_eq!(structured["outcome"], outcome);
                let has_answer = outcome == ACCEPTED && matches!(kind, Kind::Ask | Kind::Choose);
                assert_eq!(structured.get("answer").is_some(), has_answer);
            }
        }
    }

    #[test]
    fn an_outcome_of_a_newer_doorbell_is_no_answer() {
        let told = answered(Kind::Confirm, &result("postponed"), None);
        let structured = told.structured_content.unwrap();
        assert_eq!(structured["outcome"], "postponed");
        assert_eq!(
            structured["note"],
            "The question ended without an answer: do not assume one."
        );
    }
}
