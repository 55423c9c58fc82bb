//! The modern era: a call is answered with questions, and sent again with their answers.

use std::time::Instant;

use bytes::Bytes;
use doorbell_protocol::DoneState;
use serde_json::value::RawValue;

use super::Interceptor;
use super::calls::{Call, Waiting};
use super::claims::About;
use super::keys::{KeyState, finished, responses, unique, without};
use super::question::{Purpose, Question};
use crate::action::{Answer, AskId};
use crate::id::Id;
use crate::members::Members;
use crate::message::{Heard, Message, may_have};
use crate::splice::Splice;

/// How often a call is sent again with answers.
pub(super) const MOST_ROUNDS: u32 = 10;

const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
/// Where a request declares what the agent can do.
pub(super) const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
/// Where it says who the agent is.
pub(super) const CLIENT_INFO: &str = "io.modelcontextprotocol/clientInfo";
/// What a result says that wants answers.
pub(super) const INPUT_REQUIRED: &str = "input_required";

/// What the server wants to know before it goes on with a call.
#[derive(Default)]
pub(super) struct Round {
    /// The server's result.
    pub(super) line: Bytes,
    keys: Vec<Key>,
}

/// One question of a round.
struct Key {
    name: String,
    state: KeyState,
}

/// `_meta` of a request that is of the modern era.
pub(super) fn meta<'a>(message: &Message<'a>) -> Option<Members<'a>> {
    let params = message.params?;
    // Spares the second look at nearly every request of the legacy era.
    if !may_have(params.get().as_bytes(), "protocolVersion") {
        return None;
    }
    let meta = Members::read(params)?.object("_meta")?;
    meta.get(VERSION).is_some().then_some(meta)
}

impl Interceptor {
    /// The server may want to know something before it goes on with a call.
    pub(super) fn ask_round(&mut self, id: Id, mut call: Call, message: &Heard<'_>, now: Instant) {
        let result = message.result.and_then(Members::read).unwrap_or_default();
        if result.text("resultType").as_deref() != Some(INPUT_REQUIRED) {
            return self.end_call(&call, message);
        }
        let declared = self.declared_with(&call);
        let requests = result.object("inputRequests").unwrap_or_default();
        let asked: Vec<_> = unique(&requests)
            .into_iter()
            .map(|(name, request)| (name, self.elicitation(request, declared)))
            .collect();
        let any_mine = asked.iter().any(|(_, mine)| mine.is_some());
        // A server that only wants the call again later has no question. The agent sends such a
        // call again itself, unless it does not know that it was interrupted at all.
        let is_again = asked.is_empty() && (1..MOST_ROUNDS).contains(&call.rounds);
        if !any_mine && !is_again {
            return self.end_call(&call, message);
        }
        let text = format!("The server asked {MOST_ROUNDS} times and still wants to know more");
        if !self.may_ask_again(&mut call, MOST_ROUNDS, &text) {
            return;
        }
        let tool = call.subject();
        let keys = asked.iter().map(|(name, mine)| Key {
            name: (*name).to_owned(),
            state: match mine {
                Some(_) => KeyState::Waiting,
                None => KeyState::ForHost,
            },
        });
        call.waiting = Some(Waiting::Round(Round {
            line: message.line.clone(),
            keys: keys.collect(),
        }));
        self.calls.put_back(id.clone(), call);
        for (name, mine) in asked {
            let Some((mode, params)) = mine else {
                continue;
            };
            let about = About {
                tool: tool.clone(),
                group: None,
                hand_back: declared.host.has(mode),
            };
            let purpose = Purpose::Key {
                call: id.clone(),
                name: name.to_owned(),
            };
            let question = Question::new(mode, purpose);
            if self.ask(&params, &about, question).is_err() {
                self.set_key(&id, name, without(declared, mode));
            }
        }
        self.go_on(&id, now);
    }

    pub(super) fn answer_key(
        &mut self,
        ask: AskId,
        id: &Id,
        name: &str,
        answer: Answer,
        now: Instant,
    ) {
        let call = self.calls.get(id);
        let declared = call.map_or_else(Default::default, |call| self.declared_with(call));
        if let Some(state) = self.settle(ask, answer, declared) {
            self.set_key(id, name, state);
            self.go_on(id, now);
        }
    }

    pub(super) fn finish_key(&mut self, id: &Id, name: &str, state: DoneState, now: Instant) {
        self.set_key(id, name, finished(state));
        self.go_on(id, now);
    }

    fn set_key(&mut self, id: &Id, name: &str, state: KeyState) {
        if let Some(Some(Waiting::Round(round))) =
            self.calls.get_mut(id).map(|call| &mut call.waiting)
            && let Some(key) = round.keys.iter_mut().find(|key| key.name == name)
        {
            key.state = state;
        }
    }

    /// Sends the call again once the person has answered everything, or gives the agent what is
    /// its own to answer.
    fn go_on(&mut self, id: &Id, now: Instant) {
        let waiting = self.calls.get_mut(id).map(|call| &mut call.waiting);
        let Some(Some(Waiting::Round(round))) = waiting else {
            return;
        };
        if round.keys.iter().any(|key| key.state == KeyState::Waiting) {
            return;
        }
        let round = std::mem::take(round);
        let Some(call) = self.calls.remove(id) else {
            return;
        };
        if round.keys.iter().any(|key| key.state == KeyState::ForHost) {
            return self.share_round(&call, &round, now);
        }
        let responses = (!round.keys.is_empty()).then(|| responses(round.given()));
        self.repeat(id.clone(), call, |params, splice| {
            put_answers(params, splice, responses.as_deref(), round.state());
        });
    }
}

impl Round {
    /// The answers there are.
    pub(super) fn given(&self) -> impl Iterator<Item = (&str, &str)> {
        self.keys.iter().filter_map(|key| match &key.state {
            KeyState::Given(json) => Some((key.name.as_str(), json.as_str())),
            KeyState::Waiting | KeyState::ForHost => None,
        })
    }

    /// The server's state as it is spelled, which goes back as it came.
    pub(super) fn state(&self) -> Option<&str> {
        let result = Members::read(Message::read(&self.line)?.result?)?;
        let state = result.get("requestState")?.get();
        (state != "null").then_some(state)
    }
}

/// Puts the answers of this round into a request, and takes those of an earlier one out.
pub(super) fn put_answers(
    params: &RawValue,
    splice: &mut Splice<'_>,
    responses: Option<&str>,
    state: Option<&str>,
) {
    let responses = responses.map(|responses| ("inputResponses", responses));
    let state = state.map(|state| ("requestState", state));
    let added: Vec<_> = responses.into_iter().chain(state).collect();
    let is_old = |name: &str| name == "inputResponses" || name == "requestState";
    splice.exchange(params, is_old, &added);
}
