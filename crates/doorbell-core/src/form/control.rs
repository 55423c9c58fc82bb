//! Chooses the control with which a person answers a field.

use serde_json::{Map, Value};

use super::input::Input;
use super::options;
use crate::view::{ChoiceLook, ControlView as Control};

const MAX_RADIO_OPTIONS: usize = 5;
const MAX_SELECT_OPTIONS: usize = 20;
/// Text with a higher length limit gets several lines.
const MAX_SINGLE_LINE_CHARACTERS: u64 = 200;
const MAX_SINGLE_LINE_DEFAULT_BYTES: usize = 120;

/// Chooses the control for a normalised schema, and returns the values of its options. Unknown
/// schemas are answered as JSON.
pub(super) fn choose(schema: &Map<String, Value>) -> (Control, Vec<Value>) {
    let value_type = value_type(schema);
    let control = match value_type {
        Some("array") => return list(schema),
        Some("object" | "null") => Control::Json,
        Some("boolean") if !has_any(schema, &["oneOf", "anyOf", "enumNames"]) => {
            match schema.get("default") {
                Some(Value::Bool(_)) => Control::Switch,
                _ => Control::YesNo,
            }
        }
        _ => {
            if let Some((options, values)) = options::read(schema) {
                let look = if options.len() <= MAX_RADIO_OPTIONS {
                    ChoiceLook::Radio
                } else if options.len() <= MAX_SELECT_OPTIONS {
                    ChoiceLook::Select
                } else {
                    ChoiceLook::Search
                };
                return (Control::Choice { options, look }, values);
            }
            match value_type {
                Some("string") => text(schema),
                Some("integer") => Control::Number { whole: true },
                Some("number") => Control::Number { whole: false },
                _ => Control::Json,
            }
        }
    };
    (control, Vec::new())
}

fn text(schema: &Map<String, Value>) -> Control {
    match schema.get("format").and_then(Value::as_str) {
        Some("email" | "idn-email") => Control::Email,
        Some("uri" | "iri") => Control::Uri,
        Some("date") => Control::Date,
        // The view fills in the zone.
        Some("date-time") => Control::DateTime {
            zone: String::new(),
        },
        format => Control::Text {
            multiline: matches!(format, Some("textarea" | "multiline" | "markdown"))
                || ["minLength", "maxLength"]
                    .into_iter()
                    .filter_map(|limit| schema.get(limit)?.as_u64())
                    .any(|limit| limit > MAX_SINGLE_LINE_CHARACTERS)
                || schema
                    .get("default")
                    .and_then(Value::as_str)
                    .is_some_and(|text| {
                        text.contains('\n') || text.len() > MAX_SINGLE_LINE_DEFAULT_BYTES
                    }),
        },
    }
}

fn list(schema: &Map<String, Value>) -> (Control, Vec<Value>) {
    let control = match schema.get("items") {
        Some(Value::Object(items)) if !has_any(schema, &["prefixItems", "enum", "const"]) => {
            match (value_type(items), options::read(items)) {
                (Some("array" | "object" | "null"), _) => Control::Json,
                (_, Some((options, values))) => return (Control::Choices { options }, values),
                (Some("string"), None) => Control::List,
                _ => Control::Json,
            }
        }
        _ => Control::Json,
    };
    (control, Vec::new())
}

pub(super) fn accepts(control: &Control, input: &Input) -> bool {
    match (control, input) {
        (Control::Switch, Input::Empty) => false,
        (_, Input::Empty) => true,
        (Control::Switch | Control::YesNo, Input::Flag { .. }) => true,
        (Control::Choice { options, .. }, Input::Choice { index }) => *index < options.len(),
        (Control::Choices { options }, Input::Choices { indices }) => {
            indices.iter().all(|index| *index < options.len())
        }
        (Control::List, Input::List { .. }) => true,
        (
            Control::Switch
            | Control::YesNo
            | Control::Choice { .. }
            | Control::Choices { .. }
            | Control::List,
            _,
        ) => false,
        // All other controls are text fields.
        (_, input) => matches!(input, Input::Text { .. }),
    }
}

/// Returns the schema's only type, or the type that its rules imply.
pub(super) fn value_type(schema: &Map<String, Value>) -> Option<&str> {
    const NUMBER_RULES: [&str; 5] = [
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
    ];
    if let Some(name) = schema.get("type") {
        return name.as_str();
    }
    if has_any(schema, &["minLength", "maxLength", "pattern", "format"]) {
        Some("string")
    } else if has_any(schema, &NUMBER_RULES) {
        Some("number")
    } else if schema.contains_key("items") {
        Some("array")
    } else {
        None
    }
}

fn has_any(schema: &Map<String, Value>, keywords: &[&str]) -> bool {
    keywords.iter().any(|name| schema.contains_key(*name))
}
