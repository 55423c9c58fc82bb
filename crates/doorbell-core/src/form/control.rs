//! What a field is answered with.

use jiff::Zoned;
use serde_json::{Map, Value};

use super::calendar;
use super::input::Input;
use super::options::{self, Choosable};
use crate::view::{ChoiceLook, ControlView};

/// The most options shown as radio buttons.
const RADIO: usize = 5;
/// The most options shown in a plain list.
const SELECT: usize = 20;
/// A text that may be longer than this gets several lines.
const LONG_TEXT: u64 = 200;
/// A default longer than this gets several lines.
const LONG_DEFAULT: usize = 120;

/// What a field is answered with.
pub(super) enum Control {
    Text { multiline: bool },
    Email,
    Uri,
    Date,
    DateTime,
    Number { whole: bool },
    Switch,
    YesNo,
    Choice(Vec<Choosable>),
    Choices(Vec<Choosable>),
    List,
    Json,
}

impl Control {
    /// Chooses the control for a normalised schema. Whatever is not understood is JSON.
    pub(super) fn choose(schema: &Map<String, Value>) -> Self {
        let kind = kind(schema);
        match kind {
            Some("array") => return Self::many(schema),
            Some("object" | "null") => return Self::Json,
            _ => {}
        }
        if kind == Some("boolean") && !has_titles(schema) {
            return match schema.get("default") {
                Some(Value::Bool(_)) => Self::Switch,
                _ => Self::YesNo,
            };
        }
        if let Some(options) = options::read(schema) {
            return Self::Choice(options);
        }
        match kind {
            Some("string") => Self::text(schema),
            Some("integer") => Self::Number { whole: true },
            Some("number") => Self::Number { whole: false },
            _ => Self::Json,
        }
    }

    fn text(schema: &Map<String, Value>) -> Self {
        match schema.get("format").and_then(Value::as_str) {
            Some("email" | "idn-email") => Self::Email,
            Some("uri" | "iri") => Self::Uri,
            Some("date") => Self::Date,
            Some("date-time") => Self::DateTime,
            format => Self::Text {
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

    fn many(schema: &Map<String, Value>) -> Self {
        let Some(Value::Object(items)) = schema.get("items") else {
            return Self::Json;
        };
        if ["prefixItems", "enum", "const"]
            .iter()
            .any(|keyword| schema.contains_key(*keyword))
        {
            return Self::Json;
        }
        match (options::read(items), kind(items)) {
            (_, Some("array" | "object" | "null")) => Self::Json,
            (Some(options), _) => Self::Choices(options),
            (None, Some("string")) => Self::List,
            (None, _) => Self::Json,
        }
    }

    /// Whether the input is of a kind that this control gives.
    pub(super) fn accepts(&self, input: &Input) -> bool {
        match (self, input) {
            (Self::Switch, Input::Empty) => false,
            (_, Input::Empty) => true,
            (control, Input::Text { .. }) => control.is_typed(),
            (Self::Switch | Self::YesNo, Input::Flag { .. }) => true,
            (Self::Choice(options), Input::Choice { index }) => *index < options.len(),
            (Self::Choices(options), Input::Choices { indices }) => {
                indices.iter().all(|index| *index < options.len())
            }
            (Self::List, Input::List { .. }) => true,
            (
                _,
                Input::Flag { .. }
                | Input::Choice { .. }
                | Input::Choices { .. }
                | Input::List { .. },
            ) => false,
        }
    }

    /// Whether it is one text field, whatever is made of the text.
    pub(super) fn is_typed(&self) -> bool {
        match self {
            Self::Text { .. }
            | Self::Email
            | Self::Uri
            | Self::Date
            | Self::DateTime
            | Self::Number { .. }
            | Self::Json => true,
            Self::Switch | Self::YesNo | Self::Choice(_) | Self::Choices(_) | Self::List => false,
        }
    }

    /// What can be chosen; nothing where nothing is.
    pub(super) fn options(&self) -> &[Choosable] {
        match self {
            Self::Choice(options) | Self::Choices(options) => options,
            Self::Text { .. }
            | Self::Email
            | Self::Uri
            | Self::Date
            | Self::DateTime
            | Self::Number { .. }
            | Self::Switch
            | Self::YesNo
            | Self::List
            | Self::Json => &[],
        }
    }

    /// The control as the page shows it.
    pub(super) fn view(&self, now: &Zoned) -> ControlView {
        match self {
            Self::Text { multiline } => ControlView::Text {
                multiline: *multiline,
            },
            Self::Email => ControlView::Email,
            Self::Uri => ControlView::Uri,
            Self::Date => ControlView::Date,
            Self::DateTime => ControlView::DateTime {
                zone: calendar::zone(now),
            },
            Self::Number { whole } => ControlView::Number { whole: *whole },
            Self::Switch => ControlView::Switch,
            Self::YesNo => ControlView::YesNo,
            Self::Choice(options) => ControlView::Choice {
                options: options::view(options),
                look: if options.len() <= RADIO {
                    ChoiceLook::Radio
                } else if options.len() <= SELECT {
                    ChoiceLook::Select
                } else {
                    ChoiceLook::Search
                },
            },
            Self::Choices(options) => ControlView::Choices {
                options: options::view(options),
            },
            Self::List => ControlView::List,
            Self::Json => ControlView::Json,
        }
    }
}

/// The one type a schema names, or the one that its rules can only be about.
pub(super) fn kind(schema: &Map<String, Value>) -> Option<&str> {
    if let Some(kind) = schema.get("type") {
        return kind.as_str();
    }
    let has = |keywords: &[&str]| keywords.iter().any(|name| schema.contains_key(*name));
    if has(&["minLength", "maxLength", "pattern", "format"]) {
        Some("string")
    } else if has(&[
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
    ]) {
        Some("number")
    } else if has(&["items"]) {
        Some("array")
    } else {
        None
    }
}

fn has_titles(schema: &Map<String, Value>) -> bool {
    ["oneOf", "anyOf", "enumNames"]
        .iter()
        .any(|keyword| schema.contains_key(*keyword))
}
