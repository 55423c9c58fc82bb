//! How a call goes on after questions, and how it ends.

use serde_json::json;
use serde_json::value::RawValue;

use super::Interceptor;
use super::calls::Call;
use crate::action::Action;
use crate::id::Id;
use crate::message::{Heard, Message};
use crate::splice::Splice;

/// An error of the proxy's own, where a result cannot say it.
const NOT_REPEATED: i64 = -32000;

impl Interceptor {
    /// Sends a call again under a new name. `change` may change its params.
    pub(super) fn repeat(
        &mut self,
        id: Id,
        mut call: Call,
        change: impl FnOnce(&RawValue, &mut Splice<'_>),
    ) {
        let Some(message) = Message::read(&call.line) else {
            return;
        };
        let known_as = Id::Text(self.names.text());
        let mut splice = Splice::of(&call.line);
        if let Some(id) = message.id {
            splice.replace(id, known_as.to_json());
        }
        if let Some(params) = message.params {
            change(params, &mut splice);
        }
        let line = splice.finish();
        self.actions.push(Action::ToServer(line));
        call.known_as = Some(known_as);
        call.waiting = None;
        self.calls.put_back(id, call);
    }

    /// Counts a round of questions about a call. One too many ends the call; returns false then.
    pub(super) fn may_ask_again(&mut self, call: &mut Call, most: u32, text: &str) -> bool {
        call.rounds += 1;
        if call.rounds > most {
            self.fail_call(call, &format!("{text}; the call was not repeated."));
        }
        call.rounds <= most
    }

    /// Gives the agent the server's answer to a call that is no longer in the table, under its
    /// own name for it.
    pub(super) fn end_call(&mut self, call: &Call, message: &Heard<'_>) {
        let splice = Splice::of(message.line);
        self.end_call_with(call, message, splice);
    }

    /// The same with an answer that is changed.
    pub(super) fn end_call_with(
        &mut self,
        call: &Call,
        message: &Heard<'_>,
        mut splice: Splice<'_>,
    ) {
        call.rename(message, &mut splice);
        self.actions
            .push(Action::ToHost(splice.finish_or(message.line)));
        self.progress.forget(call);
    }

    /// Ends a call that is no longer in the table, in words that a model understands.
    pub(super) fn fail_call(&mut self, call: &Call, text: &str) {
        let answer = match call.method.as_str() {
            "tools/call" => {
                let mut result =
                    json!({"content": [{"type": "text", "text": text}], "isError": true});
                if call.declared.is_some() {
                    result["resultType"] = "complete".into();
                }
                format!(r#""result":{result}"#)
            }
            _ => {
                let error = json!({"code": NOT_REPEATED, "message": text});
                format!(r#""error":{error}"#)
            }
        };
        let id = call.spelled();
        let line = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},{answer}}}\n");
        self.actions.push(Action::ToHost(line.into()));
        self.progress.forget(call);
    }
}
