//! Questions for the tests.

use serde_json::{Value, json};

/// A form with one required text field, titled Name.
pub fn name_form() -> Value {
    json!({
        "type": "object",
        "properties": {"name": {"type": "string", "title": "Name"}},
        "required": ["name"]
    })
}

/// A form with one required yes/no field.
pub fn sure_form() -> Value {
    json!({
        "type": "object",
        "properties": {"sure": {"type": "boolean", "title": "Sure"}},
        "required": ["sure"]
    })
}

/// The params of a form question from a server with this name.
pub fn form_from(server: &str, message: &str, schema: &Value) -> Value {
    json!({
        "mode": "form",
        "message": message,
        "requestedSchema": schema,
        "_meta": {"dev.doorbell/asker": {"server": {"name": server}}}
    })
}

/// The params of the reference server's form with thirteen fields.
pub fn reference_form() -> Value {
    serde_json::from_str(include_str!("../wire/everything-form.json"))
        .expect("the file is the params of an elicitation")
}

/// The answer that the tests give to [`reference_form`].
pub fn reference_answer() -> Value {
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
