//! What the agent says that the proxy has to know.

use std::time::Instant;

use super::calls::Call;
use super::held::Exchange;
use super::{EXPECT_EVERY, Interceptor, modern};
use crate::action::Action;
use crate::id::Id;
use crate::message::Heard;
use crate::splice::Splice;

impl Interceptor {
    /// The agent asks something of the server.
    pub(super) fn host_asks(
        &mut self,
        message: &Heard<'_>,
        id: Id,
        method: &str,
        now: Instant,
        reach: impl FnOnce() -> bool,
    ) {
        let mut splice = Splice::of(message.line);
        let mut call = Call::new(message, method);
        if method == "initialize" {
            self.initialise(message, &mut splice, reach);
        } else if let Some(meta) = modern::meta(message) {
            call.declared = Some(self.merge_modern(&meta, &mut splice, reach));
            match self.exchange_token(message, &mut splice, now) {
                Exchange::None => {}
                Exchange::Done { rounds } => call.rounds = rounds,
                Exchange::Refused => return self.refuse_token(message),
            }
        }
        if method == "tasks/cancel" {
            self.forget_task(message);
        }
        if call.may_ask() {
            self.expect_questions(now);
        }
        // An agent that uses a name twice has given the older call up.
        if self.calls.remove(&id).is_some() {
            self.withdraw_of(&id);
        }
        call.line = splice.finish_or(message.line);
        self.tasks.met(&call);
        self.actions.push(Action::ToServer(call.line.clone()));
        self.calls.insert(id, call);
    }

    /// Has the connection to Doorbell made, or kept, now that questions may come.
    fn expect_questions(&mut self, now: Instant) {
        if self.expected.is_none_or(|last| last + EXPECT_EVERY <= now) {
            self.expected = Some(now);
            self.actions.push(Action::Expect);
        }
    }

    /// The agent no longer waits for a call. The server hears so if it has the call, under the
    /// name by which it knows it; questions that came of it are withdrawn.
    pub(super) fn host_cancels(&mut self, message: &Heard<'_>) {
        let named = message.param("requestId");
        let Some((raw, id, call)) = named.and_then(|raw| {
            let id = Id::read(raw)?;
            let call = self.calls.remove(&id)?;
            Some((raw, id, call))
        }) else {
            return self.send_server(message.line.clone());
        };
        if call.waiting.is_some() {
            // The server has answered it; only the person was being waited for.
            self.withdraw_of(&id);
        } else {
            let mut splice = Splice::of(message.line);
            if let Some(known_as) = &call.known_as {
                splice.replace(raw, known_as.to_json());
            }
            self.send_server(splice.finish_or(message.line));
        }
        self.withdraw_pushes(&id);
        self.progress.forget(&call);
    }
}
