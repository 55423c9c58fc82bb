//! The forms used in measurements.

use serde_json::{Map, Value, json};

/// Servers per session; each may have five unanswered questions.
const SERVERS: usize = 30;
/// The number of unanswered questions that one session may have.
pub const QUESTIONS_PER_SESSION: usize = 5 * SERVERS;

/// The params of `elicitation/create` for question `number`; the servers rotate.
pub fn params(number: usize, schema: &Value) -> Value {
    json!({
        "message": "What should agents call you?",
        "requestedSchema": schema,
        "_meta": {"dev.doorbell/asker": {"server": {"name": format!("server {}", number % SERVERS)}}},
    })
}

pub fn fields(count: usize) -> Value {
    form((1..=count).map(|number| match number % 4 {
        0 => json!({"type": "integer", "title": format!("Number {number}"), "minimum": 0}),
        1 => json!({"type": "string", "title": format!("Text {number}")}),
        2 => json!({"type": "boolean", "title": format!("Flag {number}"), "default": true}),
        _ => {
            json!({"type": "string", "title": format!("Choice {number}"), "enum": ["a", "b", "c"]})
        }
    }))
}

/// A question at every limit: 64 fields, four of them with 1,000 options to search or to tick, a
/// message of 16 KiB, 250 KiB of text.
pub fn at_every_limit(number: usize) -> Value {
    let options: Vec<String> = (0..1_000)
        .map(|option| format!("Option {option}"))
        .collect();
    let description = "A few words. ".repeat(245);
    let mut params = params(
        number,
        &form((0..64).map(|field| match field % 32 {
            0 => json!({"type": "string", "enum": options}),
            16 => json!({"type": "array", "items": {"enum": options}}),
            _ => json!({"type": "string", "description": description, "pattern": "^[a-z0-9-]{1,40}$"}),
        })),
    );
    params["message"] = json!("Sixteen letters.".repeat(1024));
    params
}

fn form(fields: impl Iterator<Item = Value>) -> Value {
    let fields = fields.enumerate();
    let properties: Map<String, Value> = fields
        .map(|(number, field)| (format!("field{number}"), field))
        .collect();
    json!({"type": "object", "properties": properties})
}
