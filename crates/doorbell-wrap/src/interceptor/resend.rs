//! Sends calls again after questions, and ends them.

use serde_json::json;
use serde_json::value::RawValue;

use super::Interceptor;
use super::calls::Call;
use crate::action::Action;
use crate::id::Id;
use crate::message::{Message, ParsedLine};
use crate::splice::Splice;

/// The code of the proxy's own error, for methods other than `tools/call`.
const NOT_REPEATED: i64 = -32000;

impl Interceptor {
    /// Sends a call again under a new id. `change` edits its params.
    pub(super) fn resend(
        &mut self,
        id: Id,
        mut call: Call,
        change: impl FnOnce(&RawValue, &mut Splice<'_>),
    ) {
        let Some(message) = Message::parse(&call.line) else {
            return;
        };
        let resent_id = Id::Text(self.ids.next_id());
        let mut splice = Splice::new(&call.line);
        if let Some(id) = message.id {
            splice.replace(id, resent_id.to_json());
        }
        if let Some(params) = message.params {
            change(params, &mut splice);
        }
        let line = splice.finish();
        self.actions.push(Action::ToServer(line));
        call.resent_id = Some(resent_id);
        call.blocked_on = None;
        self.calls.put_back(id, call);
    }

    /// Counts a round of questions. After `max_rounds`, fails the call and returns false.
    pub(super) fn begin_round(&mut self, call: &mut Call, max_rounds: u32, text: &str) -> bool {
        call.rounds += 1;
        if call.rounds > max_rounds {
            self.fail_call(call, &format!("{text}; the call was not repeated."));
        }
        call.rounds <= max_rounds
    }

    /// Forwards the server's response under the agent's id. The call must have been removed.
    pub(super) fn end_call(&mut self, call: &Call, message: &ParsedLine<'_>) {
        let splice = Splice::new(message.line);
        self.end_call_with(call, message, splice);
    }

    /// Like [`Self::end_call`], with edits to the response.
    pub(super) fn end_call_with(
        &mut self,
        call: &Call,
        message: &ParsedLine<'_>,
        mut splice: Splice<'_>,
    ) {
        call.restore_id(message, &mut splice);
        self.actions
            .push(Action::ToHost(splice.finish_or_keep(message.line)));
        self.progress.forget(call);
    }

    /// Answers a removed call with an error text for the model.
    pub(super) fn fail_call(&mut self, call: &Call, text: &str) {
        let outcome = match call.method.as_str() {
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
        let id = call.raw_id();
        let line = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},{outcome}}}\n");
        self.actions.push(Action::ToHost(line.into()));
        self.progress.forget(call);
    }
}
