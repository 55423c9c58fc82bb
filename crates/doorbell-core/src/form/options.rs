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

/// Finds the option with this value; 1 and 1.0 are the same number.
pub(super) fn position(options: &[Choosable], value: &Value) -> Option<usize> {
    options.iter().position(|option| {
        option.value == *value
            || matches!((&option.value, value), (Value::Number(a), Value::Number(b)) if a.as_f64() == b.as_f64())
    })
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
            view.value = Some(text::escape_json(&option.value.to_string()));
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
            text::escape_json(&self.value.to_string())
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
