//! How large a form may be, and why one is not shown.

/// How large a form may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormLimits {
    /// The most fields.
    pub fields: usize,
    /// The most options of one field.
    pub options: usize,
    /// The longest pattern that is checked, in bytes; a longer one is not, and the field says so.
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

/// Why no form could be made. The text names the member at fault and never quotes it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// The request is malformed.
    #[error("{field} must be an object")]
    NotAnObject {
        /// The member of the params.
        field: &'static str,
    },
    /// The form is too long for a person.
    #[error("The form has {found} fields, more than the {most} that Doorbell shows.")]
    TooManyFields {
        /// How many there are.
        found: usize,
        /// The limit.
        most: usize,
    },
    /// The form is made of too much.
    #[error("The form is put together from more than the {most} schemas that Doorbell reads.")]
    TooManySchemas {
        /// The limit.
        most: usize,
    },
    /// A list is too long for a person.
    #[error("Field {field} has {found} options, more than the {most} that Doorbell shows.")]
    TooManyOptions {
        /// The field's place in the form, from 1.
        field: usize,
        /// How many there are.
        found: usize,
        /// The limit.
        most: usize,
    },
}

impl Unreadable {
    /// Whether the request is well-formed and only beyond a limit: then it is answered with a
    /// refusal and a reason, not with an error.
    pub fn is_policy(&self) -> bool {
        !matches!(self, Self::NotAnObject { .. })
    }
}
