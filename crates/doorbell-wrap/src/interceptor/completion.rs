//! `notifications/elicitation/complete`: the server reports a link as finished.

use super::Interceptor;
use crate::action::Action;
use crate::members::Members;
use crate::message::Message;

/// How many links are remembered.
pub(super) const MAX_COMPLETIONS: usize = 256;

impl Interceptor {
    /// Routes the completion of this link to Doorbell instead of the agent.
    pub(super) fn expect_completion(&mut self, params: &Members<'_>) {
        if let Some(elicitation) = params.string("elicitationId") {
            self.expected_completions.insert(elicitation);
        }
    }

    /// Routes the completion to the agent after all.
    pub(super) fn forget_completion(&mut self, params: &Members<'_>) {
        if let Some(elicitation) = params.string("elicitationId") {
            self.expected_completions.remove(&elicitation);
        }
    }

    /// Passes a completion on to Doorbell. Returns false if Doorbell does not show the link.
    pub(super) fn on_link_complete(&mut self, message: &Message<'_>) -> bool {
        let id = message.string_param("elicitationId");
        let Some(elicitation_id) = id.filter(|id| self.expected_completions.remove(id)) else {
            return false;
        };
        self.actions.push(Action::CompleteLink { elicitation_id });
        true
    }
}
