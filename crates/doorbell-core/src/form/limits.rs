//! The limits of a form, and the errors of reading one.

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormLimits {
    pub fields: usize,
    pub options: usize,
    /// A longer pattern is not checked, and the field has a note.
    pub pattern_bytes: usize,
}

impl Default for FormLimits {
    fn default() -> Self {
        Self {
            fields: 64,
            options: 1_000,
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
}

impl FormError {
    /// Returns true for a well-formed request. It is refused with a reason, not with a protocol
    /// error.
    pub fn is_over_limit(&self) -> bool {
        !matches!(self, Self::NotAnObject { .. })
    }
}
