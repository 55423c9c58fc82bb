//! Describes an invalid value to the person.

use jsonschema::error::{TypeKind, ValidationErrorKind};
use jsonschema::{JsonType, ValidationError};
use serde_json::Value;

use super::calendar;
use super::hint::plural;
use crate::text;

/// Limits text from the server inside a sentence.
const MAX_QUOTED_CHARACTERS: usize = 80;

/// Quotes only the schema, never the value. `is_multiple_choice` is true if the person ticked the
/// items of a list instead of writing them.
pub(super) fn describe(error: &ValidationError<'_>, is_multiple_choice: bool) -> String {
    let sentence = sentence(error, is_multiple_choice);
    match location(error) {
        Some(location) => format!("{location}: {sentence}"),
        None => sentence,
    }
}

/// Returns the position in a list or in JSON: "Item 2", "At /a/b".
fn location(error: &ValidationError<'_>) -> Option<String> {
    let path = error.instance_path().as_str();
    let inner = path.strip_prefix('/')?;
    Some(match inner.parse::<usize>() {
        Ok(index) => format!("Item {}", index.saturating_add(1)),
        Err(_) => format!("At {}", quoted(path)),
    })
}

fn sentence(error: &ValidationError<'_>, is_multiple_choice: bool) -> String {
    use ValidationErrorKind as Kind;
    let now = length_of(error.instance());
    match error.kind() {
        Kind::Minimum { limit } => format!("Must be at least {}", number(limit)),
        Kind::Maximum { limit } => format!("Must be at most {}", number(limit)),
        Kind::ExclusiveMinimum { limit } => format!("Must be more than {}", number(limit)),
        Kind::ExclusiveMaximum { limit } => format!("Must be less than {}", number(limit)),
        Kind::MultipleOf { multiple_of } => format!("Must be a multiple of {multiple_of}"),
        Kind::MinLength { limit } => {
            format!(
                "Enter at least {} ({now} so far)",
                plural(*limit, "character")
            )
        }
        Kind::MaxLength { limit } => {
            format!("Enter at most {} (now {now})", plural(*limit, "character"))
        }
        Kind::Pattern { pattern } => format!("Must match the pattern {}", quoted(pattern)),
        Kind::Format { format } => describe_format(format),
        Kind::MinItems { limit } if is_multiple_choice => format!("Choose at least {limit}"),
        Kind::MinItems { limit } => format!("Enter at least {}", plural(*limit, "item")),
        Kind::MaxItems { limit } if is_multiple_choice => {
            format!("Choose at most {limit} (now {now})")
        }
        Kind::MaxItems { limit } => {
            format!("Enter at most {} (now {now})", plural(*limit, "item"))
        }
        Kind::UniqueItems => "Remove duplicates".to_owned(),
        Kind::Enum { .. } => "Must be one of the allowed values".to_owned(),
        Kind::Constant { expected_value } => match expected_value.as_ref() {
            Value::Bool(true) => "Must be Yes".to_owned(),
            Value::Bool(false) => "Must be No".to_owned(),
            other => format!("Must be {}", quoted(&other.to_string())),
        },
        Kind::Type { kind } => describe_type(kind),
        Kind::Required { property } => {
            format!("Missing property {}", quoted(&property.to_string()))
        }
        Kind::AdditionalProperties { .. } | Kind::UnevaluatedProperties { .. } => {
            "Has a property that isn’t allowed".to_owned()
        }
        Kind::PropertyNames { .. } => "Has a property whose name isn’t allowed".to_owned(),
        Kind::MinProperties { limit } => format!("Needs at least {}", properties(*limit)),
        Kind::MaxProperties { limit } => format!("May have at most {}", properties(*limit)),
        Kind::AdditionalItems { .. } | Kind::UnevaluatedItems { .. } => {
            "Has too many items".to_owned()
        }
        Kind::Contains => "A required item is missing".to_owned(),
        Kind::FalseSchema => "Must be left empty".to_owned(),
        Kind::Not { .. } => "This value isn’t allowed".to_owned(),
        _ => "Doesn’t match this field’s rules".to_owned(),
    }
}

fn describe_format(format: &str) -> String {
    match format {
        "email" | "idn-email" => "Enter an email address, for example name@example.com".to_owned(),
        "uri" | "iri" => "Enter a full address, for example https://example.com".to_owned(),
        "date" => calendar::DATE_HELP.to_owned(),
        "date-time" => calendar::DATE_TIME_HELP.to_owned(),
        other => format!("Must have the format {}", quoted(other)),
    }
}

fn describe_type(kind: &TypeKind) -> String {
    let names: Vec<&str> = match kind {
        TypeKind::Single(JsonType::Integer) => return "Must be a whole number".to_owned(),
        TypeKind::Single(kind) => vec![type_name(*kind)],
        TypeKind::Multiple(kinds) => kinds.iter().map(type_name).collect(),
    };
    format!("Must be {}", names.join(" or "))
}

fn type_name(kind: JsonType) -> &'static str {
    match kind {
        JsonType::Array => "a list",
        JsonType::Boolean => "true or false",
        JsonType::Integer => "a whole number",
        JsonType::Null => "null",
        JsonType::Number => "a number",
        JsonType::Object => "an object",
        JsonType::String => "a text in quotes",
    }
}

/// Formats a limit, without a trailing `.0`.
pub(super) fn number(limit: &Value) -> String {
    let text = limit.to_string();
    match text.strip_suffix(".0") {
        Some(whole) => whole.to_owned(),
        None => quoted(&text),
    }
}

/// Shortens text from the server for use in a sentence.
pub(super) fn quoted(text: &str) -> String {
    text::visible_prefix(text, MAX_QUOTED_CHARACTERS).replace('\n', " ")
}

fn properties(count: u64) -> String {
    let noun = if count == 1 { "property" } else { "properties" };
    format!("{count} {noun}")
}

fn length_of(value: &Value) -> usize {
    match value {
        Value::String(text) => text.chars().count(),
        Value::Array(items) => items.len(),
        Value::Object(members) => members.len(),
        _ => 0,
    }
}

pub(super) fn too_long(bytes: usize, max_bytes: usize) -> String {
    format!(
        "Too long: the answers total {} kB; the limit is {} kB",
        bytes / 1000,
        max_bytes / 1000
    )
}
