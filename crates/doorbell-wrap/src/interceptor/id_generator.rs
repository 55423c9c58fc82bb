//! Ids that the proxy generates.

use crate::id::Id;

/// Generates ids that do not collide with those of the agent and the server.
pub(super) struct IdGenerator {
    prefix: String,
    count: u64,
}

impl IdGenerator {
    pub(super) fn new() -> Self {
        Self {
            prefix: format!("doorbell-{}-", uuid::Uuid::new_v4().simple()),
            count: 0,
        }
    }

    pub(super) fn next_number(&mut self) -> u64 {
        self.count += 1;
        self.count
    }

    pub(super) fn next_id(&mut self) -> String {
        let number = self.next_number();
        format!("{}{number}", self.prefix)
    }

    pub(super) fn is_ours(&self, id: &Id) -> bool {
        matches!(id, Id::Text(text) if self.is_our_text(text))
    }

    pub(super) fn is_our_text(&self, text: &str) -> bool {
        text.starts_with(&self.prefix)
    }

    pub(super) fn prefix(&self) -> &str {
        &self.prefix
    }
}
