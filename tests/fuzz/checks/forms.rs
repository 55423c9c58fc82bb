//! Parses schemas into forms and types into them.

use doorbell_core::form::{Form, FormLimits, Input};
use jiff::Zoned;
use serde_json::Value;

use super::WORDS;
use super::choices::Choices;
use super::readable::assert_readable;

/// Keywords that may add fields beside `properties`.
const COMPOSITION_KEYWORDS: [&str; 4] = ["$ref", "allOf", "anyOf", "oneOf"];

/// `input` is the params of `elicitation/create`; anything but JSON is ignored.
pub fn check(input: &[u8]) {
    let Ok(question) = serde_json::from_slice::<Value>(input) else {
        return;
    };
    let now: Zoned = "2026-11-16T14:30:00+01:00[Europe/Berlin]".parse().unwrap();
    let mut choices = Choices::new(input);
    let schema = &question["requestedSchema"];
    let message = question["message"].as_str().unwrap_or_default();
    let limits = FormLimits::default();
    let form = match Form::read(message, schema, &limits) {
        Ok(form) => form,
        Err(unreadable) => {
            assert!(!unreadable.to_string().contains("planted"));
            return;
        }
    };
    assert!(form.len() <= limits.fields);
    let has_only_properties = !COMPOSITION_KEYWORDS
        .iter()
        .any(|member| schema.get(member).is_some());
    if let (Some(properties), true) = (schema["properties"].as_object(), has_only_properties) {
        assert!(form.len() >= properties.len(), "a field is lost");
    }
    let mut inputs = form.initial_inputs();
    for _ in 0..6 {
        let view = form.view(&inputs, &now);
        assert_eq!(view.fields.len(), form.len());
        assert_readable(&view);
        match form.content(&inputs, &now) {
            Ok(content) => {
                assert_eq!(view.check.problems, 0);
                assert!(content.len() <= form.len());
            }
            Err(first) => {
                assert!(view.check.problems > 0);
                assert!(view.check.fields[first].problem.is_some());
            }
        }
        change_input(&form, &mut inputs, &mut choices);
    }
}

/// Changes one field to a random input that it accepts.
fn change_input(form: &Form, inputs: &mut [Input], choices: &mut Choices) {
    if inputs.is_empty() {
        return;
    }
    let field = choices.below(inputs.len());
    let word = WORDS[choices.below(WORDS.len())].clone();
    let input = match choices.below(8) {
        0 => Input::Empty,
        1 => Input::Flag {
            on: choices.one_in(2),
        },
        2 => Input::Choice {
            index: choices.below(6),
        },
        3 => Input::Choices {
            indices: vec![choices.below(4), choices.below(4)],
        },
        4 => Input::List {
            items: vec![word; choices.below(4)],
        },
        kind => Input::Text {
            text: match kind {
                5 => (i64::MIN >> choices.below(64)).to_string(),
                6 => "2026-11-16 14:30".to_owned(),
                _ => word,
            },
        },
    };
    if form.accepts(field, &input) {
        inputs[field] = input;
    }
}
