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
            format!("Use at least {} (now {now})", plural(*limit, "character"))
        }
        Kind::MaxLength { limit } => {
            format!("Use at most {} (now {now})", plural(*limit, "character"))
        }
        Kind::Pattern { pattern } => format!("Must match the pattern {}", quoted(pattern)),
        Kind::Format { format } => describe_format(format),
        Kind::MinItems { limit } if is_multiple_choice => format!("Choose at least {limit}"),
        Kind::MinItems { limit } => format!("Write at least {}", plural(*limit, "item")),
        Kind::MaxItems { limit } if is_multiple_choice => {
            format!("Choose at most {limit} (now {now})")
        }
        Kind::MaxItems { limit } => {
            format!("Write at most {} (now {now})", plural(*limit, "item"))
        }
        Kind::UniqueItems => "Each may be there only once".to_owned(),
        Kind::Enum { .. } => "Must be one of the values that are allowed".to_owned(),
        Kind::Constant { expected_value } => match expected_value.as_ref() {
            Value::Bool(true) => "Must be Yes".to_owned(),
            Value::Bool(false) => "Must be No".to_owned(),
            other => format!("Must be {}", quoted(&other.to_string())),
        },
        Kind::Type { kind } => describe_type(kind),
        Kind::Required { property } => {
            format!("Needs the member {}", quoted(&property.to_string()))
        }
        Kind::AdditionalProperties { .. } | Kind::UnevaluatedProperties { .. } => {
            "Has a member that is not allowed".to_owned()
        }
        Kind::PropertyNames { .. } => "Has a member whose name is not allowed".to_owned(),
        Kind::MinProperties { limit } => format!("Needs at least {}", plural(*limit, "member")),
        Kind::MaxProperties { limit } => format!("May have at most {}", plural(*limit, "member")),
        Kind::AdditionalItems { .. } | Kind::UnevaluatedItems { .. } => {
            "Has an item too many".to_owned()
        }
        Kind::Contains => "Lacks an item that must be there".to_owned(),
        Kind::FalseSchema => "Nothing is allowed here".to_owned(),
        Kind::Not { .. } => "This is a value that is not allowed".to_owned(),
        _ => "Does not keep the rules of this field".to_owned(),
    }
}

fn describe_format(format: &str) -> String {
    match format {
        "email" | "idn-email" => "Write a full e-mail address, like name@example.com".to_owned(),
        "uri" | "iri" => {
            "Write a full address with its scheme, like https://example.com".to_owned()
        }
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
        "Too long to send: all answers together have {} kB, at most {} kB fit",
        bytes / 1000,
        max_bytes / 1000
    )
}
