//! `notifications/elicitation/complete`: the server says that a link is finished.

use super::Interceptor;
use crate::action::Action;
use crate::members::Members;
use crate::message::Message;

/// How many links the server may still call finished.
pub(super) const MOST_COMPLETIONS: usize = 256;

impl Interceptor {
    /// Remembers a link by the server's name for it, so that Doorbell and not the agent hears
    /// that it is finished.
    pub(super) fn expect_completion(&mut self, params: &Members<'_>) {
        if let Some(elicitation) = params.text("elicitationId") {
            self.completions.keep(elicitation);
        }
    }

    /// The agent asks about the link after all.
    pub(super) fn forget_completion(&mut self, params: &Members<'_>) {
        if let Some(elicitation) = params.text("elicitationId") {
            self.completions.take(&elicitation);
        }
    }

    /// The server says that a link is finished. Says whether it was one that Doorbell asked about.
    pub(super) fn server_completes(&mut self, message: &Message<'_>) -> bool {
        let named = message.text_param("elicitationId");
        let Some(elicitation) = named.filter(|named| self.completions.take(named)) else {
            return false;
        };
        self.actions.push(Action::Complete { elicitation });
        true
    }
}
