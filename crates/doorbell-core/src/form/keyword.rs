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

/// Removes the keyword at which a path through a schema ends, and returns it.
pub(super) fn remove(schema: &mut Value, path: &[String]) -> Option<(String, Value)> {
    let (keyword, rest) = path.split_first()?;
    let map = schema.as_object_mut()?;
    let inner = match (holds(keyword), map.get_mut(keyword)?) {
        (Holds::Schema, inner) => Some((inner, rest)),
        (Holds::Schemas, Value::Array(list)) => rest
            .split_first()
            .and_then(|(index, rest)| Some((list.get_mut(index.parse::<usize>().ok()?)?, rest))),
        (Holds::Named, Value::Object(named)) => rest
            .split_first()
            .and_then(|(name, rest)| Some((named.get_mut(name)?, rest))),
        (Holds::Schemas | Holds::Named | Holds::Data, _) => None,
    };
    if let Some((inner, rest)) = inner
        && let Some(removed) = remove(inner, rest)
    {
        return Some(removed);
    }
    map.shift_remove_entry(keyword)
}
