//! Forms at and over each limit.

use super::*;

fn fields(count: usize) -> Value {
    let properties: Map<String, Value> = (0..count)
        .map(|number| (format!("f{number}"), json!({"type": "string"})))
        .collect();
    json!({"type": "object", "properties": properties})
}

fn options(count: usize) -> Value {
    let options: Vec<usize> = (0..count).collect();
    json!({"properties": {"a": {"type": "string"}, "b": {"enum": options}}})
}

fn read_error(schema: &Value) -> FormError {
    match Form::read("", schema, &FormLimits::default()) {
        Ok(_) => panic!("it was read"),
        Err(error) => error,
    }
}

#[test]
fn fields_over_limit_are_refused() {
    assert_eq!(read(&fields(64)).len(), 64);
    let refused = read_error(&fields(65));
    assert!(refused.is_over_limit());
    assert_eq!(
        refused.to_string(),
        "The form has 65 fields, more than the 64 that Doorbell shows."
    );
}

#[test]
fn options_over_limit_are_refused() {
    assert_eq!(read(&options(1_000)).len(), 2);
    let refused = read_error(&options(1_001));
    assert!(refused.is_over_limit());
    assert_eq!(
        refused.to_string(),
        "Field 2 has 1001 options, more than the 1000 that Doorbell shows."
    );
    let many: Vec<Value> = (0..1_001).map(|number| json!({"const": number})).collect();
    let refused =
        read_error(&json!({"properties": {"a": {"type": "array", "items": {"anyOf": many}}}}));
    assert!(refused.is_over_limit());
}

#[test]
fn options_of_all_fields_over_limit_are_refused() {
    let titled = |count: usize| -> Vec<Value> {
        (0..count)
            .map(|number| json!({"const": format!("c{number}"), "title": format!("C {number}")}))
            .collect()
    };
    let several = json!({"type": "array", "items": {"anyOf": titled(1_000)}});
    let mut schema = json!({"properties": {
        "a": {"oneOf": titled(1_000)},
        "b": {"oneOf": titled(1_000)},
        "c": several,
        "d": {"oneOf": titled(999)},
        "e": {"const": "only"},
    }});
    let form = read(&schema);
    let view = form.view(&form.initial_inputs(), &now());
    assert!(view.fields.iter().all(|field| field.note.is_none()));
    schema["properties"]["f"] = json!({"enum": ["one more"]});
    let refused = read_error(&schema);
    assert!(refused.is_over_limit());
    assert_eq!(
        refused.to_string(),
        "The form has more than 4000 options and list items, the most that Doorbell shows."
    );
}

#[test]
fn list_items_count_as_options() {
    let list = |count: usize| {
        let items = vec![""; count];
        json!({"properties": {"a": {
            "type": "array", "items": {"type": "string"}, "default": items,
        }}})
    };
    read(&list(4_000));
    assert!(read_error(&list(4_001)).is_over_limit());
}

#[test]
fn text_of_all_fields_over_limit_is_refused() {
    type Properties = fn(String) -> Value;
    // The number counts the other text: names and titles.
    let rows: [(usize, Properties); 7] = [
        (1, |text| json!({"a": {"type": "string", "title": text}})),
        (
            2,
            |text| json!({"a": {"type": "string", "description": text}}),
        ),
        (2, |text| json!({"a": {"type": "string", "default": text}})),
        (
            2,
            |text| json!({"a": {"type": "array", "items": {"type": "string"}, "default": [text]}}),
        ),
        (2, |text| json!({"a": {"enum": [text]}})),
        (
            2,
            |text| json!({"a": {"oneOf": [{"const": "b", "title": text}]}}),
        ),
        (
            5,
            |text| json!({"a": {"oneOf": [{"const": "b", "description": text}]}, "b": {"type": "string"}}),
        ),
    ];
    for (others, properties) in rows {
        let schema = |bytes: usize| json!({"properties": properties("x".repeat(bytes - others))});
        read(&schema(256 * 1024));
        let refused = read_error(&schema(256 * 1024 + 1));
        assert!(refused.is_over_limit());
        assert_eq!(
            refused.to_string(),
            "The form has more than 262144 bytes of text, the most that Doorbell shows."
        );
    }
}

#[test]
fn limits_are_configurable() {
    let limits = FormLimits {
        fields: 1,
        options: 1,
        options_per_form: 1,
        text_bytes: 4,
        pattern_bytes: 1,
    };
    assert!(Form::read("", &fields(1), &limits).is_ok());
    assert!(Form::read("", &fields(2), &limits).is_err());
}

#[test]
fn pattern_over_limit_is_not_checked_and_noted() {
    let of_length = |bytes: usize| {
        let pattern = format!("^{}$", "a".repeat(bytes - 2));
        optional(json!({"type": "string", "pattern": pattern}))
    };
    let checked = of_length(1024);
    assert_eq!(field(&checked).note, None);
    assert!(answer(&checked, text("b")).is_err());
    let unchecked = of_length(1025);
    assert_eq!(
        field(&unchecked).note.as_deref(),
        Some("Not checked by Doorbell: a pattern that is too long")
    );
    assert_eq!(answer(&unchecked, text("b")), Ok(Some(json!("b"))));
}

#[test]
fn schema_that_is_not_an_object_is_malformed() {
    for schema in [json!(null), json!([]), json!("x"), json!(true), json!(1)] {
        let malformed = read_error(&schema);
        assert!(!malformed.is_over_limit());
        assert_eq!(malformed.to_string(), "requestedSchema must be an object");
    }
    let malformed = read_error(&json!({"properties": ["secret-payload"]}));
    assert!(!malformed.is_over_limit());
    assert_eq!(
        malformed.to_string(),
        "requestedSchema.properties must be an object"
    );
}

// Without the limits, the following tests do not finish.

#[test]
fn hostile_pattern_takes_linear_time() {
    let form = optional(json!({"type": "string", "pattern": "(a+)+$"}));
    assert_eq!(field(&form).note, None);
    let typed = format!("{}!", "a".repeat(50_000));
    assert!(answer(&form, text(&typed)).is_err());
}

#[test]
fn pattern_too_large_when_compiled_is_not_checked() {
    let properties: Map<String, Value> = (0..64)
        .map(|number| {
            let pattern = r"(\p{L}{200}){200}";
            (
                format!("f{number}"),
                json!({"type": "string", "pattern": pattern}),
            )
        })
        .collect();
    let form = read(&json!({"properties": properties}));
    let view = form.view(&form.initial_inputs(), &now());
    assert!(
        view.fields[0]
            .note
            .as_ref()
            .unwrap()
            .contains("Not checked by Doorbell: pattern")
    );
}

#[test]
fn patterns_over_limit_are_not_checked() {
    let of = |count: usize| {
        let patterns: Vec<Value> = (0..count)
            .map(|number| json!({"pattern": format!("^a{{0,{number}}}$")}))
            .collect();
        optional(json!({"type": "string", "anyOf": patterns}))
    };
    assert_eq!(field(&of(64)).note, None);
    let many = field(&of(2_000)).note.unwrap();
    assert!(
        many.contains("a pattern, because the form has too many"),
        "{many}"
    );
}

#[test]
fn nested_references_stay_within_limit() {
    let mut defs = Map::new();
    for level in 0..8 {
        let next = json!({"$ref": format!("#/$defs/d{}", level + 1)});
        defs.insert(format!("d{level}"), json!({"allOf": vec![next; 50]}));
    }
    defs.insert(
        "d8".to_owned(),
        json!({"enum": (0..900).collect::<Vec<_>>()}),
    );
    let form = read(&json!({
        "properties": {"x": {"$ref": "#/$defs/d0"}},
        "$defs": defs,
    }));
    assert_eq!(field(&form).control, ControlView::Json);
    assert!(field(&form).note.unwrap().contains("too large"));
}

#[test]
fn deep_schemas_do_not_exhaust_the_stack() {
    // Nearly as deep as JSON can be parsed, and repeated by each reference.
    let level = |inner: Value| json!({"type": "object", "properties": {"a": inner}});
    let mut schema = json!({"$ref": "#/properties/x"});
    for _ in 0..60 {
        schema = level(schema);
    }
    let form = optional(schema);
    assert!(field(&form).note.unwrap().contains("too large"));
    assert_eq!(answer(&form, text("{}")), Ok(Some(json!({}))));
    let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
    let problem = answer(&form, text(&deep)).unwrap_err();
    assert!(
        problem.starts_with("Not valid JSON: recursion limit exceeded"),
        "{problem}"
    );
}

#[test]
fn too_long_answer_is_a_problem_of_its_longest_field() {
    let schema = serde_json::json!({
        "type": "object",
        "properties": {"short": {"type": "string"}, "long": {"type": "string"}}
    });
    let form = Form::read("", &schema, &FormLimits::default()).unwrap();
    let now: jiff::Zoned = "2026-11-16T14:00:00+01:00[Europe/Berlin]".parse().unwrap();
    let inputs_of = |bytes: usize| {
        // Includes the quotation marks.
        let texts = ["x".to_owned(), "y".repeat(bytes - 1 - 4)];
        texts.map(|text| crate::form::Input::Text { text })
    };
    let max = crate::form::MAX_ANSWER_BYTES;
    assert!(form.content(&inputs_of(max), &now).is_ok());
    assert_eq!(form.content(&inputs_of(max + 1), &now), Err(1));
    assert_eq!(
        form.check(&inputs_of(max + 1), &now).fields[1]
            .problem
            .as_deref(),
        Some("Too long: the answers total 1000 kB; the limit is 1000 kB")
    );
}
