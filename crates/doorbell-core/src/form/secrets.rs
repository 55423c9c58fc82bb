//! Finds fields that ask for a secret or contain one.

use super::field::Field;
use super::input::Input;
use crate::secret::{self, SecretKind};
use crate::view::{ControlView as Control, SecretView};

/// Names without meaning: for such a field, the message says what is asked for.
const GENERIC_NAMES: [&str; 7] = [
    "value", "input", "answer", "text", "response", "result", "content",
];

/// Marks the fields that ask for a secret.
pub(super) fn mark_fields(message: &str, fields: &mut [Field]) {
    let free_fields = fields.iter().filter(|field| is_free(field)).count();
    if free_fields == 0 {
        return;
    }
    let in_message = secret::asked_in_prose(message);
    for field in fields.iter_mut().filter(|field| is_free(field)) {
        let is_meant_by_message =
            free_fields == 1 || GENERIC_NAMES.contains(&field.name.to_lowercase().as_str());
        let kind = asked_by(field).or(in_message.filter(|_| is_meant_by_message));
        if let Some(kind) = kind.filter(|kind| can_hold(field, *kind)) {
            field.initial_view.secret = Some(asked_for(kind));
        }
    }
}

/// Returns why the field is treated as a secret: it asks for one, or its input looks like one.
pub(super) fn reason_for(field: &Field, input: &Input) -> Option<SecretView> {
    if field.initial_view.secret.is_some() {
        return field.initial_view.secret.clone();
    }
    let looks_like = match input {
        Input::Text { text } => secret::looks_like(text),
        Input::List { items } => items.iter().find_map(|item| secret::looks_like(item)),
        _ => None,
    };
    looks_like.map(found)
}

/// For a text that looks like a secret: "a GitHub token".
pub(crate) fn found(noun: &str) -> SecretView {
    SecretView {
        warning: format!(
            "This looks like {noun}. Anything you send goes to the server and may reach the AI model."
        ),
        noun: format!("the {}", secret::without_article(noun).unwrap_or(noun)),
    }
}

/// For a text that was asked for as a secret.
pub(crate) fn asked_for(kind: SecretKind) -> SecretView {
    SecretView {
        warning: kind.warning(),
        noun: kind.definite(),
    }
}

fn asked_by(field: &Field) -> Option<SecretKind> {
    let marked = field.marked_secret.then_some(SecretKind::MARKED);
    secret::asked_in_label(&field.name)
        .or_else(|| secret::asked_in_label(&field.initial_view.title))
        .or_else(|| secret::asked_in_prose(field.initial_view.description.as_deref()?))
        .or(marked)
}

/// Returns true if the person can type anything. An address or a date is never a secret, and the
/// server knows the options of a choice.
fn is_free(field: &Field) -> bool {
    matches!(
        field.initial_view.control,
        Control::Text { .. } | Control::Number { .. } | Control::List | Control::Json
    )
}

/// Returns false for a number field and a kind that is never a number, such as a password.
fn can_hold(field: &Field, kind: SecretKind) -> bool {
    kind.is_digits() || !matches!(field.initial_view.control, Control::Number { .. })
}
