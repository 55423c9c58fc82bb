//! Rules that real servers write for another draft, or with the wrong type, put right where
//! their meaning is plain.

use serde_json::{Map, Value};

use super::note::Notes;

const NUMERIC: [&str; 13] = [
    "minLength",
    "maxLength",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minItems",
    "maxItems",
    "minContains",
    "maxContains",
    "minProperties",
    "maxProperties",
];

/// Which patterns are checked. Each costs time to compile.
pub(super) struct Patterns {
    /// The longest one, in bytes.
    pub(super) bytes: usize,
    /// How many more.
    pub(super) left: usize,
}

/// Repairs the keywords of one schema in place.
pub(super) fn repair(schema: &mut Map<String, Value>, patterns: &mut Patterns, notes: &mut Notes) {
    read_numbers_in_strings(schema);
    exclusive_flag(schema, "exclusiveMinimum", "minimum");
    exclusive_flag(schema, "exclusiveMaximum", "maximum");
    drop_patterns(schema, patterns, notes);
    match schema.get("format").and_then(Value::as_str) {
        Some("url") => {
            schema.insert("format".to_owned(), Value::from("uri"));
        }
        // JSON Schema wants a time with a zone; people and servers mean the clock on the wall.
        Some("time") => {
            schema.shift_remove("format");
        }
        _ => {}
    }
    if schema
        .get("enum")
        .is_some_and(|options| options.as_array().is_some_and(Vec::is_empty))
    {
        schema.shift_remove("enum");
        notes.unchecked("enum, because it allows nothing");
    }
}

/// `minLength: "3"` is 3.
fn read_numbers_in_strings(schema: &mut Map<String, Value>) {
    for (keyword, value) in schema {
        if let Value::String(text) = value
            && NUMERIC.contains(&keyword.as_str())
            && let Ok(number) = serde_json::from_str::<serde_json::Number>(text.trim())
        {
            *value = Value::Number(number);
        }
    }
}

/// Draft 4: `minimum: 3, exclusiveMinimum: true` is `exclusiveMinimum: 3`.
fn exclusive_flag(schema: &mut Map<String, Value>, exclusive: &str, limit: &str) {
    match (schema.get(exclusive), schema.get(limit)) {
        (Some(Value::Bool(false)), _) => {
            schema.shift_remove(exclusive);
        }
        (Some(Value::Bool(true)), Some(Value::Number(number))) => {
            let number = Value::Number(number.clone());
            schema.insert(exclusive.to_owned(), number);
            schema.shift_remove(limit);
        }
        _ => {}
    }
}

fn drop_patterns(schema: &mut Map<String, Value>, patterns: &mut Patterns, notes: &mut Notes) {
    if let Some(Value::String(pattern)) = schema.get("pattern")
        && !patterns.take(pattern, notes)
    {
        schema.shift_remove("pattern");
    }
    if let Some(Value::Object(named)) = schema.get_mut("patternProperties") {
        named.retain(|pattern, _| patterns.take(pattern, notes));
    }
}

impl Patterns {
    /// Whether there is room for the pattern. If not, the notes say why.
    fn take(&mut self, pattern: &str, notes: &mut Notes) -> bool {
        if pattern.len() > self.bytes {
            notes.unchecked("a pattern that is too long");
            return false;
        }
        if self.left == 0 {
            notes.unchecked("a pattern, because the form has too many");
            return false;
        }
        self.left -= 1;
        true
    }
}
