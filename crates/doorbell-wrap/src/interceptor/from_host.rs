//! Requests and cancellations from the agent.

use std::time::Instant;

use super::calls::Call;
use super::shared_rounds::TokenExchange;
use super::{Interceptor, PRECONNECT_INTERVAL, modern};
use crate::action::Action;
use crate::id::Id;
use crate::message::ParsedLine;
use crate::splice::Splice;

impl Interceptor {
    pub(super) fn on_host_request(
        &mut self,
        message: &ParsedLine<'_>,
        id: Id,
        method: &str,
        now: Instant,
        is_reachable: impl FnOnce() -> bool,
    ) {
        let mut splice = Splice::new(message.line);
        let mut call = Call::new(message, method);
        if method == "initialize" {
            self.on_initialize(message, &mut splice, is_reachable);
        } else if let Some(meta) = modern::modern_meta(message) {
            call.declared = Some(self.on_modern_request(&meta, &mut splice, is_reachable));
            match self.exchange_token(message, &mut splice, now) {
                TokenExchange::NoToken => {}
                TokenExchange::Exchanged { rounds } => call.rounds = rounds,
                TokenExchange::Refused => return self.refuse_token(message),
            }
        }
        if method == "tasks/cancel" {
            self.on_task_cancel(message);
        }
        if call.may_cause_questions() {
            self.preconnect(now);
        }
        // Reusing an id abandons the older call.
        if self.calls.remove(&id).is_some() {
            self.withdraw_for_call(&id);
        }
        call.line = splice.finish_or_keep(message.line);
        self.tasks.remember_request(&call);
        self.actions.push(Action::ToServer(call.line.clone()));
        self.calls.insert(id, call);
    }

    /// Connects to Doorbell, or keeps the connection, because questions may come.
    fn preconnect(&mut self, now: Instant) {
        if self
            .last_preconnect
            .is_none_or(|last| last + PRECONNECT_INTERVAL <= now)
        {
            self.last_preconnect = Some(now);
            self.actions.push(Action::Preconnect);
        }
    }

    /// Withdraws the questions of a cancelled call. If the server works on the call, forwards the
    /// cancellation with the id that the server knows.
    pub(super) fn on_host_cancel(&mut self, message: &ParsedLine<'_>) {
        let request_id = message.param("requestId");
        let Some((raw, id, call)) = request_id.and_then(|raw| {
            let id = Id::parse(raw)?;
            let call = self.calls.remove(&id)?;
            Some((raw, id, call))
        }) else {
            return self.send_server(message.line.clone());
        };
        if call.blocked_on.is_some() {
            // The server has answered; the call was waiting for the person.
            self.withdraw_for_call(&id);
        } else {
            let mut splice = Splice::new(message.line);
            if let Some(resent_id) = &call.resent_id {
                splice.replace(raw, resent_id.to_json());
            }
            self.send_server(splice.finish_or_keep(message.line));
        }
        self.withdraw_requests_of(&id);
        self.progress.forget(&call);
    }
}
