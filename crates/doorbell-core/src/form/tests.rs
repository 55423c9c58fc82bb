mod choices;
mod controls;
mod defaults;
mod invalid_schemas;
mod kind;
mod labels;
mod large_input;
mod limits;
mod problems;
mod properties;
mod recorded;
mod secrets;

use jiff::Zoned;
use serde_json::{Value, json};

use super::*;
use crate::view::{ControlView, FieldView};

fn now() -> Zoned {
    "2026-11-16T14:30:00+01:00[Europe/Berlin]".parse().unwrap()
}

fn text(text: &str) -> Input {
    Input::Text {
        text: text.to_owned(),
    }
}

fn read(schema: &Value) -> Form {
    Form::read("Fill in", schema, &FormLimits::default()).unwrap()
}

/// A form of one field, `x`.
fn optional(property: Value) -> Form {
    read(&json!({"type": "object", "properties": {"x": property}}))
}

fn required(property: Value) -> Form {
    read(&json!({"type": "object", "properties": {"x": property}, "required": ["x"]}))
}

fn field(form: &Form) -> FieldView {
    let mut fields = form.view(&form.initial_inputs(), &now()).fields;
    assert_eq!(fields.len(), 1);
    fields.remove(0)
}

fn control(property: Value) -> ControlView {
    field(&optional(property)).control
}

/// Returns the value or the problem of a form with one field.
fn answer(form: &Form, input: Input) -> Result<Option<Value>, String> {
    assert!(form.accepts(0, &input), "{input:?}");
    let check = form.check(std::slice::from_ref(&input), &now());
    match form.content(&[input], &now()) {
        Ok(mut content) => {
            assert_eq!(check.problems, 0);
            Ok(content.shift_remove("x"))
        }
        Err(field) => {
            assert_eq!((field, check.problems), (0, 1));
            Err(check.fields[0].problem.clone().unwrap())
        }
    }
}
