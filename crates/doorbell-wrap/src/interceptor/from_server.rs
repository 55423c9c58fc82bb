//! Responses and notifications from the server.

use std::time::Instant;

use super::{Interceptor, links, modern};
use crate::id::Id;
use crate::message::{ParsedLine, may_contain};

impl Interceptor {
    pub(super) fn on_server_response(&mut self, message: &ParsedLine<'_>, id: &Id, now: Instant) {
        let Some((id, call)) = self.calls.take_answered(id) else {
            // Drop responses to the proxy's own requests and to abandoned calls, and duplicates.
            if !self.ids.is_ours(id) && self.calls.get(id).is_none() {
                self.send_host(message.line.clone());
            }
            return;
        };
        self.withdraw_requests_of(&id);
        if message.error.is_some_and(links::is_links_required) {
            return self.ask_links(id, call, message);
        }
        let is_modern = call.declared.is_some();
        match message.result {
            Some(_) if is_modern && call.method == "tasks/get" => {
                self.on_task_polled(&call, message);
            }
            Some(result)
                if is_modern && may_contain(result.get().as_bytes(), modern::INPUT_REQUIRED) =>
            {
                self.ask_round(id, call, message, now);
            }
            Some(_) | None => self.end_call(&call, message),
        }
    }

    pub(super) fn on_server_notification(&mut self, message: &ParsedLine<'_>, method: &str) {
        let passes = match method {
            "notifications/cancelled" => !self.on_server_cancel(message),
            "notifications/elicitation/complete" => !self.on_link_complete(message),
            "notifications/progress" => return self.forward_progress(message),
            "notifications/tasks" => return self.on_task_notification(message),
            _ => true,
        };
        if passes {
            self.send_host(message.line.clone());
        }
    }
}
