//! The modern era: an `input_required` result holds questions, and the call is sent again with the
//! answers.

use std::time::Instant;

use bytes::Bytes;
use doorbell_protocol::DoneState;
use serde_json::value::RawValue;

use super::Interceptor;
use super::calls::{BlockedOn, Call};
use super::claims::QuestionContext;
use super::inputs::{
    InputState, fallback_state, finished_link_state, json_object, unique_requests,
};
use super::question::{Purpose, Question};
use crate::action::{Answer, AskId};
use crate::id::Id;
use crate::members::Members;
use crate::message::{Message, ParsedLine, may_contain};
use crate::splice::Splice;

pub(super) const MAX_ROUNDS: u32 = 10;

const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
/// The member of `_meta` with the agent's capabilities.
pub(super) const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
/// The member of `_meta` with the agent's name.
pub(super) const CLIENT_INFO: &str = "io.modelcontextprotocol/clientInfo";
pub(super) const INPUT_REQUIRED: &str = "input_required";

/// The questions of one `input_required` result.
#[derive(Default)]
pub(super) struct Round {
    /// The server's response.
    pub(super) line: Bytes,
    inputs: Vec<Input>,
}

struct Input {
    name: String,
    state: InputState,
}

/// Returns `_meta` if the request is modern.
pub(super) fn modern_meta<'a>(message: &Message<'a>) -> Option<Members<'a>> {
    let params = message.params?;
    // Avoids parsing the params of most legacy requests.
    if !may_contain(params.get().as_bytes(), "protocolVersion") {
        return None;
    }
    let meta = Members::parse(params)?.object("_meta")?;
    meta.get(VERSION).is_some().then_some(meta)
}

impl Interceptor {
    /// Handles a response that may be `input_required`.
    pub(super) fn ask_round(
        &mut self,
        id: Id,
        mut call: Call,
        message: &ParsedLine<'_>,
        now: Instant,
    ) {
        let result = message.result.and_then(Members::parse).unwrap_or_default();
        if result.string("resultType").as_deref() != Some(INPUT_REQUIRED) {
            return self.end_call(&call, message);
        }
        let declared = self.declared_for(&call);
        let requests = result.object("inputRequests").unwrap_or_default();
        let requested: Vec<_> = unique_requests(&requests)
            .into_iter()
            .map(|(name, request)| (name, self.elicitation(request, declared)))
            .collect();
        let any_for_doorbell = requested
            .iter()
            .any(|(_, elicitation)| elicitation.is_some());
        // Without questions the server only wants a retry. The agent does that itself, unless it does
        // not know that the call was interrupted.
        let is_plain_retry = requested.is_empty() && (1..MAX_ROUNDS).contains(&call.rounds);
        if !any_for_doorbell && !is_plain_retry {
            return self.end_call(&call, message);
        }
        let text = format!("The server asked {MAX_ROUNDS} times and still asks for more");
        if !self.begin_round(&mut call, MAX_ROUNDS, &text) {
            return;
        }
        let tool = call.subject();
        let inputs = requested.iter().map(|(name, elicitation)| Input {
            name: (*name).to_owned(),
            state: match elicitation {
                Some(_) => InputState::Pending,
                None => InputState::ForHost,
            },
        });
        call.blocked_on = Some(BlockedOn::Round(Round {
            line: message.line.clone(),
            inputs: inputs.collect(),
        }));
        self.calls.put_back(id.clone(), call);
        for (name, elicitation) in requested {
            let Some((mode, params)) = elicitation else {
                continue;
            };
            let context = QuestionContext {
                tool: tool.clone(),
                group: None,
                hand_back: declared.by_host.has(mode),
            };
            let purpose = Purpose::RoundInput {
                call: id.clone(),
                name: name.to_owned(),
            };
            let question = Question::new(mode, purpose);
            if self.ask(&params, &context, question).is_err() {
                self.set_round_input(&id, name, fallback_state(declared, mode));
            }
        }
        self.advance_round(&id, now);
    }

    pub(super) fn answer_round_input(
        &mut self,
        ask: AskId,
        id: &Id,
        name: &str,
        answer: Answer,
        now: Instant,
    ) {
        let call = self.calls.get(id);
        let declared = call.map_or_else(Default::default, |call| self.declared_for(call));
        if let Some(state) = self.settle_input(ask, answer, declared) {
            self.set_round_input(id, name, state);
            self.advance_round(id, now);
        }
    }

    pub(super) fn finish_round_input(
        &mut self,
        id: &Id,
        name: &str,
        state: DoneState,
        now: Instant,
    ) {
        self.set_round_input(id, name, finished_link_state(state));
        self.advance_round(id, now);
    }

    fn set_round_input(&mut self, id: &Id, name: &str, state: InputState) {
        if let Some(Some(BlockedOn::Round(round))) =
            self.calls.get_mut(id).map(|call| &mut call.blocked_on)
            && let Some(input) = round.inputs.iter_mut().find(|input| input.name == name)
        {
            input.state = state;
        }
    }

    /// Once the person has answered everything, sends the call again, or passes the rest to the agent.
    fn advance_round(&mut self, id: &Id, now: Instant) {
        let blocked_on = self.calls.get_mut(id).map(|call| &mut call.blocked_on);
        let Some(Some(BlockedOn::Round(round))) = blocked_on else {
            return;
        };
        if round
            .inputs
            .iter()
            .any(|input| input.state == InputState::Pending)
        {
            return;
        }
        let round = std::mem::take(round);
        let Some(call) = self.calls.remove(id) else {
            return;
        };
        if round
            .inputs
            .iter()
            .any(|input| input.state == InputState::ForHost)
        {
            return self.share_round(&call, &round, now);
        }
        let responses = (!round.inputs.is_empty()).then(|| json_object(round.answers()));
        self.resend(id.clone(), call, |params, splice| {
            set_round_params(params, splice, responses.as_deref(), round.state());
        });
    }
}

impl Round {
    /// Returns the person's answers as JSON, by key.
    pub(super) fn answers(&self) -> impl Iterator<Item = (&str, &str)> {
        self.inputs.iter().filter_map(|input| match &input.state {
            InputState::Answered(json) => Some((input.name.as_str(), json.as_str())),
            InputState::Pending | InputState::ForHost => None,
        })
    }

    /// Returns the server's `requestState` as spelled; it is opaque.
    pub(super) fn state(&self) -> Option<&str> {
        let result = Members::parse(Message::parse(&self.line)?.result?)?;
        let state = result.get("requestState")?.get();
        (state != "null").then_some(state)
    }
}

/// Sets this round's answers and state, and removes those of an earlier round.
pub(super) fn set_round_params(
    params: &RawValue,
    splice: &mut Splice<'_>,
    responses: Option<&str>,
    state: Option<&str>,
) {
    let responses = responses.map(|responses| ("inputResponses", responses));
    let state = state.map(|state| ("requestState", state));
    let added: Vec<_> = responses.into_iter().chain(state).collect();
    let is_old = |name: &str| name == "inputResponses" || name == "requestState";
    splice.edit_members(params, is_old, &added);
}
