//! What the keywords of JSON Schema hold: the difference between a rule and a value that only
//! looks like one.

use serde_json::{Map, Value};

/// What stands behind a keyword.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Holds {
    /// One schema.
    Schema,
    /// A list of schemas.
    Schemas,
    /// Schemas by name.
    Named,
    /// A value.
    Data,
}

/// Says what stands behind a keyword.
pub(super) fn holds(keyword: &str) -> Holds {
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
        | "else" => Holds::Schema,
        "allOf" | "anyOf" | "oneOf" | "prefixItems" => Holds::Schemas,
        "properties" | "patternProperties" | "dependentSchemas" => Holds::Named,
        _ => Holds::Data,
    }
}

/// Whether a keyword only describes and rules nothing.
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

/// Puts two schemas that both apply into one, if they can be told as one: the outer one's
/// annotations win, and no other keyword may be in both with different values.
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

/// Removes the keyword at which a path through a schema ends, and returns it with its value; of
/// `patternProperties`, the pattern at which it ends.
pub(super) fn remove(schema: &mut Map<String, Value>, path: &[String]) -> Option<(String, Value)> {
    let (keyword, rest) = path.split_first()?;
    let inner = match (holds(keyword), schema.get_mut(keyword)?, rest) {
        (Holds::Schema, inner, rest) => Some((inner, rest)),
        (Holds::Schemas, Value::Array(list), [index, rest @ ..]) => {
            let index: usize = index.parse().ok()?;
            list.get_mut(index).map(|inner| (inner, rest))
        }
        (Holds::Named, Value::Object(patterns), [pattern]) if keyword == "patternProperties" => {
            let (pattern, _) = patterns.shift_remove_entry(pattern)?;
            return Some((keyword.clone(), Value::from(pattern)));
        }
        (Holds::Named, Value::Object(named), [name, rest @ ..]) => {
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
