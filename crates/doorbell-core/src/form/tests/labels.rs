//! Titles, descriptions and hints of fields.

use super::*;

#[test]
fn hints_describe_rules() {
    for (property, expected) in [
        (
            json!({"type": "integer", "minimum": 1, "maximum": 100}),
            Some("1 to 100"),
        ),
        (
            json!({"type": "number", "minimum": 0.5}),
            Some("At least 0.5"),
        ),
        (json!({"type": "number", "maximum": 5.0}), Some("At most 5")),
        (
            json!({"type": "number", "exclusiveMinimum": 0}),
            Some("More than 0"),
        ),
        (
            json!({"type": "number", "exclusiveMinimum": 0, "maximum": 5}),
            Some("More than 0, at most 5"),
        ),
        (
            json!({"type": "number", "multipleOf": 0.5}),
            Some("In steps of 0.5"),
        ),
        (json!({"type": "integer"}), Some("A whole number")),
        (json!({"type": "number"}), None),
        (
            json!({"type": "string", "minLength": 2, "maxLength": 9}),
            Some("2 to 9 characters"),
        ),
        (
            json!({"type": "string", "minLength": 3}),
            Some("At least 3 characters"),
        ),
        (
            json!({"type": "string", "maxLength": 1}),
            Some("At most 1 character"),
        ),
        (
            json!({"type": "string", "minLength": 6, "maxLength": 6}),
            Some("Exactly 6 characters"),
        ),
        (json!({"type": "string", "minLength": 0}), None),
        (
            json!({"type": "string", "pattern": "^[a-c]+$"}),
            Some("Pattern ^[a-c]+$"),
        ),
        (
            json!({"type": "array", "items": {"enum": ["a"]}, "minItems": 1, "maxItems": 3}),
            Some("choose 1 to 3"),
        ),
        (
            json!({"type": "array", "items": {"enum": ["a"]}, "minItems": 1, "maxItems": 2}),
            Some("choose 1 or 2"),
        ),
        (
            json!({"type": "array", "items": {"enum": ["a"]}, "minItems": 2}),
            Some("choose at least 2"),
        ),
        (
            json!({"type": "array", "items": {"type": "string"}, "maxItems": 3}),
            Some("At most 3 items"),
        ),
        (json!({"type": "boolean"}), None),
        // Unchecked rules are not in the hint.
        (json!({"type": "string", "pattern": "(?=a)"}), None),
    ] {
        assert_eq!(
            field(&optional(property.clone())).hint.as_deref(),
            expected,
            "{property}"
        );
    }
}

#[test]
fn hidden_characters_in_labels_become_visible() {
    let shown = field(&optional(
        json!({"type": "string", "title": "a\u{202e}b", "description": "c\u{200b}d"}),
    ));
    assert_eq!(shown.title, "a⟨U+202E⟩b");
    assert_eq!(shown.description.as_deref(), Some("c⟨U+200B⟩d"));
    for title in [json!(""), json!("  "), json!(7), json!(null)] {
        assert_eq!(
            field(&optional(json!({"type": "string", "title": title}))).title,
            "x"
        );
    }
    let nameless = read(&json!({"properties": {"": {"type": "string"}}}));
    assert_eq!(field(&nameless).title, "(no name)");
}
