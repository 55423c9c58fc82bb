//! What came of a question, as the model is told.

use doorbell_protocol::{DoneState, ElicitResult, in_one_line};
use rmcp::model::{CallToolResult, ContentBlock};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::bell::NotAsked;
use crate::question::NoQuestion;
use crate::tools::Kind;

const ACCEPTED: &str = "accepted";
const DECLINED: &str = "declined";
const NOT_SHOWN: &str = "notShown";
const REFUSED: &str = "refused";
const WITHDRAWN: &str = "withdrawn";

/// The structured result of every tool.
#[derive(Serialize)]
struct Told {
    outcome: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<Map<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    finished: Option<DoneState>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    note: &'static str,
}

/// The person was asked, or Doorbell says why not.
pub fn answered(kind: Kind, result: &ElicitResult, finished: Option<DoneState>) -> CallToolResult {
    let outcome = result.outcome();
    let has_answer = matches!(kind, Kind::Ask | Kind::Choose);
    Told {
        note: note(kind, &outcome.outcome),
        answer: result.content.clone().filter(|_| has_answer),
        finished,
        reason: outcome.reason.clone(),
        outcome: outcome.outcome.clone(),
    }
    .result()
}

/// Nobody was asked: there is no Doorbell, or it cannot be reached any more.
pub fn not_asked(kind: Kind, why: &NotAsked) -> CallToolResult {
    let outcome = match why {
        NotAsked::TakenBack => WITHDRAWN,
        NotAsked::Refused(_) => REFUSED,
        NotAsked::Unreachable(_) | NotAsked::Lost(_) | NotAsked::System(_) => NOT_SHOWN,
    };
    ended(kind, outcome, in_one_line(why))
}

/// Nobody was asked, since the model's words make no question.
pub fn no_question(kind: Kind, why: &NoQuestion) -> CallToolResult {
    ended(kind, REFUSED, why.to_string())
}

fn ended(kind: Kind, outcome: &str, reason: String) -> CallToolResult {
    Told {
        outcome: outcome.to_owned(),
        answer: None,
        finished: None,
        reason: Some(reason),
        note: note(kind, outcome),
    }
    .result()
}

impl Told {
    fn result(self) -> CallToolResult {
        // A person who says no, closes the window or does not come has been asked.
        let is_error = matches!(self.outcome.as_str(), NOT_SHOWN | REFUSED);
        let told = json!(self);
        // For clients that do not know structured results.
        let text = vec![ContentBlock::text(told.to_string())];
        let mut result = if is_error {
            CallToolResult::error(text)
        } else {
            CallToolResult::success(text)
        };
        result.structured_content = Some(told);
        result
    }
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
    use doorbell_protocol::{Action, OutcomeMeta};

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
