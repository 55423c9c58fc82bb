//! What the agent says that the proxy has to know.

use std::time::Instant;

use bytes::Bytes;

use super::calls::{At, Call};
use super::held::Exchange;
use super::{EXPECT_EVERY, Interceptor, modern};
use crate::action::Action;
use crate::id::Id;
use crate::members::Members;
use crate::message::Message;
use crate::splice::Splice;

impl Interceptor {
    /// The agent asks something of the server.
    pub(super) fn host_asks(
        &mut self,
        line: &Bytes,
        message: &Message<'_>,
        id: Id,
        method: &str,
        now: Instant,
        reach: impl FnOnce() -> bool,
    ) {
        let mut splice = Splice::of(line);
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
        call.line = splice.finish_or(line);
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
    pub(super) fn host_cancels(&mut self, line: &Bytes, message: &Message<'_>) {
        let named = message.params.and_then(Members::read);
        let named = named.as_ref().and_then(|params| params.get("requestId"));
        let Some((raw, id)) = named.and_then(|raw| Some((raw, Id::read(raw)?))) else {
            return self.send_server(line.clone());
        };
        let Some(call) = self.calls.remove(&id) else {
            return self.send_server(line.clone());
        };
        match &call.at {
            At::Server { known_as: None } => self.send_server(line.clone()),
            At::Server {
                known_as: Some(known_as),
            } => {
                let mut splice = Splice::of(line);
                splice.replace(raw, known_as.to_json());
                self.actions.push(Action::ToServer(splice.finish()));
            }
            // The server has answered it; only the person was being waited for.
            At::Person { .. } => self.withdraw_of(&id),
        }
        self.withdraw_pushes(&id);
        self.call_is_over(&call);
    }
}
