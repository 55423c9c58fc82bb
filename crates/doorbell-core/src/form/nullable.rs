//! Unwraps the ways in which servers write "T or null" to T.

use serde_json::{Map, Value};

use super::keyword::merge;

/// The validator handles deeper layers.
const MAX_LAYERS: usize = 8;

/// Unwraps the schema in place. Returns true if null is one of its values.
///
/// `anyOf: [T, null]`, `type: [T, "null"]`, an `enum` with null and OpenAPI's `nullable` become
/// T, and a combination of a single schema becomes that schema.
pub(super) fn unwrap(schema: &mut Map<String, Value>) -> bool {
    let mut nullable = false;
    for _ in 0..MAX_LAYERS {
        let had_null = unwrap_flag(schema)
            | unwrap_type(schema)
            | remove_null(schema, "enum", Value::is_null)
            | (remove_null(schema, "anyOf", is_null_schema)
                || remove_null(schema, "oneOf", is_null_schema));
        nullable |= had_null;
        if !unwrap_single(schema) && !had_null {
            break;
        }
    }
    nullable
}

fn unwrap_flag(schema: &mut Map<String, Value>) -> bool {
    schema.shift_remove("nullable") == Some(Value::Bool(true))
}

fn unwrap_type(schema: &mut Map<String, Value>) -> bool {
    let nullable = remove_null(schema, "type", |name| name == "null");
    if let Some([single]) = schema
        .get("type")
        .and_then(Value::as_array)
        .map(Vec::as_slice)
    {
        let single = single.clone();
        schema.insert("type".to_owned(), single);
    }
    nullable
}

/// Removes null from a list, unless it is the only value. Returns true if it removed any.
fn remove_null(
    schema: &mut Map<String, Value>,
    keyword: &str,
    is_null: impl Fn(&Value) -> bool,
) -> bool {
    let Some(Value::Array(list)) = schema.get_mut(keyword) else {
        return false;
    };
    let before = list.len();
    if !list.iter().all(&is_null) {
        list.retain(|value| !is_null(value));
    }
    list.len() < before
}

fn is_null_schema(branch: &Value) -> bool {
    branch.get("type").is_some_and(|name| name == "null")
        || branch.get("const").is_some_and(Value::is_null)
        || branch.get("enum") == Some(&Value::from(vec![Value::Null]))
}

/// Replaces a combination of a single schema by that schema, except for a constant, which is an
/// option of a choice.
fn unwrap_single(schema: &mut Map<String, Value>) -> bool {
    for keyword in ["anyOf", "oneOf", "allOf"] {
        let Some(Value::Array(branches)) = schema.get(keyword) else {
            continue;
        };
        let [Value::Object(single)] = branches.as_slice() else {
            continue;
        };
        if single.contains_key("const") {
            continue;
        }
        let mut outer = schema.clone();
        outer.shift_remove(keyword);
        if let Some(merged) = merge(&outer, single) {
            *schema = merged;
            return true;
        }
    }
    false
}
