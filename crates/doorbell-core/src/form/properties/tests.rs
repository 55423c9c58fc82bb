//! Forms put together from many schemas. The schemas that were read are counted: each counts
//! once, however often something leads to it.

use serde_json::json;

use super::*;

fn collect(schema: &Value) -> Found<'_> {
    Found::collect(schema).unwrap()
}

/// How many schemas are read, and the names that are kept, in order.
fn check(schema: &Value, visited: usize, kept: &[&str]) {
    let found = collect(schema);
    let names: Vec<&str> = found.properties.iter().map(|(name, _)| *name).collect();
    assert_eq!((found.visited.len(), names.as_slice()), (visited, kept));
}

#[test]
fn a_form_is_read_in_the_order_of_its_parts() {
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
fn parts_that_lead_to_each_other_do_not_multiply() {
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
    // The root, what it is made of, and each definition with what it is made of.
    check(&schema, 1 + 50 + 50 * 51, &["x"]);
    assert_eq!(collect(&schema).required.len(), 1);
}

#[test]
fn a_long_chain_is_followed_to_its_end() {
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
fn more_schemas_than_doorbell_reads_are_refused() {
    let of = |count: usize| json!({"allOf": vec![json!({}); count]});
    check(&of(SCHEMAS - 1), SCHEMAS, &[]);
    let refused = Found::collect(&of(60_000)).err().unwrap();
    assert!(refused.is_policy());
    assert_eq!(
        refused.to_string(),
        "The form is put together from more than the 4096 schemas that Doorbell reads."
    );
}

#[test]
fn more_fields_than_the_limit_are_counted() {
    let names = |letter: char| (0..60_000).map(move |number| format!("{letter}{number}"));
    let properties: Map<String, Value> = names('p').map(|name| (name, json!({}))).collect();
    let required: Vec<String> = names('r').chain(names('p')).collect();
    let schema = json!({"properties": properties, "required": required});
    assert_eq!(
        super::read(&schema, &FormLimits::default()).err(),
        Some(Unreadable::TooManyFields {
            found: 120_000,
            most: 64
        })
    );
}
