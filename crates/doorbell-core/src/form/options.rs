//! The options of a choice.

use std::collections::HashMap;

use serde_json::{Map, Value};

use crate::text;
use crate::view::OptionView;

/// One thing that can be chosen.
pub(super) struct Choosable {
    /// Sent when chosen.
    pub(super) value: Value,
    title: Option<String>,
    description: Option<String>,
}

/// Reads the options of a schema, or of the items of a list: `enum`, with `enumNames` or
/// without, a single `const`, or `oneOf`/`anyOf` of constants. None if it is no such list, or if
/// what can be chosen is not a text, a number or yes and no.
pub(super) fn read(schema: &Map<String, Value>) -> Option<Vec<Choosable>> {
    let options = if let Some(values) = schema.get("enum") {
        enumerated(values.as_array()?, schema.get("enumNames"))
    } else if let Some(value) = schema.get("const") {
        vec![Choosable::untitled(value)]
    } else {
        let branches = schema.get("oneOf").or_else(|| schema.get("anyOf"))?;
        branches
            .as_array()?
            .iter()
            .map(constant)
            .collect::<Option<_>>()?
    };
    let choosable = !options.is_empty()
        && options.iter().all(|option| match option.value {
            Value::Bool(_) | Value::Number(_) | Value::String(_) => true,
            Value::Null | Value::Array(_) | Value::Object(_) => false,
        });
    choosable.then_some(options)
}

/// Replaces the spelled-out list by a plain `enum`, which is quicker to check and has one error.
pub(super) fn as_enum(schema: &mut Map<String, Value>, options: &[Choosable]) {
    for keyword in ["const", "oneOf", "anyOf", "enumNames"] {
        schema.shift_remove(keyword);
    }
    let values = options.iter().map(|option| option.value.clone()).collect();
    schema.insert("enum".to_owned(), Value::Array(values));
}

/// Where each value is among the options; 1 and 1.0 are the same number.
pub(super) struct Places<'a>(HashMap<Key<'a>, usize>);

#[derive(PartialEq, Eq, Hash)]
enum Key<'a> {
    Flag(bool),
    /// The bits of a number that is never a negative zero.
    Number(u64),
    Text(&'a str),
}

impl<'a> Places<'a> {
    /// Looks all of them up once. Of two with the same value the first counts.
    pub(super) fn of(options: &'a [Choosable]) -> Self {
        let mut places = HashMap::with_capacity(options.len());
        for (place, option) in options.iter().enumerate() {
            if let Some(key) = key(&option.value) {
                places.entry(key).or_insert(place);
            }
        }
        Self(places)
    }

    /// The place of the option with this value.
    pub(super) fn get(&self, value: &Value) -> Option<usize> {
        self.0.get(&key(value)?).copied()
    }
}

fn key(value: &Value) -> Option<Key<'_>> {
    match value {
        Value::Bool(flag) => Some(Key::Flag(*flag)),
        Value::Number(number) => Some(Key::Number((number.as_f64()? + 0.0).to_bits())),
        Value::String(text) => Some(Key::Text(text)),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// The options as the page shows them. No two that differ read the same.
pub(super) fn view(options: &[Choosable]) -> Vec<OptionView> {
    let mut views: Vec<OptionView> = options.iter().map(Choosable::view).collect();
    let mut seen: HashMap<(String, Option<String>), usize> = HashMap::new();
    for view in &views {
        *seen
            .entry((view.title.clone(), view.value.clone()))
            .or_default() += 1;
    }
    for (view, option) in views.iter_mut().zip(options) {
        if seen.get(&(view.title.clone(), view.value.clone())) > Some(&1) {
            view.value = Some(text::escape_json(option.value.to_string()));
        }
    }
    views
}

fn enumerated(values: &[Value], names: Option<&Value>) -> Vec<Choosable> {
    values
        .iter()
        .enumerate()
        .map(|(index, value)| Choosable {
            title: names.and_then(|names| names.get(index)).and_then(words),
            ..Choosable::untitled(value)
        })
        .collect()
}

fn constant(branch: &Value) -> Option<Choosable> {
    let value = match branch.get("const") {
        Some(value) => value,
        None => match branch.get("enum")?.as_array()?.as_slice() {
            [only] => only,
            _ => return None,
        },
    };
    Some(Choosable {
        title: branch.get("title").and_then(words),
        description: branch.get("description").and_then(words),
        ..Choosable::untitled(value)
    })
}

/// A text that says something, made visible.
pub(super) fn words(value: &Value) -> Option<String> {
    value
        .as_str()
        .filter(|text| !text.trim().is_empty())
        .map(text::visible)
}

impl Choosable {
    fn untitled(value: &Value) -> Self {
        Self {
            value: value.clone(),
            title: None,
            description: None,
        }
    }

    fn view(&self) -> OptionView {
        let value = match &self.value {
            Value::String(text) => text::visible(text),
            other => other.to_string(),
        };
        let plain = if value.trim().is_empty() {
            text::escape_json(self.value.to_string())
        } else {
            value
        };
        match &self.title {
            Some(title) => OptionView {
                title: title.clone(),
                value: (*title != plain).then_some(plain),
                description: self.description.clone(),
            },
            None => OptionView {
                title: plain,
                value: None,
                description: self.description.clone(),
            },
        }
    }
}
