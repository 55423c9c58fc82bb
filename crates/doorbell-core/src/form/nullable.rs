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
            | unwrap_enum(schema)
            | unwrap_branches(schema);
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
    let Some(Value::Array(types)) = schema.get_mut("type") else {
        return false;
    };
    let before = types.len();
    if before > 1 {
        types.retain(|name| name != "null");
    }
    let nullable = types.len() < before;
    if let [only] = types.as_slice() {
        let only = only.clone();
        schema.insert("type".to_owned(), only);
    }
    nullable
}

fn unwrap_enum(schema: &mut Map<String, Value>) -> bool {
    let Some(Value::Array(options)) = schema.get_mut("enum") else {
        return false;
    };
    let before = options.len();
    if options.iter().any(|option| !option.is_null()) {
        options.retain(|option| !option.is_null());
    }
    options.len() < before
}

fn unwrap_branches(schema: &mut Map<String, Value>) -> bool {
    for keyword in ["anyOf", "oneOf"] {
        if let Some(Value::Array(branches)) = schema.get_mut(keyword) {
            let before = branches.len();
            if branches.iter().any(|branch| !is_null(branch)) {
                branches.retain(|branch| !is_null(branch));
            }
            if branches.len() < before {
                return true;
            }
        }
    }
    false
}

fn is_null(branch: &Value) -> bool {
    branch.get("type").is_some_and(|name| name == "null")
        || branch.get("const").is_some_and(Value::is_null)
        || branch.get("enum").is_some_and(|options| {
            options
                .as_array()
                .is_some_and(|options| options.as_slice() == [Value::Null])
        })
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
