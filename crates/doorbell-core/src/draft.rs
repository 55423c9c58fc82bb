//! Input the person typed, saved in case the same question is asked again.

use jiff::Timestamp;

use crate::form::Input;

/// `Input`'s `Debug` omits the contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    pub typed_at: Timestamp,
    /// One for each field. `None` for untouched fields and for secrets.
    pub inputs: Vec<Option<Input>>,
}

impl Draft {
    pub fn is_empty(&self) -> bool {
        self.inputs.iter().all(Option::is_none)
    }
}

/// What happened to the draft that came with a question.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum DraftOffer {
    /// No draft, or the person started fresh.
    #[default]
    None,
    Offered(Draft),
    /// Filled in; typed at that time.
    Used(Timestamp),
}
