//! Initial inputs from defaults.

use super::*;

#[test]
fn valid_defaults_are_filled_in() {
    for (property, expected) in [
        (json!({"type": "string", "default": "a"}), text("a")),
        (json!({"type": "number", "default": 2.75}), text("2.75")),
        (json!({"type": "number", "default": 1.0}), text("1.0")),
        (json!({"type": "integer", "default": 42.0}), text("42")),
        (json!({"type": "integer", "default": "42"}), text("42")),
        (
            json!({"type": "integer", "default": u64::MAX}),
            text("18446744073709551615"),
        ),
        (
            json!({"enum": ["a", "b"], "default": "b"}),
            Input::Choice { index: 1 },
        ),
        (
            json!({"enum": [1, 2], "default": 2.0}),
            Input::Choice { index: 1 },
        ),
        (
            json!({"type": "array", "items": {"enum": ["a", "b"]}, "default": "b"}),
            Input::Choices { indices: vec![1] },
        ),
        (
            json!({"type": "array", "items": {"type": "string"}, "default": ["x"]}),
            Input::List {
                items: vec!["x".to_owned()],
            },
        ),
        (
            json!({"type": "object", "default": {"a": 1}}),
            text("{\n  \"a\": 1\n}"),
        ),
        (json!({"type": "string", "default": null}), Input::Empty),
    ] {
        let shown = field(&optional(property.clone()));
        assert!(shown.input == expected, "{property}");
        assert_eq!(shown.note, None, "{property}");
    }
}

#[test]
fn invalid_defaults_are_ignored_and_noted() {
    for property in [
        json!({"type": "string", "default": 5}),
        json!({"type": "integer", "default": 1.5}),
        json!({"type": "integer", "default": true}),
        json!({"type": "boolean", "default": "yes"}),
        json!({"enum": ["a"], "default": "z"}),
        json!({"type": "array", "items": {"enum": ["a"]}, "default": ["z"]}),
        json!({"type": "array", "items": {"type": "string"}, "default": [1]}),
    ] {
        let shown = field(&optional(property.clone()));
        assert!(shown.input == Input::Empty, "{property}");
        assert!(
            shown.note.unwrap().contains("isn’t valid here"),
            "{property}"
        );
    }
    let partly = field(&optional(
        json!({"type": "array", "items": {"enum": ["a"]}, "default": ["a", "z"]}),
    ));
    assert!(partly.input == Input::Choices { indices: vec![0] });
    assert!(partly.note.unwrap().contains("Part of"));
    let hidden = field(&optional(
        json!({"type": "string", "default": "a\u{202e}b"}),
    ));
    assert!(hidden.note.unwrap().contains("invisible"));
}
