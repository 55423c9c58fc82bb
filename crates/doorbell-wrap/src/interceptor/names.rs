//! Names the proxy makes itself. They can be told from everyone else's.

use crate::id::Id;

/// Makes names that the agent and the server never use.
pub(super) struct Names {
    prefix: String,
    made: u64,
}

impl Names {
    pub(super) fn new() -> Self {
        Self {
            prefix: format!("doorbell-{}-", uuid::Uuid::new_v4().simple()),
            made: 0,
        }
    }

    /// A number that was not made before.
    pub(super) fn number(&mut self) -> u64 {
        self.made += 1;
        self.made
    }

    /// A text that was not made before.
    pub(super) fn text(&mut self) -> String {
        let number = self.number();
        format!("{}{number}", self.prefix)
    }

    /// Whether a name was made here.
    pub(super) fn is_ours(&self, id: &Id) -> bool {
        matches!(id, Id::Text(text) if self.made_here(text))
    }

    pub(super) fn made_here(&self, text: &str) -> bool {
        text.starts_with(&self.prefix)
    }

    /// What every text made here begins with.
    pub(super) fn prefix(&self) -> &str {
        &self.prefix
    }
}
