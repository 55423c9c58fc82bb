//! Requests of the maximum length. Reading takes linear time: anything slower would not finish these
//! tests, or would exhaust the memory.

use super::*;

/// Reads and views a form of any length, and returns its first field.
fn first_field(message: &str, schema: &Value) -> Result<FieldView, String> {
    let limits = FormLimits {
        text_bytes: usize::MAX,
        ..FormLimits::default()
    };
    let form = Form::read(message, schema, &limits);
    let field = form.map(|form| form.view(&form.initial_inputs(), &now()).fields.remove(0));
    field.map_err(|error| error.to_string())
}

/// A field that refers to a definition a thousand times.
fn repeated(definition: Value) -> Value {
    let reference = json!({"$ref": "#/$defs/a"});
    json!({"properties": {"x": {"allOf": vec![reference; 1_000]}}, "$defs": {"a": definition}})
}

#[test]
fn repeated_references_are_copied_within_budget() {
    let keywords: Map<String, Value> = (0..60_000)
        .map(|number| (format!("k{number}"), json!(number)))
        .collect();
    for definition in [
        Value::Object(keywords),
        json!({"allOf": vec![true; 200_000]}),
        json!({"allOf": vec![json!({}); 200_000]}),
        json!({"enum": vec![1; 400_000]}),
        json!({"items": "x".repeat(1_000_000)}),
        json!({"const": "x".repeat(1_000_000)}),
        json!({"x".repeat(1_000_000): 1}),
        json!({"$ref": format!("#/{}", "x".repeat(1_000_000))}),
        json!({"$dynamicRef": vec![1; 400_000]}),
    ] {
        let field = first_field("", &repeated(definition)).unwrap();
        assert_eq!(field.control, ControlView::Json);
        let note = field.note.unwrap();
        assert!(note.contains("because the schema is too large"), "{note}");
    }
}

#[test]
fn unchecked_rules_are_counted_once_each() {
    // The first keyword uses up the budget, so the rules after it are not checked.
    let mut definition = Map::from_iter([("enum".to_owned(), json!(vec![0; 100_000]))]);
    definition.extend((0..60_000).map(|number| (format!("k{number}"), json!(0))));
    let schema = json!({"properties": {"x": {"$ref": "#/$defs/a"}}, "$defs": {"a": definition}});
    let note = first_field("", &schema).unwrap().note.unwrap();
    assert!(note.ends_with("; and 59998 more"), "{note}");
    let references: Vec<Value> = (0..4_000)
        .map(|number| json!({"$dynamicRef": format!("#{number}")}))
        .collect();
    let schema = json!({"properties": {"x": {"allOf": references}}});
    assert_eq!(
        first_field("", &schema).unwrap().note.unwrap(),
        "Not checked by Doorbell: \
         $dynamicRef #0; $dynamicRef #1; $dynamicRef #2; and 3997 more"
    );
}

#[test]
fn options_over_limit_are_only_counted() {
    let values: Vec<String> = (0..60_000).map(|number| format!("o{number}")).collect();
    let titled: Vec<Value> = (0..20_000)
        .map(|number| json!({"const": number, "title": format!("Option {number}")}))
        .collect();
    for (property, found) in [
        (json!({"enum": values}), 60_000),
        (json!({"enum": values, "enumNames": values}), 60_000),
        (json!({"oneOf": titled}), 20_000),
        (json!({"type": "array", "items": {"anyOf": titled}}), 20_000),
    ] {
        assert_eq!(
            first_field("", &json!({"properties": {"x": property}})),
            Err(format!(
                "Field 1 has {found} options, more than the 1000 that Doorbell shows."
            ))
        );
    }
    let few = json!({"properties": {"x": {"enum": ["a"], "enumNames": values}}});
    assert!(first_field("", &few).is_ok());
}

#[test]
fn long_default_of_multiple_choice_is_read() {
    let options: Vec<usize> = (0..1_000).collect();
    let mut default = vec![json!(999); 200_000];
    default.push(json!(3.0));
    let schema = json!({"properties": {"x": {
        "type": "array",
        "items": {"enum": options},
        "default": default,
    }}});
    let field = first_field("", &schema).unwrap();
    assert_eq!(
        field.input,
        Input::Choices {
            indices: vec![999, 3]
        }
    );
    assert_eq!(field.note, None);
}

#[test]
fn long_texts_are_searched_for_requests_of_secrets() {
    for word in [
        "token ",
        "not the password ",
        "the the the ",
        "a.pin,of ",
        "密",
        "aB",
    ] {
        let long = word.repeat(200_000 / word.len());
        for property in [
            json!({"type": "string", "title": long}),
            json!({"type": "string", "description": long}),
        ] {
            first_field("", &json!({"properties": {"x": property}})).unwrap();
        }
        let named = Map::from_iter([(long, json!({"type": "string"}))]);
        first_field("", &json!({"properties": named})).unwrap();
        let message = word.repeat(16 * 1024 / word.len());
        first_field(&message, &json!({"properties": {"x": {"type": "string"}}})).unwrap();
    }
    let asked = format!("{}. Enter your password", "not a password ".repeat(50_000));
    let schema = json!({"properties": {"x": {"type": "string", "description": asked}}});
    assert!(first_field("", &schema).unwrap().secret.is_some());
}

#[test]
fn long_texts_are_made_visible() {
    for text in ["\u{200B}", "\n", "\r\n", " \n\t\n", "a\u{202E}\n"] {
        let long = text.repeat(1_000_000 / text.len());
        let schema = json!({"properties": {"x": {
            "type": "string",
            "title": long,
            "default": long,
        }}});
        first_field("", &schema).unwrap();
    }
}

#[test]
fn long_values_are_searched_for_secrets() {
    for text in ["4 ", "4", "sk-", "eyJ.", "-----BEGIN ", "AKIA"] {
        let long = text.repeat(1_000_000 / text.len());
        let schema = json!({"properties": {"x": {"type": "string", "default": long}}});
        first_field("", &schema).unwrap();
    }
}
