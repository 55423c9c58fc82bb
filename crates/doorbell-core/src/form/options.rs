//! The options of a choice.

use std::collections::HashMap;

use serde_json::{Map, Value};

use crate::text;
use crate::view::OptionView;

/// Reads the options of a schema, or of the items of a list, and the value that each sends: `enum`,
/// with `enumNames` or without, a single `const`, or `oneOf`/`anyOf` of constants. None if it is no
/// such list, or if what can be chosen is not a text, a number or yes and no.
pub(super) fn read(schema: &Map<String, Value>) -> Option<(Vec<OptionView>, Vec<Value>)> {
    let mut options: Vec<(OptionView, Value)> = if let Some(values) = schema.get("enum") {
        let names = schema.get("enumNames");
        let values = values.as_array()?.iter().enumerate();
        values
            .map(|(place, value)| option(value, names.and_then(|names| names.get(place)), None))
            .collect()
    } else if let Some(value) = schema.get("const") {
        vec![option(value, None, None)]
    } else {
        let branches = schema.get("oneOf").or_else(|| schema.get("anyOf"))?;
        let branches = branches.as_array()?.iter();
        branches.map(constant).collect::<Option<_>>()?
    };
    let choosable = !options.is_empty()
        && options
            .iter()
            .all(|(_, value)| value.is_boolean() || value.is_number() || value.is_string());
    tell_apart(&mut options);
    choosable.then(|| options.into_iter().unzip())
}

/// What is said of a list in a plain `enum`, which has one error.
pub(super) fn as_enum(values: &[Value]) -> Map<String, Value> {
    Map::from_iter([("enum".to_owned(), Value::from(values))])
}

/// Where each value is among the options. Of two with the same value the first counts.
pub(super) fn places(values: &[Value]) -> HashMap<String, usize> {
    let places = values.iter().enumerate().rev();
    places.map(|(place, value)| (key(value), place)).collect()
}

/// What [`places`] knows a value by: 1 and 1.0 are the same number.
pub(super) fn key(value: &Value) -> String {
    match value.as_f64() {
        Some(number) => (number + 0.0).to_string(),
        None => value.to_string(),
    }
}

/// A text that says something, made visible.
pub(super) fn words(value: &Value) -> Option<String> {
    value
        .as_str()
        .filter(|text| !text.trim().is_empty())
        .map(text::visible)
}

fn constant(branch: &Value) -> Option<(OptionView, Value)> {
    let value = match branch.get("const") {
        Some(value) => value,
        None => match branch.get("enum")?.as_array()?.as_slice() {
            [only] => only,
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
    let title = title.and_then(words);
    let view = OptionView {
        value: (title.as_ref().is_some_and(|title| *title != plain)).then(|| plain.clone()),
        title: title.unwrap_or(plain),
        description: description.and_then(words),
    };
    (view, value.clone())
}

/// Shows the values of options that differ and would read the same.
fn tell_apart(options: &mut [(OptionView, Value)]) {
    let reads = |view: &OptionView| (view.title.clone(), view.value.clone());
    let mut seen: HashMap<_, usize> = HashMap::new();
    for (view, _) in &*options {
        *seen.entry(reads(view)).or_default() += 1;
    }
    for (view, value) in options {
        if seen[&reads(view)] > 1 {
            view.value = Some(text::escape_json(&value.to_string()));
        }
    }
}
