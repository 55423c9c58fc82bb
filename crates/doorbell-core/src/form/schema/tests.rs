//! Forms that consist of many schemas. Each schema must be read only once.

use serde_json::json;

use super::*;

fn collect(schema: &Value) -> Properties<'_> {
    Properties::collect(schema).unwrap()
}

/// Checks the number of schemas read and the names of the properties.
fn check(schema: &Value, visited: usize, expected: &[&str]) {
    let collected = collect(schema);
    let names: Vec<&str> = collected.properties.iter().map(|(name, _)| *name).collect();
    assert_eq!(
        (collected.visited.len(), names.as_slice()),
        (visited, expected)
    );
}

#[test]
fn parts_are_read_in_order() {
    check(
        &json!({
            "allOf": [
                {"properties": {"c": {}}, "allOf": [{"properties": {"d": {}}}]},
                {"properties": {"e": {}, "a": {}}},
                true
            ],
            "$ref": "#/$defs/b",
            "properties": {"a": {}},
            "required": ["e", "f", "a", "f"],
            "$defs": {"b": {"properties": {"b": {}}}}
        }),
        5,
        &["a", "b", "c", "d", "e", "f"],
    );
}

#[test]
fn references_to_the_root_are_followed_once() {
    let again = json!({"$ref": "#"});
    check(&again, 1, &[]);
    check(&json!({"allOf": vec![again; 1_000]}), 1_001, &[]);
}

#[test]
fn parts_with_mutual_references_are_read_once() {
    let all: Vec<Value> = (0..50)
        .map(|number| json!({"$ref": format!("#/$defs/d{number}")}))
        .collect();
    let defs: Map<String, Value> = (0..50)
        .map(|number| {
            (
                format!("d{number}"),
                json!({"allOf": all, "required": ["x"]}),
            )
        })
        .collect();
    let schema = json!({"allOf": all, "$defs": defs});
    // The root and its parts, and each definition with its parts.
    check(&schema, 1 + 50 + 50 * 51, &["x"]);
    assert_eq!(collect(&schema).required.len(), 1);
}

#[test]
fn long_reference_chain_is_followed() {
    let mut defs: Map<String, Value> = (0..4_000)
        .map(|number| {
            let next = json!({"$ref": format!("#/$defs/d{}", number + 1)});
            (format!("d{number}"), next)
        })
        .collect();
    defs.insert("d4000".to_owned(), json!({"properties": {"x": {}}}));
    check(&json!({"$ref": "#/$defs/d0", "$defs": defs}), 4_002, &["x"]);
}

#[test]
fn too_many_schemas_are_refused() {
    let of = |count: usize| json!({"allOf": vec![json!({}); count]});
    check(&of(MAX_SCHEMAS - 1), MAX_SCHEMAS, &[]);
    let refused = Properties::collect(&of(60_000)).err().unwrap();
    assert!(refused.is_over_limit());
    assert_eq!(
        refused.to_string(),
        "The form is put together from more than the 4096 schemas that Doorbell reads."
    );
}

#[test]
fn too_many_fields_are_counted() {
    let names = |letter: char| (0..60_000).map(move |number| format!("{letter}{number}"));
    let properties: Map<String, Value> = names('p').map(|name| (name, json!({}))).collect();
    let required: Vec<String> = names('r').chain(names('p')).collect();
    let schema = json!({"properties": properties, "required": required});
    assert_eq!(
        super::read_fields(&schema, &FormLimits::default()).err(),
        Some(FormError::TooManyFields {
            found: 120_000,
            limit: 64
        })
    );
}
