use serde_json::json;

use super::*;

fn rules(schema: &Value) -> Vec<(&'static str, Option<String>)> {
    let findings = lint("Please fill this in", schema);
    for finding in &findings {
        assert!(finding.text.ends_with('.'), "{finding:?}");
    }
    findings
        .into_iter()
        .map(|finding| (finding.rule, finding.field))
        .collect()
}

/// Returns the findings for a form with one field.
fn rules_of_field(property: Value) -> Vec<&'static str> {
    let schema = json!({"type": "object", "properties": {"a": property}});
    rules(&schema).into_iter().map(|(rule, _)| rule).collect()
}

#[test]
fn valid_schemas_have_no_findings() {
    for property in [
        json!({"type": "string", "title": "T", "minLength": 1, "maxLength": 9, "format": "email"}),
        json!({"type": "integer", "minimum": 1, "maximum": 9, "default": 3.0}),
        json!({"type": "number", "description": "D", "default": 0.5}),
        json!({"type": "boolean", "default": true}),
        json!({"type": "string", "enum": ["a", "b"], "default": "b"}),
        json!({"type": "string", "oneOf": [{"const": "a", "title": "A"}]}),
        json!({"type": "array", "items": {"type": "string", "enum": ["a"]}, "minItems": 1}),
        json!({"type": "array", "items": {"anyOf": [{"const": "a", "title": "A"}]}, "default": ["a"]}),
    ] {
        assert_eq!(rules_of_field(property.clone()), [""; 0], "{property}");
    }
    let empty = json!({"$schema": "x", "type": "object", "properties": {}, "required": []});
    assert_eq!(rules(&empty), []);
}

#[test]
fn each_rule_finds_its_mistake() {
    for (property, found) in [
        (json!(1), "not-an-object"),
        (json!({"title": "T"}), "missing-type"),
        (json!({"enum": ["a"]}), "missing-type"),
        (json!({"type": ["string", "null"]}), "several-types"),
        (
            json!({"anyOf": [{"type": "string"}, {"type": "null"}]}),
            "nullable",
        ),
        (json!({"type": "object", "properties": {}}), "nested-object"),
        (json!({"type": "null"}), "unknown-type"),
        (json!({"type": 1}), "unknown-type"),
        (
            json!({"type": "array", "items": {"type": "object"}}),
            "array-of-objects",
        ),
        (
            json!({"type": "array", "items": {"type": "string"}}),
            "free-array",
        ),
        (
            json!({"type": "string", "enum": ["a"], "enumNames": ["A"]}),
            "enum-names",
        ),
        (json!({"type": "string", "enum": [1]}), "enum-of-others"),
        (json!({"type": "string", "enum": []}), "no-options"),
        (
            json!({"type": "string", "oneOf": [{"const": "a"}]}),
            "untitled-option",
        ),
        (
            json!({"type": "string", "format": "password"}),
            "unknown-format",
        ),
        (json!({"type": "string", "pattern": "^a$"}), "pattern"),
        (
            json!({"type": "integer", "exclusiveMinimum": 1}),
            "unknown-keyword",
        ),
        (json!({"type": "integer", "default": 1.5}), "unfit-default"),
        (
            json!({"type": "string", "enum": ["a"], "default": "b"}),
            "unfit-default",
        ),
        (json!({"type": "string", "title": "API key"}), "secret"),
    ] {
        assert_eq!(rules_of_field(property.clone()), [found], "{property}");
    }
    let look_ahead = json!({"type": "string", "pattern": "^(?=a)b"});
    assert_eq!(rules_of_field(look_ahead), ["pattern", "look-around"]);
}

#[test]
fn schema_as_a_whole_is_checked() {
    let one = |rule| vec![(rule, None)];
    assert_eq!(rules(&json!([]))[0].0, "not-an-object");
    assert_eq!(rules(&json!({"properties": {}})), one("not-an-object"));
    assert_eq!(rules(&json!({"type": "object"})), one("no-properties"));
    let more = json!({"type": "object", "properties": {}, "allOf": []});
    assert_eq!(rules(&more), one("unknown-keyword"));
    let gone = json!({"type": "object", "properties": {}, "required": ["b"]});
    assert_eq!(rules(&gone), [("required-unknown", Some("b".to_owned()))]);
    let asked = lint(
        "Enter your password",
        &json!({"type": "object", "properties": {}}),
    );
    assert_eq!(asked[0].rule, "secret");
}

#[test]
fn many_fields_are_warned_about_and_too_many_are_not_shown() {
    let form = |fields: usize| {
        let properties: Map<_, _> = (0..fields)
            .map(|field| (format!("f{field}"), json!({"type": "boolean"})))
            .collect();
        let schema = json!({"type": "object", "properties": properties});
        rules(&schema)
            .into_iter()
            .map(|(rule, _)| rule)
            .collect::<Vec<_>>()
    };
    assert_eq!(form(MAX_RECOMMENDED_FIELDS), [""; 0]);
    assert_eq!(form(MAX_RECOMMENDED_FIELDS + 1), ["many-fields"]);
    let max = FormLimits::default().fields;
    assert_eq!(form(max), ["many-fields"]);
    assert_eq!(form(max + 1), ["many-fields", "not-shown"]);
}
