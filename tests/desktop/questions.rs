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

/// One yes or no.
pub fn sure() -> Value {
    json!({
        "type": "object",
        "properties": {"sure": {"type": "boolean", "title": "Sure"}},
        "required": ["sure"]
    })
}

/// A form that a server of this name asks for.
pub fn of(server: &str, message: &str, schema: &Value) -> Value {
    json!({
        "mode": "form",
        "message": message,
        "requestedSchema": schema,
        "_meta": {"dev.doorbell/asker": {"server": {"name": server}}}
    })
}

/// The thirteen fields of the reference server, as it sends them.
pub fn everything() -> Value {
    serde_json::from_str(include_str!("../wire/everything-form.json"))
        .expect("the file is the params of an elicitation")
}

/// What the tests answer to [`everything`].
pub fn everything_answered() -> Value {
    json!({
        "name": "Ada Lovelace",
        "check": true,
        "firstLine": "Call me Ishmael.",
        "email": "ada@example.com",
        "homepage": "https://example.com/ada",
        "birthdate": "1815-12-10",
        "integer": 7,
        "number": 2.5,
        "untitledSingleSelectEnum": "Phoebe",
        "untitledMultipleSelectEnum": ["Guitar", "Bass"],
        "titledSingleSelectEnum": "hero-3",
        "titledMultipleSelectEnum": ["fish-1", "fish-3"],
        "legacyTitledEnum": "pet-5"
    })
}
