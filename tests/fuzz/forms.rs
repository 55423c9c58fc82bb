//! Forms out of schemas, and answers out of what is typed in them.

use doorbell_core::form::{Form, FormLimits, Input};
use jiff::Zoned;
use serde_json::{Value, json};

use crate::campaign::campaign;
use crate::chance::Chance;
use crate::corpus;
use crate::json::{WORDS, mutated};
use crate::shown::is_readable;

/// What a schema may be made of besides its properties.
const MADE_OF: [&str; 4] = ["$ref", "allOf", "anyOf", "oneOf"];

#[test]
fn forms() {
    let mut questions = corpus::questions();
    questions.retain(|params| params.get("requestedSchema").is_some());
    let make = |chance: &mut Chance| {
        let question = mutated(chance.one_of(&questions), &questions, chance);
        let input = json!({"question": question, "seed": chance.next()});
        input.to_string().into_bytes()
    };
    let now: Zoned = "2026-11-16T14:30:00+01:00[Europe/Berlin]".parse().unwrap();
    campaign("forms", make, |bytes| {
        let input: Value = serde_json::from_slice(bytes).unwrap();
        let mut chance = Chance::new(input["seed"].as_u64().unwrap_or_default());
        let schema = &input["question"]["requestedSchema"];
        let message = input["question"]["message"].as_str().unwrap_or_default();
        let limits = FormLimits::default();
        let form = match Form::read(message, schema, &limits) {
            Ok(form) => form,
            Err(unreadable) => {
                assert!(!unreadable.to_string().contains("planted"));
                return;
            }
        };
        assert!(form.len() <= limits.fields);
        let is_plain = !MADE_OF.iter().any(|member| schema.get(member).is_some());
        if let (Some(properties), true) = (schema["properties"].as_object(), is_plain) {
            assert!(form.len() >= properties.len(), "a field is lost");
        }
        let mut inputs = form.opening();
        for _ in 0..6 {
            let view = form.view(&inputs, &now);
            assert_eq!(view.fields.len(), form.len());
            is_readable(&view);
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
            type_in(&form, &mut inputs, &mut chance);
        }
    });
}

/// Puts into one field what it can hold.
fn type_in(form: &Form, inputs: &mut [Input], chance: &mut Chance) {
    if inputs.is_empty() {
        return;
    }
    let field = chance.below(inputs.len());
    let word = || -> &[&str] { WORDS };
    let typed = match chance.below(6) {
        0 => Input::Empty,
        1 => Input::Flag {
            on: chance.one_in(2),
        },
        2 => Input::Choice {
            index: chance.below(6),
        },
        3 => Input::Choices {
            indices: vec![chance.below(4), chance.below(4)],
        },
        4 => Input::List {
            items: vec![chance.pick(word()).to_owned(); chance.below(4)],
        },
        _ => Input::Text {
            text: match chance.below(3) {
                0 => (chance.next().cast_signed() >> chance.below(64)).to_string(),
                1 => "2026-11-16 14:30".to_owned(),
                _ => chance.pick(word()).to_owned(),
            },
        },
    };
    if form.accepts(field, &typed) {
        inputs[field] = typed;
    }
}
