//! Optional values: how servers write "T or nothing", unwrapped to T.

use serde_json::{Map, Value};

use super::keyword::merge;

/// Layers around one value; deeper ones are left to the validator.
const LAYERS: usize = 8;

/// Unwraps the schema in place. Returns whether `null` is one of its values.
///
/// `anyOf: [T, null]`, `type: [T, "null"]`, an `enum` with null and OpenAPI's `nullable` become
/// T, and a combination of a single schema becomes that schema.
pub(super) fn unwrap(schema: &mut Map<String, Value>) -> bool {
    let mut nullable = false;
    for _ in 0..LAYERS {
        let null = unwrap_flag(schema)
            | unwrap_type(schema)
            | drop_null(schema, "enum", Value::is_null)
            | (drop_null(schema, "anyOf", is_null) || drop_null(schema, "oneOf", is_null));
        nullable |= null;
        if !unwrap_single(schema) && !null {
            break;
        }
    }
    nullable
}

fn unwrap_flag(schema: &mut Map<String, Value>) -> bool {
    schema.shift_remove("nullable") == Some(Value::Bool(true))
}

fn unwrap_type(schema: &mut Map<String, Value>) -> bool {
    let nullable = drop_null(schema, "type", |name| name == "null");
    if let Some([only]) = schema
        .get("type")
        .and_then(Value::as_array)
        .map(Vec::as_slice)
    {
        let only = only.clone();
        schema.insert("type".to_owned(), only);
    }
    nullable
}

/// Drops null from a list, unless that is all there is in it. Returns whether it was there.
fn drop_null(
    schema: &mut Map<String, Value>,
    keyword: &str,
    is_null: impl Fn(&Value) -> bool,
) -> bool {
    let Some(Value::Array(list)) = schema.get_mut(keyword) else {
        return false;
    };
    let before = list.len();
    if !list.iter().all(&is_null) {
        list.retain(|one| !is_null(one));
    }
    list.len() < before
}

fn is_null(branch: &Value) -> bool {
    branch.get("type").is_some_and(|name| name == "null")
        || branch.get("const").is_some_and(Value::is_null)
        || branch.get("enum") == Some(&Value::from(vec![Value::Null]))
}

/// A combination of one schema is that schema. A single titled constant stays a list of one.
fn unwrap_single(schema: &mut Map<String, Value>) -> bool {
    for keyword in ["anyOf", "oneOf", "allOf"] {
        let Some(Value::Array(branches)) = schema.get(keyword) else {
            continue;
        };
        let [Value::Object(only)] = branches.as_slice() else {
            continue;
        };
        if only.contains_key("const") {
            continue;
        }
        let mut outer = schema.clone();
        outer.shift_remove(keyword);
        if let Some(merged) = merge(&outer, only) {
            *schema = merged;
            return true;
        }
    }
    false
}
