//! Classifies JSON Schema keywords: which hold schemas, and which hold data that only looks like one.

use serde_json::{Map, Value};

/// The content of a keyword.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum KeywordContent {
    Schema,
    SchemaList,
    NamedSchemas,
    Data,
}

pub(super) fn content_of(keyword: &str) -> KeywordContent {
    match keyword {
        "items"
        | "contains"
        | "additionalProperties"
        | "propertyNames"
        | "unevaluatedItems"
        | "unevaluatedProperties"
        | "not"
        | "if"
        | "then"
        | "else" => KeywordContent::Schema,
        "allOf" | "anyOf" | "oneOf" | "prefixItems" => KeywordContent::SchemaList,
        "properties" | "patternProperties" | "dependentSchemas" => KeywordContent::NamedSchemas,
        _ => KeywordContent::Data,
    }
}

/// Returns true if the keyword restricts nothing.
pub(super) fn is_annotation(keyword: &str) -> bool {
    matches!(
        keyword,
        "title"
            | "description"
            | "default"
            | "examples"
            | "deprecated"
            | "readOnly"
            | "writeOnly"
            | "enumNames"
            | "$comment"
    )
}

/// Merges two schemas that both apply. The outer annotations win; returns `None` if another keyword
/// has different values.
pub(super) fn merge(
    outer: &Map<String, Value>,
    inner: &Map<String, Value>,
) -> Option<Map<String, Value>> {
    let mut merged = inner.clone();
    for (keyword, value) in outer {
        match merged.get(keyword) {
            Some(other) if other != value && !is_annotation(keyword) => return None,
            _ => merged.insert(keyword.clone(), value.clone()),
        };
    }
    Some(merged)
}

/// Removes the keyword at the end of `path` and returns it with its value. In `patternProperties` it
/// removes a single pattern.
pub(super) fn remove(schema: &mut Map<String, Value>, path: &[String]) -> Option<(String, Value)> {
    let (keyword, rest) = path.split_first()?;
    let inner = match (content_of(keyword), schema.get_mut(keyword)?, rest) {
        (KeywordContent::Schema, inner, rest) => Some((inner, rest)),
        (KeywordContent::SchemaList, Value::Array(list), [index, rest @ ..]) => {
            let index: usize = index.parse().ok()?;
            list.get_mut(index).map(|inner| (inner, rest))
        }
        (KeywordContent::NamedSchemas, Value::Object(patterns), [pattern])
            if keyword == "patternProperties" =>
        {
            let (pattern, _) = patterns.shift_remove_entry(pattern)?;
            return Some((keyword.clone(), Value::from(pattern)));
        }
        (KeywordContent::NamedSchemas, Value::Object(named), [name, rest @ ..]) => {
            named.get_mut(name).map(|inner| (inner, rest))
        }
        _ => None,
    };
    if let Some((Value::Object(inner), rest)) = inner
        && let Some(removed) = remove(inner, rest)
    {
        return Some(removed);
    }
    schema.shift_remove_entry(keyword)
}
