//! The field types of MCP's grammar.

use serde_json::{Map, Value};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldType {
    Text,
    Number,
    Integer,
    Boolean,
    Choice,
    MultipleChoice,
    /// Not in MCP's grammar.
    Other,
}

impl FieldType {
    pub fn of(property: &Value) -> Self {
        let Some(property) = property.as_object() else {
            return Self::Other;
        };
        match property.get("type").and_then(Value::as_str) {
            Some("string") if has_options(property, "oneOf") => Self::Choice,
            Some("string") => Self::Text,
            Some("number") => Self::Number,
            Some("integer") => Self::Integer,
            Some("boolean") => Self::Boolean,
            Some("array") => match property.get("items").and_then(Value::as_object) {
                Some(items) if has_options(items, "anyOf") => Self::MultipleChoice,
                _ => Self::Other,
            },
            _ => Self::Other,
        }
    }
}

/// `titled` is the keyword for options with titles.
fn has_options(schema: &Map<String, Value>, titled: &str) -> bool {
    schema.contains_key("enum") || schema.contains_key(titled)
}
