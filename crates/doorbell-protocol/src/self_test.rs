//! The question that `doorbell doctor` asks of a Doorbell of its own, which answers it by itself and
//! nothing else. What it answers is fixed, so that nobody gains anything by asking.

use serde_json::{Value, json};

/// What makes the desktop part be that Doorbell; a socket follows, which must not be there yet.
pub const VERB: &str = "self-test";
/// The only message it answers.
pub const MESSAGE: &str = "Does an answer come back?";
/// The only field of its form.
pub const FIELD: &str = "answer";
/// What it types there.
pub const ANSWER: &str = "It does.";

/// The form.
pub fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {FIELD: {"type": "string", "minLength": ANSWER.len()}},
        "required": [FIELD],
    })
}
