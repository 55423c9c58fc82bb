//! What a field holds when the form opens.

use std::collections::HashSet;

use serde_json::Value;

use super::control::Control;
use super::input::Input;
use super::note::Notes;
use super::number;
use super::options::Places;
use crate::text;

const UNFIT: &str = "The server's suggestion does not fit this field and is left out.";
const PARTLY_UNFIT: &str = "A part of the server's suggestion does not fit and is left out.";
const HIDDEN: &str = "The server's suggestion holds invisible characters; see what will be sent.";

/// Turns a default into the input that stands for it. One that does not fit is noted.
pub(super) fn read(control: &Control, default: Option<&Value>, notes: &mut Notes) -> Input {
    let Some(default) = default.filter(|default| !default.is_null()) else {
        return Input::Empty;
    };
    let input = fit(control, default, notes).unwrap_or_else(|| {
        notes.remark(UNFIT);
        Input::Empty
    });
    let hides = match &input {
        Input::Text { text } => text::hides_something(text),
        Input::List { items } => items.iter().any(|item| text::hides_something(item)),
        Input::Empty | Input::Flag { .. } | Input::Choice { .. } | Input::Choices { .. } => false,
    };
    if hides {
        notes.remark(HIDDEN);
    }
    input
}

fn fit(control: &Control, default: &Value, notes: &mut Notes) -> Option<Input> {
    match control {
        Control::Text { .. }
        | Control::Email
        | Control::Uri
        | Control::Date
        | Control::DateTime => Some(Input::Text {
            text: default.as_str()?.to_owned(),
        }),
        Control::Number { whole } => {
            let text = match default {
                Value::String(text) => text.trim().to_owned(),
                Value::Number(number) => number.to_string(),
                Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => return None,
            };
            let value = number::read(&text, *whole).ok()?;
            let text = if *whole { value.to_string() } else { text };
            Some(Input::Text { text })
        }
        Control::Switch | Control::YesNo => Some(Input::Flag {
            on: default.as_bool()?,
        }),
        Control::Choice(all) => Some(Input::Choice {
            index: Places::of(all).get(default)?,
        }),
        Control::Choices(all) => {
            let values = default
                .as_array()
                .map_or(std::slice::from_ref(default), Vec::as_slice);
            let places = Places::of(all);
            let mut seen = HashSet::new();
            let mut indices = Vec::new();
            let mut unfit = false;
            for value in values {
                match places.get(value) {
                    Some(place) if seen.insert(place) => indices.push(place),
                    Some(_) => {}
                    None => unfit = true,
                }
            }
            if indices.is_empty() && unfit {
                return None;
            }
            if unfit {
                notes.remark(PARTLY_UNFIT);
            }
            Some(Input::Choices { indices })
        }
        Control::List => {
            let values = default
                .as_array()
                .map_or(std::slice::from_ref(default), Vec::as_slice);
            let items = values
                .iter()
                .map(|value| value.as_str().map(str::to_owned))
                .collect::<Option<_>>()?;
            Some(Input::List { items })
        }
        Control::Json => Some(Input::Text {
            text: serde_json::to_string_pretty(default).ok()?,
        }),
    }
}
