//! Which fields of a form ask for a secret or hold one.

use super::field::Field;
use super::input::Input;
use crate::secret::{self, Asked};
use crate::view::ControlView as Control;

/// Names of a field that says nothing, because the message says it all.
const WRAPPERS: [&str; 7] = [
    "value", "input", "answer", "text", "response", "result", "content",
];

/// Marks the fields that ask for a secret. Returns why the question as a whole does.
pub(super) fn find(message: &str, fields: &mut [Field]) -> Option<String> {
    let typed = fields.iter().filter(|field| is_free(field)).count();
    if typed == 0 {
        return None;
    }
    let by_message = secret::in_prose(message);
    let mut first = None;
    for field in fields.iter_mut().filter(|field| is_free(field)) {
        let told = typed == 1 || WRAPPERS.contains(&field.name.to_lowercase().as_str());
        let asked = asked_by(field).or(by_message.filter(|_| told));
        if let Some(asked) = asked.filter(|asked| fits(field, *asked)) {
            field.shown.secret = Some(asked.tell("This field"));
            first = first.or(Some(asked));
        }
    }
    first.map(|asked| asked.tell("This question"))
}

/// Why this field counts as secret: it asks for one, or what it holds looks like one.
pub(super) fn in_field(field: &Field, input: &Input) -> Option<String> {
    if field.shown.secret.is_some() {
        return field.shown.secret.clone();
    }
    let held = match input {
        Input::Text { text } => secret::in_value(text),
        Input::List { items } => items.iter().find_map(|item| secret::in_value(item)),
        _ => None,
    };
    held.map(|shape| format!("What you typed looks like {shape}."))
}

fn asked_by(field: &Field) -> Option<Asked> {
    let marked = field.marked_secret.then_some(Asked::MARKED);
    secret::in_label(&field.name)
        .or_else(|| secret::in_label(&field.shown.title))
        .or_else(|| secret::in_prose(field.shown.description.as_deref()?))
        .or(marked)
}

/// Whether a person can put anything into the field. An address or a date is no secret, and a
/// choice only has what the server put there.
fn is_free(field: &Field) -> bool {
    matches!(
        field.shown.control,
        Control::Text { .. } | Control::Number { .. } | Control::List | Control::Json
    )
}

/// Whether the secret could be what this field holds: no password is a number.
fn fits(field: &Field, asked: Asked) -> bool {
    asked.is_digits() || !matches!(field.shown.control, Control::Number { .. })
}
