//! What the server says that the proxy has to know, but for its questions.

use std::time::Instant;

use super::{Interceptor, links, modern};
use crate::id::Id;
use crate::message::{Heard, may_have};

impl Interceptor {
    /// The server answers a call.
    pub(super) fn server_answers(&mut self, message: &Heard<'_>, id: &Id, now: Instant) {
        let Some((id, call)) = self.calls.take_answered(id) else {
            // What the proxy asked by itself, what the agent gave up, and second answers to a
            // call are nobody's to hear.
            if !self.names.is_ours(id) && self.calls.get(id).is_none() {
                self.send_host(message.line.clone());
            }
            return;
        };
        self.withdraw_pushes(&id);
        if message.error.is_some_and(links::is_required) {
            return self.ask_links(id, call, message);
        }
        let is_modern = call.declared.is_some();
        match message.result {
            Some(_) if is_modern && call.method == "tasks/get" => {
                self.end_poll(&call, message);
            }
            Some(result)
                if is_modern && may_have(result.get().as_bytes(), modern::INPUT_REQUIRED) =>
            {
                self.ask_round(id, call, message, now);
            }
            Some(_) | None => self.end_call(&call, message),
        }
    }

    /// The server tells something.
    pub(super) fn server_tells(&mut self, message: &Heard<'_>, method: &str) {
        let passes = match method {
            "notifications/cancelled" => !self.server_cancels(message),
            "notifications/elicitation/complete" => !self.server_completes(message),
            "notifications/progress" => return self.pass_progress(message),
            "notifications/tasks" => return self.tell_task(message),
            _ => true,
        };
        if passes {
            self.send_host(message.line.clone());
        }
    }
}
