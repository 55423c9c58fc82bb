//! The questions these tests ask.

use serde_json::{Value, json};

/// One required text.
pub fn name() -> Value {
    json!({
        "type": "object",
        "properties": {"name": {"type": "string", "title": "Name"}},
        "required": ["name"]
    })
}

/// The thirteen fields of the reference server, as it sends them.
pub fn everything() -> Value {
    serde_json::from_str(include_str!("../wire/everything-form.json"))
        .expect("the file is the params of an elicitation")
}
