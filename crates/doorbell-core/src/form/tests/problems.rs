//! Messages about invalid answers.

use super::*;

#[test]
fn problems_are_described() {
    for (property, typed, expected) in [
        (
            json!({"type": "integer", "minimum": 18}),
            "17",
            "Must be at least 18",
        ),
        (
            json!({"type": "integer", "maximum": 99}),
            "100",
            "Must be at most 99",
        ),
        (
            json!({"type": "number", "exclusiveMinimum": 0}),
            "0",
            "Must be more than 0",
        ),
        (
            json!({"type": "number", "exclusiveMaximum": 1.5}),
            "1.5",
            "Must be less than 1.5",
        ),
        (
            json!({"type": "number", "multipleOf": 0.5}),
            "0.7",
            "Must be a multiple of 0.5",
        ),
        (json!({"type": "integer"}), "1.5", "Must be a whole number"),
        (
            json!({"type": "integer"}),
            "abc",
            "Enter a whole number, for example 42",
        ),
        (
            json!({"type": "number"}),
            "abc",
            "Enter a number, for example 3.14",
        ),
        (
            json!({"type": "number"}),
            "3,14",
            "Use a decimal point: 3.14",
        ),
        (
            json!({"type": "integer"}),
            "99999999999999999999",
            "This number is too large",
        ),
        (
            json!({"minLength": 2}),
            "a",
            "Enter at least 2 characters (1 so far)",
        ),
        (
            json!({"maxLength": 9}),
            "twelve chars",
            "Enter at most 9 characters (now 12)",
        ),
        (
            json!({"maxLength": 1}),
            "äö",
            "Enter at most 1 character (now 2)",
        ),
        (
            json!({"pattern": "^[a-c]+$"}),
            "x",
            "Must match the pattern ^[a-c]+$",
        ),
        (
            json!({"pattern": "^\u{202e}$"}),
            "x",
            "Must match the pattern ^⟨U+202E⟩$",
        ),
        (
            json!({"format": "email"}),
            "nobody",
            "Enter an email address, for example name@example.com",
        ),
        (
            json!({"format": "email"}),
            "Ada <a@example.com>",
            "Enter an email address, for example name@example.com",
        ),
        (
            json!({"format": "uri"}),
            "example.com",
            "Enter a full address, for example https://example.com",
        ),
        (
            json!({"format": "date"}),
            "16.11.2026",
            "Enter a date, for example 2026-11-16",
        ),
        (
            json!({"format": "date"}),
            "2026-02-30",
            "Enter a date, for example 2026-11-16",
        ),
        (
            json!({"format": "date-time"}),
            "tomorrow",
            "Enter a date and time, for example 2026-11-16 14:30",
        ),
        (json!({"format": "ipv4"}), "x", "Must have the format ipv4"),
        (
            json!({"type": "object"}),
            "{\"a\"",
            "Not valid JSON: EOF while parsing an object at line 1 column 4",
        ),
        (
            json!({"type": "object"}),
            "[x]",
            "Not valid JSON: expected value at line 1 column 2",
        ),
        (json!({"type": "object"}), "1", "Must be an object"),
        (
            json!({"type": ["string", "integer"]}),
            "{}",
            "Must be a whole number or a text in quotes",
        ),
        (
            json!({"type": "array", "items": {"type": "integer"}}),
            "[1, \"b\"]",
            "Item 2: Must be a whole number",
        ),
        (json!(false), "1", "Must be left empty"),
    ] {
        let form = optional(property.clone());
        assert_eq!(
            answer(&form, text(typed)),
            Err(expected.to_owned()),
            "{property}"
        );
    }
}

#[test]
fn number_of_choices_is_checked() {
    let form = optional(json!({
        "type": "array", "items": {"enum": ["a", "b", "c", "d"]}, "minItems": 2, "maxItems": 3,
    }));
    let chosen = |indices: &[usize]| Input::Choices {
        indices: indices.to_vec(),
    };
    assert_eq!(
        answer(&form, chosen(&[0])),
        Err("Choose at least 2".to_owned())
    );
    assert_eq!(
        answer(&form, chosen(&[0, 1, 2, 3])),
        Err("Choose at most 3 (now 4)".to_owned())
    );
    assert_eq!(answer(&form, chosen(&[3, 1])), Ok(Some(json!(["b", "d"]))));
}

#[test]
fn required_consent_must_be_yes() {
    let form = required(json!({"type": "boolean", "const": true}));
    assert_eq!(
        answer(&form, Input::Flag { on: false }),
        Err("Must be Yes".to_owned())
    );
    assert_eq!(
        answer(&form, Input::Flag { on: true }),
        Ok(Some(json!(true)))
    );
}

#[test]
fn long_pattern_is_shortened() {
    let pattern = format!("^{}$", "a".repeat(500));
    let form = optional(json!({"type": "string", "pattern": pattern}));
    let problem = answer(&form, text("x")).unwrap_err();
    assert!(problem.chars().count() < 120, "{problem}");
}

#[test]
fn problems_are_counted_and_first_field_is_returned() {
    let form = read(&json!({
        "properties": {
            "a": {"type": "string"},
            "b": {"type": "integer"},
            "c": {"type": "string"},
        },
        "required": ["a", "b", "c"],
    }));
    let inputs = [text("ok"), text("x"), Input::Empty];
    let check = form.check(&inputs, &now());
    assert_eq!(check.problems, 2);
    assert_eq!(form.content(&inputs, &now()), Err(1));
    let sent: Value = serde_json::from_str(&check.preview).unwrap();
    assert_eq!(sent, json!({"action": "accept", "content": {"a": "ok"}}));
    let content = form.content_to_copy(&inputs, &now());
    assert_eq!(Value::Object(content), json!({"a": "ok", "b": "x"}));
}

#[test]
fn inputs_of_wrong_kind_are_never_sent() {
    let form = required(json!({"type": "string"}));
    assert!(!form.accepts(0, &Input::Flag { on: true }));
    assert!(!form.accepts(1, &text("a")));
    assert_eq!(form.content(&[Input::Flag { on: true }], &now()), Err(0));
    assert_eq!(form.content(&[], &now()), Err(0));
}

#[test]
fn sent_value_is_shown_when_it_differs_from_input() {
    let sent_as = |property: Value, typed: &str| {
        let form = optional(property);
        let check = form.check(&[text(typed)], &now());
        check.fields[0].sent_as.clone()
    };
    let date_time = json!({"type": "string", "format": "date-time"});
    assert_eq!(
        sent_as(date_time.clone(), "2026-11-16 14:30").as_deref(),
        Some("2026-11-16T14:30:00+01:00")
    );
    assert_eq!(sent_as(date_time, "2026-11-16T14:30:00+01:00"), None);
    assert_eq!(
        sent_as(json!({"type": "integer"}), " 1e3 ").as_deref(),
        Some("1000")
    );
    assert_eq!(sent_as(json!({"type": "integer"}), " 42 "), None);
    assert_eq!(sent_as(json!({"type": "string"}), "1e3"), None);
}

#[test]
fn default_date_time_is_sent_unchanged_until_edited() {
    let property =
        json!({"type": "string", "format": "date-time", "default": "2026-01-01T00:00:00Z"});
    let form = optional(property);
    let default = form.initial_inputs().remove(0);
    assert_eq!(
        answer(&form, default),
        Ok(Some(json!("2026-01-01T00:00:00Z")))
    );
    assert_eq!(
        answer(&form, text("2026-01-01 00:00")),
        Ok(Some(json!("2026-01-01T00:00:00+01:00")))
    );
}

#[test]
fn preview_escapes_hidden_characters() {
    let form = optional(json!({"type": "string"}));
    let check = form.check(&[text("a\u{202e}b")], &now());
    assert!(
        check.preview.contains(r#""x": "a\u202eb""#),
        "{}",
        check.preview
    );
}
