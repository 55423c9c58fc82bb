//! Describes the rules of a field before the person answers.

use serde_json::{Map, Value};

use super::control;
use super::problem::{number, quoted};
use crate::view::ControlView as Control;

pub(super) fn describe(control: &Control, schema: &Map<String, Value>) -> Option<String> {
    match control {
        Control::Text { .. } => {
            let length = range(schema, "minLength", "maxLength", |count| {
                plural(count, "character")
            });
            let pattern = schema.get("pattern").and_then(Value::as_str);
            let pattern = pattern.map(|pattern| format!("Pattern {}", quoted(pattern)));
            joined([length.map(|length| capitalised(&length)), pattern])
        }
        Control::Number { whole } => {
            let step = schema
                .get("multipleOf")
                .map(|step| format!("In steps of {}", number(step)));
            let bounds = bounds(schema);
            let kind =
                (*whole && bounds.is_none() && step.is_none()).then(|| "A whole number".to_owned());
            joined([kind, bounds, step])
        }
        Control::Choices { .. } => {
            let range = range(schema, "minItems", "maxItems", |count| count.to_string())?;
            Some(format!("choose {}", range.trim_start_matches("exactly ")))
        }
        Control::List => {
            let range = range(schema, "minItems", "maxItems", |count| {
                plural(count, "item")
            })?;
            Some(capitalised(&range))
        }
        Control::Json => Some(match control::value_type(schema) {
            Some("object") => "JSON object, for example {\"a\": 1}".to_owned(),
            Some("array") => "JSON list, for example [1, 2]".to_owned(),
            _ => "JSON, for example \"text\", 42 or true".to_owned(),
        }),
        _ => None,
    }
}

/// Formats "1 character" or "2 characters".
pub(super) fn plural(count: u64, noun: &str) -> String {
    if count == 1 {
        format!("1 {noun}")
    } else {
        format!("{count} {noun}s")
    }
}

/// Formats "2 to 9 items", "1 or 2 items" or "at least 1 item".
fn range(
    schema: &Map<String, Value>,
    minimum: &str,
    maximum: &str,
    format: impl Fn(u64) -> String,
) -> Option<String> {
    let limit = |keyword: &str| schema.get(keyword).and_then(count);
    match (limit(minimum).filter(|min| *min > 0), limit(maximum)) {
        (Some(min), Some(max)) if min == max => Some(format!("exactly {}", format(min))),
        (Some(min), Some(max)) if min.checked_add(1) == Some(max) => {
            Some(format!("{min} or {}", format(max)))
        }
        (Some(min), Some(max)) => Some(format!("{min} to {}", format(max))),
        (Some(min), None) => Some(format!("at least {}", format(min))),
        (None, Some(max)) => Some(format!("at most {}", format(max))),
        (None, None) => None,
    }
}

/// Reads a count, which may be written as 3.0.
pub(super) fn count(limit: &Value) -> Option<u64> {
    limit.as_u64().or_else(|| number(limit).parse::<u64>().ok())
}

fn bounds(schema: &Map<String, Value>) -> Option<String> {
    let limit = |keyword: &str| {
        schema
            .get(keyword)
            .filter(|limit| limit.is_number())
            .map(number)
    };
    let above = limit("exclusiveMinimum");
    let below = limit("exclusiveMaximum");
    match (limit("minimum"), limit("maximum")) {
        (Some(min), Some(max)) if above.is_none() && below.is_none() => {
            Some(format!("{min} to {max}"))
        }
        (min, max) => {
            let parts = [
                above.map(|limit| format!("more than {limit}")),
                min.map(|limit| format!("at least {limit}")),
                below.map(|limit| format!("less than {limit}")),
                max.map(|limit| format!("at most {limit}")),
            ];
            let parts: Vec<String> = parts.into_iter().flatten().collect();
            (!parts.is_empty()).then(|| capitalised(&parts.join(", ")))
        }
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

fn joined<const N: usize>(parts: [Option<String>; N]) -> Option<String> {
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(". "))
}
