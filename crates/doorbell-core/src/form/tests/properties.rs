//! Property tests with random schemas and inputs.

use proptest::prelude::*;

use super::*;

/// Prefers words with a meaning in schemas.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("type"),
        Just("enum"),
        Just("const"),
        Just("oneOf"),
        Just("anyOf"),
        Just("allOf"),
        Just("items"),
        Just("properties"),
        Just("required"),
        Just("default"),
        Just("title"),
        Just("format"),
        Just("pattern"),
        Just("minLength"),
        Just("maxLength"),
        Just("minimum"),
        Just("exclusiveMinimum"),
        Just("minItems"),
        Just("maxItems"),
        Just("$ref"),
        Just("$id"),
        Just("not"),
        Just("string"),
        Just("integer"),
        Just("number"),
        Just("boolean"),
        Just("array"),
        Just("object"),
        Just("null"),
        Just("email"),
        Just("date"),
        Just("date-time"),
        Just("#"),
        Just("#/properties"),
        Just("^(?=a)"),
        Just("[a-z]+"),
        Just("nullable"),
        Just("patternProperties"),
        Just("uniqueItems"),
        Just("multipleOf"),
    ]
    .prop_map(str::to_owned)
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-4_i64..9).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        word().prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 48, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((prop_oneof![word(), ".{0,4}"], inner), 0..6)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// Mostly valid properties, so that inputs often fit.
fn property() -> impl Strategy<Value = Value> {
    let limits = (0_u8..6, 0_u8..6);
    let choice = prop::collection::vec(
        prop_oneof![
            ".{0,3}".prop_map(Value::from),
            (-3_i64..3).prop_map(Value::from)
        ],
        1..4,
    );
    prop_oneof![
        limits
            .clone()
            .prop_map(|(a, b)| json!({"type": "string", "minLength": a, "maxLength": b})),
        limits
            .clone()
            .prop_map(|(a, b)| json!({"type": "integer", "minimum": a, "maximum": b})),
        limits.prop_map(|(a, b)| json!({"type": "number", "exclusiveMinimum": a, "maximum": b})),
        choice.clone().prop_map(|values| json!({"enum": values})),
        choice
            .prop_map(|values| json!({"type": "array", "items": {"enum": values}, "maxItems": 2})),
        Just(json!({"type": "boolean"})),
        Just(json!({"type": "string", "format": "email"})),
        Just(json!({"type": "string", "format": "date-time"})),
        Just(json!({"anyOf": [{"type": "integer"}, {"type": "null"}]})),
        Just(json!({"type": "array", "items": {"type": "string", "pattern": "^[a-z]*$"}})),
        value(),
    ]
}

fn input() -> impl Strategy<Value = Input> {
    let typed = prop_oneof![
        ".{0,8}",
        "-?[0-9]{1,4}(\\.[0-9]{0,3})?(e[0-9])?",
        "[a-z]{1,4}@[a-z]{1,4}\\.com",
        "20[0-9]{2}-[01][0-9]-[0-3][0-9]( [012][0-9]:[0-5][0-9])?",
    ];
    prop_oneof![
        Just(Input::Empty),
        typed.prop_map(|text| Input::Text { text }),
        any::<bool>().prop_map(|on| Input::Flag { on }),
        (0_usize..4).prop_map(|index| Input::Choice { index }),
        prop::collection::vec(0_usize..4, 0..4).prop_map(|indices| Input::Choices { indices }),
        prop::collection::vec("[a-zA-Z]{0,3}", 0..4).prop_map(|items| Input::List { items }),
    ]
}

proptest! {
    #[test]
    fn any_json_becomes_form_or_error(schema in value(), message in ".{0,40}") {
        match Form::read(&message, &schema, &FormLimits::default()) {
            Ok(form) => {
                let inputs = form.initial_inputs();
                prop_assert_eq!(form.view(&inputs, &now()).fields.len(), form.len());
                prop_assert!(inputs.iter().enumerate().all(|(index, input)| form.accepts(index, input)
                    || *input == Input::Empty));
            }
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }

    #[test]
    fn every_property_becomes_field(properties in prop::collection::vec((".{0,6}", property()), 0..6)) {
        let properties: Map<String, Value> = properties.into_iter().collect();
        let form = read(&json!({"type": "object", "properties": properties}));
        let shown: Vec<&str> = form.fields.iter().map(|field| field.name.as_str()).collect();
        let asked: Vec<&str> = properties.keys().map(String::as_str).collect();
        prop_assert_eq!(shown, asked);
    }

    #[test]
    fn sent_values_follow_rules(
        property in property(),
        inputs in prop::collection::vec(input(), 8),
        is_required in any::<bool>(),
    ) {
        let form = if is_required { required(property.clone()) } else { optional(property.clone()) };
        for input in inputs.into_iter().chain(form.initial_inputs()) {
            let inputs = [input];
            let check = form.check(&inputs, &now());
            match form.content(&inputs, &now()) {
                Ok(content) => {
                    prop_assert_eq!(check.problems, 0);
                    if let Some(value) = content.get("x") {
                        prop_assert!(form.fields[0].allows(value), "{} in {}", value, property);
                    } else {
                        prop_assert!(!form.fields[0].initial_view.required);
                    }
                }
                Err(index) => {
                    prop_assert_eq!((index, check.problems), (0, 1));
                }
            }
            let _ = form.content_to_copy(&inputs, &now());
        }
    }

    #[test]
    fn integers_round_trip(number in any::<i64>()) {
        let form = required(json!({"type": "integer"}));
        prop_assert_eq!(answer(&form, text(&number.to_string())), Ok(Some(json!(number))));
    }

    #[test]
    fn large_integers_round_trip(number in any::<u64>()) {
        let form = required(json!({"type": "number"}));
        prop_assert_eq!(answer(&form, text(&number.to_string())), Ok(Some(json!(number))));
    }

    #[test]
    fn fractions_round_trip(number in prop::num::f64::NORMAL) {
        let form = required(json!({"type": "number"}));
        let sent = answer(&form, text(&format!("{number:?}"))).unwrap().unwrap();
        prop_assert_eq!(sent.as_f64(), Some(number));
    }

    #[test]
    fn integer_field_never_sends_fraction(typed in "[-+]?[0-9]{0,4}(\\.[0-9]{0,3})?(e[-+]?[0-9]{1,2})?") {
        let form = required(json!({"type": "integer"}));
        if let Ok(Some(value)) = answer(&form, text(&typed)) {
            prop_assert!(value.is_i64() || value.is_u64(), "{} became {}", typed, value);
        }
    }
}
