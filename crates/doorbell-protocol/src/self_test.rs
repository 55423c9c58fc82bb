//! The fixed question of `doorbell doctor`. It starts a separate Doorbell that answers only this
//! question, with a fixed answer.

use serde_json::{Value, json};

/// The argument that starts the desktop part as that Doorbell. A path for its socket follows, which
/// must not exist yet.
pub const SUBCOMMAND: &str = "self-test";
pub const MESSAGE: &str = "Does an answer come back?";
pub const FIELD: &str = "answer";
pub const ANSWER: &str = "It does.";

pub fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {FIELD: {"type": "string", "minLength": ANSWER.len()}},
        "required": [FIELD],
    })
}
