//! Schemas and their controls.

use super::choices::{options, pair};
use super::*;

#[test]
fn string_controls() {
    let single_line = ControlView::Text { multiline: false };
    let multiple_lines = ControlView::Text { multiline: true };
    for (property, expected) in [
        (json!({"type": "string"}), single_line.clone()),
        (json!({"type": ["string"]}), single_line.clone()),
        (
            json!({"type": "string", "maxLength": 200}),
            single_line.clone(),
        ),
        (
            json!({"type": "string", "maxLength": 201}),
            multiple_lines.clone(),
        ),
        (
            json!({"type": "string", "default": "a\nb"}),
            multiple_lines.clone(),
        ),
        (
            json!({"type": "string", "format": "textarea"}),
            multiple_lines,
        ),
        (
            json!({"type": "string", "format": "time"}),
            single_line.clone(),
        ),
        (json!({"minLength": 2}), single_line),
        (
            json!({"type": "string", "format": "email"}),
            ControlView::Email,
        ),
        (json!({"type": "string", "format": "uri"}), ControlView::Uri),
        (json!({"type": "string", "format": "url"}), ControlView::Uri),
        (json!({"format": "date"}), ControlView::Date),
        (
            json!({"type": "string", "format": "date-time"}),
            ControlView::DateTime {
                zone: "Europe/Berlin, UTC+01:00".to_owned(),
            },
        ),
    ] {
        assert_eq!(control(property.clone()), expected, "{property}");
    }
}

#[test]
fn number_and_boolean_controls() {
    for (property, expected) in [
        (
            json!({"type": "integer"}),
            ControlView::Number { whole: true },
        ),
        (
            json!({"type": "number"}),
            ControlView::Number { whole: false },
        ),
        (json!({"minimum": 1}), ControlView::Number { whole: false }),
        (json!({"type": "boolean"}), ControlView::YesNo),
        (
            json!({"type": "boolean", "default": null}),
            ControlView::YesNo,
        ),
        (
            json!({"type": "boolean", "default": false}),
            ControlView::Switch,
        ),
        (
            json!({"type": "boolean", "const": true}),
            ControlView::YesNo,
        ),
    ] {
        assert_eq!(control(property.clone()), expected, "{property}");
    }
}

#[test]
fn switch_is_always_sent_and_yes_no_only_if_answered() {
    let switch = optional(json!({"type": "boolean", "default": false}));
    assert_eq!(field(&switch).input, Input::Flag { on: false });
    assert!(!switch.accepts(0, &Input::Empty));
    assert_eq!(
        answer(&switch, Input::Flag { on: false }),
        Ok(Some(json!(false)))
    );

    let optional = optional(json!({"type": "boolean"}));
    assert_eq!(answer(&optional, Input::Empty), Ok(None));
    assert_eq!(
        answer(&optional, Input::Flag { on: true }),
        Ok(Some(json!(true)))
    );
    let required = required(json!({"type": "boolean"}));
    assert_eq!(
        answer(&required, Input::Empty),
        Err("Choose one".to_owned())
    );
    assert_eq!(
        answer(&required, Input::Flag { on: false }),
        Ok(Some(json!(false)))
    );
}

#[test]
fn nullable_field_is_optional() {
    let single_line = ControlView::Text { multiline: false };
    let whole = ControlView::Number { whole: true };
    for (property, expected) in [
        (
            json!({"anyOf": [{"type": "string"}, {"type": "null"}], "default": null}),
            single_line.clone(),
        ),
        (
            json!({"oneOf": [{"type": "null"}, {"type": "integer"}]}),
            whole.clone(),
        ),
        (json!({"type": ["integer", "null"], "default": null}), whole),
        (json!({"type": "string", "nullable": true}), single_line),
        (
            json!({"anyOf": [{"type": "string", "format": "email"}, {"type": "null"}]}),
            ControlView::Email,
        ),
        (
            json!({"anyOf": [{"type": "boolean"}, {"type": "null"}]}),
            ControlView::YesNo,
        ),
    ] {
        let form = optional(property.clone());
        assert_eq!(field(&form).control, expected, "{property}");
        assert_eq!(field(&form).note, None, "{property}");
        assert_eq!(answer(&form, Input::Empty), Ok(None), "{property}");
        // MCP's answers have no null, but this server requires the key.
        let form = required(property.clone());
        assert_eq!(
            answer(&form, Input::Empty),
            Ok(Some(Value::Null)),
            "{property}"
        );
    }
    let choice = control(json!({"enum": ["a", null, "b"]}));
    assert_eq!(options(choice), [pair("a", None), pair("b", None)]);
    let choice = control(json!({"anyOf": [{"const": "a"}, {"const": "b"}, {"type": "null"}]}));
    assert_eq!(options(choice), [pair("a", None), pair("b", None)]);
    let title = optional(
        json!({"anyOf": [{"type": "string", "title": "In"}, {"type": "null"}], "title": "Out"}),
    );
    assert_eq!(field(&title).title, "Out");
}

#[test]
fn free_text_lists_are_checked() {
    let form = required(json!({"type": "array", "items": {"type": "string"}, "minItems": 2}));
    assert_eq!(field(&form).control, ControlView::List);
    let list = |items: &[&str]| Input::List {
        items: items.iter().map(|item| (*item).to_owned()).collect(),
    };
    assert_eq!(
        answer(&form, list(&["a", "b"])),
        Ok(Some(json!(["a", "b"])))
    );
    assert_eq!(
        answer(&form, list(&["a"])),
        Err("Enter at least 2 items".to_owned())
    );
    let form = optional(json!({"type": "array", "items": {"type": "string", "minLength": 2}}));
    assert_eq!(
        answer(&form, list(&["ok", "x"])),
        Err("Item 2: Enter at least 2 characters (1 so far)".to_owned())
    );
}

#[test]
fn schema_without_properties_is_plain_confirmation() {
    for schema in [
        json!({}),
        json!({"type": "object"}),
        json!({"type": "object", "properties": {}}),
        json!({"type": "object", "properties": null, "required": 7}),
    ] {
        let form = read(&schema);
        assert!(form.is_empty());
        assert_eq!(form.content(&[], &now()), Ok(Map::new()));
        let check = form.check(&[], &now());
        let sent: Value = serde_json::from_str(&check.preview).unwrap();
        assert_eq!(sent, json!({"action": "accept", "content": {}}));
    }
}

#[test]
fn other_schemas_are_answered_as_json() {
    for property in [
        json!({}),
        json!(true),
        json!(false),
        json!(null),
        json!("string"),
        json!([]),
        json!({"type": "object", "properties": {"a": {"type": "integer"}}}),
        json!({"type": "array"}),
        json!({"type": "array", "items": {"type": "integer"}}),
        json!({"type": "array", "items": {"type": "array", "items": {"enum": ["a"]}}}),
        json!({"type": ["string", "integer"]}),
        json!({"anyOf": [{"type": "string"}, {"type": "integer"}]}),
        json!({"enum": [["a"], {"b": 1}]}),
        json!({"type": "null"}),
    ] {
        assert_eq!(control(property.clone()), ControlView::Json, "{property}");
    }
    let form = required(
        json!({"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}),
    );
    assert_eq!(
        answer(&form, text(" {\"a\": 1} ")),
        Ok(Some(json!({"a": 1})))
    );
    assert_eq!(
        answer(&form, text("{}")),
        Err("Missing property \"a\"".to_owned())
    );
    assert_eq!(
        answer(&form, text("{\"a\": \"b\"}")),
        Err("At /a: Must be a whole number".to_owned())
    );
    assert_eq!(answer(&form, text("  ")), Err("Required".to_owned()));
}

#[test]
fn required_name_without_property_becomes_field() {
    let form = read(
        &json!({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["b"]}),
    );
    let view = form.view(&form.initial_inputs(), &now());
    assert_eq!(view.fields[1].title, "b");
    assert!(view.fields[1].required);
    assert_eq!(view.fields[1].control, ControlView::Json);
}

#[test]
fn empty_optional_field_is_omitted() {
    let form = optional(json!({"type": "string", "minLength": 3}));
    assert_eq!(answer(&form, Input::Empty), Ok(None));
    assert_eq!(answer(&form, text("")), Ok(None));
    // White space is an answer to a text field, but not to a number field.
    assert_eq!(answer(&form, text("   ")), Ok(Some(json!("   "))));
    assert_eq!(
        answer(&optional(json!({"type": "integer"})), text("  ")),
        Ok(None)
    );
    let cleared = optional(json!({"type": "string", "default": "x"}));
    assert_eq!(answer(&cleared, text("")), Ok(None));
    let empty = required(json!({"type": "string", "default": ""}));
    assert_eq!(answer(&empty, text("")), Ok(Some(json!(""))));
}

#[test]
fn addresses_are_trimmed_and_text_is_not() {
    let email = optional(json!({"type": "string", "format": "email"}));
    assert_eq!(
        answer(&email, text(" a@example.com ")),
        Ok(Some(json!("a@example.com")))
    );
    let uri = optional(json!({"type": "string", "format": "uri"}));
    assert_eq!(
        answer(&uri, text(" https://example.com\n")),
        Ok(Some(json!("https://example.com")))
    );
    let plain = optional(json!({"type": "string"}));
    assert_eq!(answer(&plain, text(" a ")), Ok(Some(json!(" a "))));
}
