//! What a field holds when the form opens.

use std::collections::HashSet;

use serde_json::Value;

use super::input::Input;
use super::note::Notes;
use super::{number, options};
use crate::text;
use crate::view::ControlView as Control;

const UNFIT: &str = "The server's suggestion does not fit this field and is left out.";
const PARTLY_UNFIT: &str = "A part of the server's suggestion does not fit and is left out.";
const HIDDEN: &str = "The server's suggestion holds invisible characters; see what will be sent.";

/// Turns a default into the input that stands for it. One that does not fit is noted.
pub(super) fn read(
    control: &Control,
    options: &[Value],
    default: Option<&Value>,
    notes: &mut Notes,
) -> Input {
    let Some(default) = default.filter(|default| !default.is_null()) else {
        return Input::Empty;
    };
    let input = fit(control, options, default, notes).unwrap_or_else(|| {
        notes.remark(UNFIT);
        Input::Empty
    });
    let hides = match &input {
        Input::Text { text } => text::hides_something(text),
        Input::List { items } => items.iter().any(|item| text::hides_something(item)),
        _ => false,
    };
    if hides {
        notes.remark(HIDDEN);
    }
    input
}

fn fit(control: &Control, options: &[Value], default: &Value, notes: &mut Notes) -> Option<Input> {
    let text = |text: &str| Some(Input::Text { text: text.into() });
    // One value may stand for a list of it.
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
            let place = options::places(options)
                .get(&options::key(default))
                .copied();
            place.map(|index| Input::Choice { index })
        }
        Control::Choices { .. } => {
            let places = options::places(options);
            let mut seen = HashSet::new();
            let mut indices = Vec::new();
            let mut unfit = false;
            for value in values {
                match places.get(&options::key(value)) {
                    Some(place) if seen.insert(place) => indices.push(*place),
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
            let items = values.iter().map(|value| value.as_str().map(str::to_owned));
            let items = items.collect::<Option<_>>()?;
            Some(Input::List { items })
        }
        Control::Json => text(&serde_json::to_string_pretty(default).ok()?),
        _ => text(default.as_str()?),
    }
}
