//! Repairs rules that real servers write for another draft or with the wrong type.

use serde_json::{Map, Value};

use super::notes::Notes;

const NUMERIC_KEYWORDS: [&str; 13] = [
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

/// Limits the patterns that are checked, because each takes time to compile.
pub(super) struct PatternBudget {
    pub(super) max_bytes: usize,
    pub(super) remaining: usize,
}

/// Repairs the keywords of one schema in place.
pub(super) fn repair(
    schema: &mut Map<String, Value>,
    patterns: &mut PatternBudget,
    notes: &mut Notes,
) {
    parse_numbers_in_strings(schema);
    convert_exclusive_flag(schema, "exclusiveMinimum", "minimum");
    convert_exclusive_flag(schema, "exclusiveMaximum", "maximum");
    remove_patterns_over_budget(schema, patterns, notes);
    match schema.get("format").and_then(Value::as_str) {
        Some("url") => {
            schema.insert("format".to_owned(), Value::from("uri"));
        }
        // JSON Schema requires a zone; people and servers mean local time.
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
        notes.add_unchecked_rule("enum, because it allows nothing");
    }
}

/// Converts `minLength: "3"` to 3.
fn parse_numbers_in_strings(schema: &mut Map<String, Value>) {
    for (keyword, value) in schema {
        if let Value::String(text) = value
            && NUMERIC_KEYWORDS.contains(&keyword.as_str())
            && let Ok(number) = serde_json::from_str::<serde_json::Number>(text.trim())
        {
            *value = Value::Number(number);
        }
    }
}

/// Converts draft 4's `minimum: 3, exclusiveMinimum: true` to `exclusiveMinimum: 3`.
fn convert_exclusive_flag(schema: &mut Map<String, Value>, exclusive: &str, limit: &str) {
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

fn remove_patterns_over_budget(
    schema: &mut Map<String, Value>,
    patterns: &mut PatternBudget,
    notes: &mut Notes,
) {
    if let Some(Value::String(pattern)) = schema.get("pattern")
        && !patterns.spend(pattern, notes)
    {
        schema.shift_remove("pattern");
    }
    if let Some(Value::Object(named)) = schema.get_mut("patternProperties") {
        named.retain(|pattern, _| patterns.spend(pattern, notes));
    }
}

impl PatternBudget {
    /// Returns false, and adds a note, if the pattern exceeds the budget.
    fn spend(&mut self, pattern: &str, notes: &mut Notes) -> bool {
        if pattern.len() > self.max_bytes {
            notes.add_unchecked_rule("a pattern that is too long");
            return false;
        }
        if self.remaining == 0 {
            notes.add_unchecked_rule("a pattern, because the form has too many");
            return false;
        }
        self.remaining -= 1;
        true
    }
}
