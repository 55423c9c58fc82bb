//! Answers in MCP's format.

use bytes::Bytes;
use doorbell_protocol::{Action as Verdict, ElicitResult, code};
use serde_json::{Map, Value, json};

use crate::message::Message;

/// Outcome: the person wants to answer in the terminal.
const HANDED_BACK: &str = "handedBack";

/// Outcome: Doorbell could not open a window.
const NOT_SHOWN: &str = "notShown";

pub(super) fn is_not_shown(result: &ElicitResult) -> bool {
    result.outcome().outcome == NOT_SHOWN
}

pub(super) fn is_handed_back(result: &ElicitResult) -> bool {
    result.outcome().outcome == HANDED_BACK
}

/// Omits the metadata that Doorbell adds for its own askers.
pub(super) fn result_json(result: &ElicitResult) -> String {
    let mut members = Map::new();
    members.insert("action".into(), json!(result.action));
    if let (Verdict::Accept, Some(content)) = (result.action, &result.content) {
        members.insert("content".into(), content.clone().into());
    }
    Value::Object(members).to_string()
}

pub(super) fn accepted() -> String {
    r#"{"action":"accept"}"#.to_owned()
}

pub(super) fn cancelled() -> String {
    r#"{"action":"cancel"}"#.to_owned()
}

pub(super) fn invalid_params(request: &Message<'_>, text: &str) -> Bytes {
    let id = request.raw_id();
    let error = json!({"code": code::INVALID_PARAMS, "message": text});
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"error\":{error}}}\n").into()
}
