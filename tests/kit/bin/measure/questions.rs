//! Forms of several sizes.

use serde_json::{Map, Value, json};

/// One server may have 5 questions that nobody answered, and a session may have so many servers.
const SERVERS: usize = 30;
/// So many questions can be withdrawn by one session without being refused.
pub const OF_A_SESSION: usize = 5 * SERVERS;

/// The params of the next question, of another server each time.
pub fn params(number: usize, schema: &Value) -> Value {
    let server = json!({"name": format!("server {}", number % SERVERS)});
    json!({
        "message": "What shall agents call you?",
        "requestedSchema": schema,
        "_meta": {"dev.doorbell/asker": {"server": server}},
    })
}

/// Each with its name in the table.
pub fn sizes() -> [(&'static str, Value); 4] {
    [
        ("1 field", fields(1)),
        ("13 fields", fields(13)),
        ("64 fields", fields(64)),
        ("1,000 options", options(1_000)),
    ]
}

pub fn fields(many: usize) -> Value {
    let properties: Map<String, Value> = (1..=many)
        .map(|number| {
            let field = match number % 4 {
                0 => json!({"type": "integer", "title": format!("Number {number}"), "minimum": 0}),
                1 => json!({"type": "string", "title": format!("Text {number}")}),
                2 => json!({"type": "boolean", "title": format!("Flag {number}"), "default": true}),
                _ => json!({"type": "string", "title": format!("Choice {number}"), "enum": ["a", "b", "c"]}),
            };
            (format!("field{number}"), field)
        })
        .collect();
    json!({"type": "object", "properties": properties})
}

fn options(many: usize) -> Value {
    let values: Vec<String> = (1..=many)
        .map(|number| format!("Option {number}"))
        .collect();
    json!({"type": "object", "properties": {"one": {"type": "string", "enum": values}}})
}
