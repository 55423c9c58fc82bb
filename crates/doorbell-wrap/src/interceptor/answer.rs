//! Answers as MCP wants them.

use bytes::Bytes;
use doorbell_protocol::{Action as Verdict, ElicitResult, code};
use serde_json::{Map, Value, json};

use crate::message::Message;

/// The outcome of a question that the person wants to answer in the terminal.
const HANDED_BACK: &str = "handedBack";

/// The outcome of a question that could not be put on a screen.
const NOT_SHOWN: &str = "notShown";

/// Whether nobody could see the question.
pub(super) fn is_not_shown(result: &ElicitResult) -> bool {
    result.outcome().outcome == NOT_SHOWN
}

/// Whether the person wants to answer in the terminal.
pub(super) fn is_handed_back(result: &ElicitResult) -> bool {
    result.outcome().outcome == HANDED_BACK
}

/// MCP's result, without what Doorbell adds for its own askers.
pub(super) fn result_json(result: &ElicitResult) -> String {
    let mut members = Map::new();
    members.insert("action".into(), json!(result.action));
    if let (Verdict::Accept, Some(content)) = (result.action, &result.content) {
        members.insert("content".into(), content.clone().into());
    }
    Value::Object(members).to_string()
}

/// The answer of a person who agreed to open a link.
pub(super) fn accepted() -> String {
    r#"{"action":"accept"}"#.to_owned()
}

/// The answer where nobody gave one.
pub(super) fn cancelled() -> String {
    r#"{"action":"cancel"}"#.to_owned()
}

/// The answer to a request that cannot be followed.
pub(super) fn invalid_params(request: &Message<'_>, text: &str) -> Bytes {
    let id = request.spelled_id();
    let error = json!({"code": code::INVALID_PARAMS, "message": text});
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"error\":{error}}}\n").into()
}
