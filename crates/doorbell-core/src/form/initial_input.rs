//! Converts a schema's default to the initial input of its field.

use std::collections::HashSet;

use serde_json::Value;

use super::input::Input;
use super::notes::Notes;
use super::{number, options};
use crate::text;
use crate::view::ControlView as Control;

const INVALID_DEFAULT: &str = "The server’s default value isn’t valid here, so it was ignored.";
const PARTLY_INVALID_DEFAULT: &str =
    "Part of the server’s default value isn’t valid here, so it was ignored.";
const HIDDEN_CHARACTERS: &str =
    "The server’s default value contains invisible characters; check the answer as JSON.";

/// A default that does not fit the control is ignored and noted.
pub(super) fn read(
    control: &Control,
    options: &[Value],
    default: Option<&Value>,
    notes: &mut Notes,
) -> Input {
    let Some(default) = default.filter(|default| !default.is_null()) else {
        return Input::Empty;
    };
    let input = convert(control, options, default, notes).unwrap_or_else(|| {
        notes.add_sentence(INVALID_DEFAULT);
        Input::Empty
    });
    let is_hiding = match &input {
        Input::Text { text } => text::has_hidden_characters(text),
        Input::List { items } => items.iter().any(|item| text::has_hidden_characters(item)),
        _ => false,
    };
    if is_hiding {
        notes.add_sentence(HIDDEN_CHARACTERS);
    }
    input
}

fn convert(
    control: &Control,
    options: &[Value],
    default: &Value,
    notes: &mut Notes,
) -> Option<Input> {
    let text = |text: &str| Some(Input::Text { text: text.into() });
    // A single value is accepted as a list of one.
    let values = default
        .as_array()
        .map_or(std::slice::from_ref(default), Vec::as_slice);
    match control {
        Control::Number { whole } => {
            let typed = match default {
                Value::String(text) => text.trim().to_owned(),
                Value::Number(number) => number.to_string(),
                _ => return None,
            };
            let value = number::read(&typed, *whole).ok()?;
            text(&if *whole { value.to_string() } else { typed })
        }
        Control::Switch | Control::YesNo => default.as_bool().map(|on| Input::Flag { on }),
        Control::Choice { .. } => {
            let index = options::index_by_key(options)
                .get(&options::key(default))
                .copied();
            index.map(|index| Input::Choice { index })
        }
        Control::Choices { .. } => {
            let index_by_key = options::index_by_key(options);
            let mut seen = HashSet::new();
            let mut indices = Vec::new();
            let mut has_invalid = false;
            for value in values {
                match index_by_key.get(&options::key(value)) {
                    Some(index) if seen.insert(index) => indices.push(*index),
                    Some(_) => {}
                    None => has_invalid = true,
                }
            }
            if indices.is_empty() && has_invalid {
                return None;
            }
            if has_invalid {
                notes.add_sentence(PARTLY_INVALID_DEFAULT);
            }
            Some(Input::Choices { indices })
        }
        Control::List => {
            let items = values.iter().map(|value| value.as_str().map(str::to_owned));
            let items = items.collect::<Option<_>>()?;
            Some(Input::List { items })
        }
        Control::Json => text(&serde_json::to_string_pretty(default).ok()?),
        _ => text(default.as_str()?),
    }
}
