//! Mistakes in the schemas of real servers. Each schema still becomes a form that can be answered.

use super::*;

/// Checks the note of a field, and the value of typed text.
fn check(property: Value, typed: &str, note: Option<&str>, sent: Result<Value, &str>) {
    let form = optional(property.clone());
    assert_eq!(field(&form).note.as_deref(), note, "{property}");
    let expected = sent.map(Some).map_err(str::to_owned);
    assert_eq!(answer(&form, text(typed)), expected, "{property}");
}

#[test]
fn rules_that_do_not_compile_are_dropped_and_named() {
    check(
        json!({"type": "string", "pattern": "^(?=.*[0-9]).{8,}$", "minLength": 2}),
        "abc",
        Some("Not checked by Doorbell: pattern ^(?=.*[0-9]).{8,}$"),
        Ok(json!("abc")),
    );
    check(
        json!({"type": "string", "pattern": "(", "minLength": 2}),
        "a",
        Some("Not checked by Doorbell: pattern ("),
        Err("Enter at least 2 characters (1 so far)"),
    );
    check(
        json!({"type": "string", "minLength": "three"}),
        "a",
        Some("Not checked by Doorbell: minLength three"),
        Ok(json!("a")),
    );
    check(
        json!({"type": "string", "minLength": -1, "maxLength": [], "format": 5}),
        "a",
        Some("Not checked by Doorbell: minLength -1; maxLength []; format 5"),
        Ok(json!("a")),
    );
    check(
        json!({"type": "text"}),
        "1",
        Some("Not checked by Doorbell: type text"),
        Ok(json!(1)),
    );
    check(
        json!({"type": "object", "properties": {"a": {"pattern": "(?<!x)y", "maxLength": 1}}}),
        "{\"a\": \"bb\"}",
        Some("Not checked by Doorbell: pattern (?<!x)y"),
        Err("At /a: Enter at most 1 character (now 2)"),
    );
    check(
        json!({"type": "string", "enum": []}),
        "a",
        Some("Not checked by Doorbell: enum, because it allows nothing"),
        Ok(json!("a")),
    );
}

#[test]
fn misspelled_rules_are_repaired() {
    let needs_three = "Enter at least 3 characters (1 so far)";
    check(
        json!({"type": "string", "minLength": "3"}),
        "a",
        None,
        Err(needs_three),
    );
    check(
        json!({"type": "string", "minLength": 3.0}),
        "a",
        None,
        Err(needs_three),
    );
    check(
        json!({"type": "number", "minimum": 0, "exclusiveMinimum": true}),
        "0",
        None,
        Err("Must be more than 0"),
    );
    check(
        json!({"type": "number", "maximum": 5, "exclusiveMaximum": false}),
        "5",
        None,
        Ok(json!(5)),
    );
    check(
        json!({"type": "number", "exclusiveMinimum": true}),
        "0",
        Some("Not checked by Doorbell: exclusiveMinimum true"),
        Ok(json!(0)),
    );
}

#[test]
fn property_can_mark_itself_required() {
    let form = optional(json!({"type": "string", "required": true}));
    assert!(field(&form).required);
    assert_eq!(field(&form).note, None);
    assert_eq!(answer(&form, Input::Empty), Err("Required".to_owned()));
    let form = optional(json!({"type": "string", "required": false}));
    assert!(!field(&form).required);
    for required in [
        json!(true),
        json!("x"),
        json!({"x": true}),
        json!([1, null]),
    ] {
        let form = read(&json!({"properties": {"x": {"type": "string"}}, "required": required}));
        assert!(!field(&form).required);
    }
}

#[test]
fn remote_references_are_not_fetched() {
    check(
        json!({"$ref": "https://example.com/name.json", "type": "string"}),
        "a",
        Some("Not checked by Doorbell: $ref https://example.com/name.json"),
        Ok(json!("a")),
    );
    for reference in [
        "https://example.com/name.json",
        "file:///etc/passwd",
        "name.json",
        "#name",
        "#/$defs/missing",
        "",
    ] {
        let form = optional(json!({"$ref": reference, "title": "Name"}));
        let shown = field(&form);
        assert_eq!(shown.control, ControlView::Json, "{reference}");
        assert_eq!(shown.title, "Name");
        assert!(shown.note.unwrap().contains("$ref"), "{reference}");
        assert_eq!(answer(&form, text("1")), Ok(Some(json!(1))));
    }
    check(
        json!({"type": "object", "properties": {"a": {"$ref": "https://example.com/a"}}}),
        "{\"a\": 1}",
        Some("Not checked by Doorbell: $ref https://example.com/a"),
        Ok(json!({"a": 1})),
    );
}

#[test]
fn identifiers_are_ignored() {
    for schema in [
        json!({"$id": "::not a uri::", "$schema": "nonsense", "properties": {"x": {"type": "string"}}}),
        json!({"properties": {"x": {"$id": "http://[", "$schema": "x", "type": "string"}}}),
        json!({"properties": {"x": {"$anchor": "%", "$id": "a#b", "type": "string"}}}),
    ] {
        let form = read(&schema);
        assert_eq!(field(&form).note, None, "{schema}");
        assert_eq!(answer(&form, text("a")), Ok(Some(json!("a"))));
    }
}

#[test]
fn local_references_are_resolved() {
    for (name, pointer) in [
        ("$defs", "#/$defs/Color"),
        ("definitions", "#/definitions/Color"),
    ] {
        let form = read(&json!({
            "properties": {"x": {"$ref": pointer, "title": "Paint", "default": "green"}},
            name: {"Color": {"title": "Color", "enum": ["red", "green"]}},
        }));
        let shown = field(&form);
        assert_eq!(shown.title, "Paint");
        assert_eq!(shown.note, None);
        assert!(shown.input == Input::Choice { index: 1 });
    }
    let wrapped = read(&json!({
        "properties": {"x": {"allOf": [{"$ref": "#/$defs/Age"}], "description": "D"}},
        "$defs": {"Age": {"type": "integer", "minimum": 18}},
    }));
    assert_eq!(field(&wrapped).control, ControlView::Number { whole: true });
    assert_eq!(
        answer(&wrapped, text("17")),
        Err("Must be at least 18".to_owned())
    );
    let root = read(&json!({
        "$ref": "#/$defs/F",
        "$defs": {"F": {"properties": {"x": {"type": "integer"}}, "required": ["x"]}},
    }));
    assert!(field(&root).required);
}

#[test]
fn reference_and_sibling_rules_both_apply() {
    let form = read(&json!({
        "properties": {"x": {"$ref": "#/$defs/Short", "type": "string", "maxLength": 9}},
        "$defs": {"Short": {"type": "string", "maxLength": 3}},
    }));
    assert_eq!(field(&form).control, ControlView::Text { multiline: false });
    assert_eq!(
        answer(&form, text("four")),
        Err("Enter at most 3 characters (now 4)".to_owned())
    );
}

fn chain(length: usize) -> Form {
    let mut defs: Map<String, Value> = (1..length)
        .map(|level| {
            (
                format!("d{level}"),
                json!({"$ref": format!("#/$defs/d{}", level + 1)}),
            )
        })
        .collect();
    defs.insert(format!("d{length}"), json!({"type": "integer"}));
    read(&json!({"properties": {"x": {"$ref": "#/$defs/d1"}}, "$defs": defs}))
}

#[test]
fn references_are_followed_up_to_limit() {
    assert_eq!(
        field(&chain(8)).control,
        ControlView::Number { whole: true }
    );
    assert_eq!(field(&chain(8)).note, None);
    let far = field(&chain(9));
    assert_eq!(far.control, ControlView::Json);
    assert_eq!(
        far.note.as_deref(),
        Some("Not checked by Doorbell: what lies deeper, because references lead too far")
    );
}

#[test]
fn circular_references_are_accepted() {
    let form = read(&json!({
        "properties": {"x": {"$ref": "#/$defs/Node"}},
        "$defs": {"Node": {
            "type": "object",
            "properties": {"next": {"$ref": "#/$defs/Node"}, "n": {"type": "integer"}},
        }},
    }));
    assert!(field(&form).note.is_some());
    assert_eq!(
        answer(&form, text(r#"{"next": {"next": {"n": "x"}}}"#)),
        Err("At /next/next/n: Must be a whole number".to_owned())
    );
    for schema in [
        json!({"properties": {"x": {"$ref": "#/properties/x"}}}),
        json!({"properties": {"x": {"$ref": "#"}}}),
    ] {
        assert_eq!(field(&read(&schema)).control, ControlView::Json);
    }
    let root = read(&json!({"$ref": "#", "properties": {"x": {"type": "string"}}}));
    assert_eq!(root.len(), 1);
}

#[test]
fn property_may_be_named_like_keyword() {
    let form = read(&json!({"properties": {
        "$ref": {"type": "string"},
        "properties": {"type": "integer"},
        "$id": {"type": "object", "properties": {"$ref": {"type": "string"}}},
    }}));
    assert_eq!(form.len(), 3);
    let view = form.view(&form.initial_inputs(), &now());
    assert!(view.fields.iter().all(|field| field.note.is_none()));
}

#[test]
fn options_that_contradict_the_type_can_be_chosen() {
    let form = required(json!({"type": "integer", "enum": ["1", "2"]}));
    assert!(field(&form).note.is_some());
    assert_eq!(
        answer(&form, Input::Choice { index: 1 }),
        Ok(Some(json!("2")))
    );
}
