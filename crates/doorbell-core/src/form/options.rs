//! Reads the options of a choice.

use std::collections::HashMap;

use serde_json::{Map, Value};

use crate::text;
use crate::view::OptionView;

/// Reads the options of a schema and their values from `enum` (with optional `enumNames`), `const`, or
/// a `oneOf`/`anyOf` of constants. Returns `None` for other schemas, and if a value is not a string, a
/// number or a boolean.
pub(super) fn read(schema: &Map<String, Value>) -> Option<(Vec<OptionView>, Vec<Value>)> {
    let mut options: Vec<(OptionView, Value)> = if let Some(values) = schema.get("enum") {
        let names = schema.get("enumNames");
        let values = values.as_array()?.iter().enumerate();
        values
            .map(|(index, value)| option(value, names.and_then(|names| names.get(index)), None))
            .collect()
    } else if let Some(value) = schema.get("const") {
        vec![option(value, None, None)]
    } else {
        let branches = schema.get("oneOf").or_else(|| schema.get("anyOf"))?;
        let branches = branches.as_array()?.iter();
        branches.map(constant).collect::<Option<_>>()?
    };
    let is_choosable = !options.is_empty()
        && options
            .iter()
            .all(|(_, value)| value.is_boolean() || value.is_number() || value.is_string());
    disambiguate(&mut options);
    is_choosable.then(|| options.into_iter().unzip())
}

/// Returns the options as a plain `enum`, which reports a single error.
pub(super) fn as_enum(values: &[Value]) -> Map<String, Value> {
    Map::from_iter([("enum".to_owned(), Value::from(values))])
}

/// Maps the [`key`] of each value to its first index.
pub(super) fn index_by_key(values: &[Value]) -> HashMap<String, usize> {
    let values = values.iter().enumerate().rev();
    values.map(|(index, value)| (key(value), index)).collect()
}

/// Equal values have equal keys; 1 and 1.0 are equal.
pub(super) fn key(value: &Value) -> String {
    match value.as_f64() {
        Some(number) => (number + 0.0).to_string(),
        None => value.to_string(),
    }
}

/// Returns non-blank text with hidden characters made visible.
pub(super) fn label(value: &Value) -> Option<String> {
    value
        .as_str()
        .filter(|text| !text.trim().is_empty())
        .map(text::visible)
}

fn constant(branch: &Value) -> Option<(OptionView, Value)> {
    let value = match branch.get("const") {
        Some(value) => value,
        None => match branch.get("enum")?.as_array()?.as_slice() {
            [single] => single,
            _ => return None,
        },
    };
    Some(option(
        value,
        branch.get("title"),
        branch.get("description"),
    ))
}

fn option(
    value: &Value,
    title: Option<&Value>,
    description: Option<&Value>,
) -> (OptionView, Value) {
    let shown = match value {
        Value::String(text) => text::visible(text),
        other => other.to_string(),
    };
    let plain = if shown.trim().is_empty() {
        text::escape_json(&value.to_string())
    } else {
        shown
    };
    let title = title.and_then(label);
    let view = OptionView {
        value: (title.as_ref().is_some_and(|title| *title != plain)).then(|| plain.clone()),
        title: title.unwrap_or(plain),
        description: description.and_then(label),
    };
    (view, value.clone())
}

/// Keeps the value only of options with the same title, and tells apart those with the same text.
fn disambiguate(options: &mut [(OptionView, Value)]) {
    let appearance = |view: &OptionView| (view.title.clone(), view.value.clone());
    let mut counts: HashMap<_, usize> = HashMap::new();
    for (view, _) in &*options {
        *counts.entry(appearance(view)).or_default() += 1;
    }
    for (view, value) in &mut *options {
        if counts[&appearance(view)] > 1 {
            view.value = Some(text::escape_json(&value.to_string()));
        }
    }
    let mut titles: HashMap<String, usize> = HashMap::new();
    for (view, _) in &*options {
        *titles.entry(view.title.clone()).or_default() += 1;
    }
    for (view, _) in options {
        if titles[&view.title] == 1 {
            view.value = None;
        }
    }
}
