//! The limits of a form, and the errors of reading one.

use super::input::Input;
use crate::view::{ControlView as Control, FieldView};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormLimits {
    pub fields: usize,
    /// Options of one field.
    pub options: usize,
    /// Options and list items of all fields together.
    pub options_per_form: usize,
    /// Names, titles, descriptions, options, hints and defaults of all fields, as shown.
    pub text_bytes: usize,
    /// A longer pattern is not checked, and the field has a note.
    pub pattern_bytes: usize,
}

impl Default for FormLimits {
    fn default() -> Self {
        Self {
            fields: 64,
            options: 1_000,
            options_per_form: 4_000,
            text_bytes: 256 * 1024,
            pattern_bytes: 1024,
        }
    }
}

/// The text names the invalid member and never quotes it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormError {
    #[error("{field} must be an object")]
    NotAnObject { field: &'static str },
    #[error("The form has {found} fields, more than the {limit} that Doorbell shows.")]
    TooManyFields { found: usize, limit: usize },
    #[error("The form is put together from more than the {limit} schemas that Doorbell reads.")]
    TooManySchemas { limit: usize },
    #[error("Field {field} has {found} options, more than the {limit} that Doorbell shows.")]
    TooManyOptions {
        /// Counts from 1.
        field: usize,
        found: usize,
        limit: usize,
    },
    #[error("The form has more than {limit} options and list items, the most that Doorbell shows.")]
    TooManyOptionsInForm { limit: usize },
    #[error("The form has more than {limit} bytes of text, the most that Doorbell shows.")]
    TooMuchText { limit: usize },
}

impl FormError {
    /// Returns true for a well-formed request. It is refused with a reason, not with a protocol
    /// error.
    pub fn is_over_limit(&self) -> bool {
        !matches!(self, Self::NotAnObject { .. })
    }
}

/// What the fields of one form share.
pub(super) struct FormBudget<'a> {
    limits: &'a FormLimits,
    options: usize,
    text_bytes: usize,
}

impl<'a> FormBudget<'a> {
    pub(super) fn new(limits: &'a FormLimits) -> Self {
        Self {
            limits,
            options: 0,
            text_bytes: 0,
        }
    }

    /// Adds a field. Reading stops at the first one that exceeds a limit.
    pub(super) fn add(&mut self, name: &str, field: &FieldView) -> Result<(), FormError> {
        let options = match &field.control {
            Control::Choice { options, .. } | Control::Choices { options } => options.as_slice(),
            _ => &[],
        };
        // Each item of a list is a row of its own, like an option.
        let rows = match &field.input {
            Input::List { items } => items.len(),
            _ => 0,
        };
        self.options += options.len() + rows;
        if self.options > self.limits.options_per_form {
            let limit = self.limits.options_per_form;
            return Err(FormError::TooManyOptionsInForm { limit });
        }
        let texts = [&field.description, &field.hint, &field.note];
        let option_texts = options.iter().map(|option| {
            let texts = [&option.value, &option.description];
            option.title.len() + optional_bytes(texts)
        });
        self.text_bytes += name.len()
            + field.title.len()
            + optional_bytes(texts)
            + option_texts.sum::<usize>()
            + input_bytes(&field.input);
        if self.text_bytes > self.limits.text_bytes {
            let limit = self.limits.text_bytes;
            return Err(FormError::TooMuchText { limit });
        }
        Ok(())
    }
}

fn optional_bytes<const COUNT: usize>(texts: [&Option<String>; COUNT]) -> usize {
    texts.into_iter().flatten().map(String::len).sum()
}

fn input_bytes(input: &Input) -> usize {
    match input {
        Input::Text { text } => text.len(),
        Input::List { items } => items.iter().map(String::len).sum(),
        Input::Empty | Input::Flag { .. } | Input::Choice { .. } | Input::Choices { .. } => 0,
    }
}
