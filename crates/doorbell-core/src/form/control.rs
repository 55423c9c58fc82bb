//! What a field is answered with.

use serde_json::{Map, Value};

use super::input::Input;
use super::options;
use crate::view::{ChoiceLook, ControlView as Control};

/// The most options shown as radio buttons.
const RADIO: usize = 5;
/// The most options shown in a plain list.
const SELECT: usize = 20;
/// A text that may be longer than this gets several lines.
const LONG_TEXT: u64 = 200;
/// A default longer than this gets several lines.
const LONG_DEFAULT: usize = 120;

/// Chooses the control for a normalised schema, and tells the value of each of its options.
/// Whatever is not understood is JSON.
pub(super) fn choose(schema: &Map<String, Value>) -> (Control, Vec<Value>) {
    let kind = kind(schema);
    let control = match kind {
        Some("array") => return many(schema),
        Some("object" | "null") => Control::Json,
        Some("boolean") if !has_any(schema, &["oneOf", "anyOf", "enumNames"]) => {
            match schema.get("default") {
                Some(Value::Bool(_)) => Control::Switch,
                _ => Control::YesNo,
            }
        }
        _ => {
            if let Some((options, values)) = options::read(schema) {
                let look = if options.len() <= RADIO {
                    ChoiceLook::Radio
                } else if options.len() <= SELECT {
                    ChoiceLook::Select
                } else {
                    ChoiceLook::Search
                };
                return (Control::Choice { options, look }, values);
            }
            match kind {
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
        // The zone is known when the field is shown.
        Some("date-time") => Control::DateTime {
            zone: String::new(),
        },
        format => Control::Text {
            multiline: matches!(format, Some("textarea" | "multiline" | "markdown"))
                || ["minLength", "maxLength"]
                    .into_iter()
                    .filter_map(|limit| schema.get(limit)?.as_u64())
                    .any(|limit| limit > LONG_TEXT)
                || schema
                    .get("default")
                    .and_then(Value::as_str)
                    .is_some_and(|text| text.contains('\n') || text.len() > LONG_DEFAULT),
        },
    }
}

fn many(schema: &Map<String, Value>) -> (Control, Vec<Value>) {
    let control = match schema.get("items") {
        Some(Value::Object(items)) if !has_any(schema, &["prefixItems", "enum", "const"]) => {
            match (kind(items), options::read(items)) {
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

/// Whether the input is of a kind that this control gives.
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
        // All others are one text field, whatever is made of the text.
        (_, input) => matches!(input, Input::Text { .. }),
    }
}

/// The one type a schema names, or the one that its rules can only be about.
pub(super) fn kind(schema: &Map<String, Value>) -> Option<&str> {
    const OF_NUMBERS: [&str; 5] = [
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
    ];
    if let Some(kind) = schema.get("type") {
        return kind.as_str();
    }
    if has_any(schema, &["minLength", "maxLength", "pattern", "format"]) {
        Some("string")
    } else if has_any(schema, &OF_NUMBERS) {
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
