//! What kind of field a property is, in MCP's grammar.

use serde_json::{Map, Value};

/// The kinds of fields that MCP has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A string.
    Text,
    /// A number.
    Number,
    /// A whole number.
    Integer,
    /// A boolean.
    YesNo,
    /// One of several.
    One,
    /// Any of several.
    Several,
    /// Nothing that MCP has.
    Other,
}

impl Shape {
    /// The kind of a property.
    pub fn of(property: &Value) -> Self {
        let Some(property) = property.as_object() else {
            return Self::Other;
        };
        match property.get("type").and_then(Value::as_str) {
            Some("string") if has_options(property, "oneOf") => Self::One,
            Some("string") => Self::Text,
            Some("number") => Self::Number,
            Some("integer") => Self::Integer,
            Some("boolean") => Self::YesNo,
            Some("array") => match property.get("items").and_then(Value::as_object) {
                Some(items) if has_options(items, "anyOf") => Self::Several,
                _ => Self::Other,
            },
            _ => Self::Other,
        }
    }
}

/// Whether there is a list to choose from: plain, or with titles.
fn has_options(schema: &Map<String, Value>, titled: &str) -> bool {
    schema.contains_key("enum") || schema.contains_key(titled)
}
