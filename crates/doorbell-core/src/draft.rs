//! What a person has typed so far, kept for when the same question comes back.

use jiff::Timestamp;

use crate::form::Input;

/// What a person typed in a form that was not answered. Its `Debug` leaves the contents out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// When they typed last.
    pub typed_at: Timestamp,
    /// For each field, in order, what was typed in it. Fields that ask for a secret, hold what looks
    /// like one or were left alone have nothing.
    pub inputs: Vec<Option<Input>>,
}

impl Draft {
    /// Whether nothing in it is worth keeping.
    pub fn is_empty(&self) -> bool {
        self.inputs.iter().all(Option::is_none)
    }
}

/// What became of a draft that was there when the question was asked.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Offer {
    /// There was none, or the person started fresh.
    #[default]
    None,
    /// The person may use it.
    Open(Draft),
    /// They do; it was typed then.
    Used(Timestamp),
}
