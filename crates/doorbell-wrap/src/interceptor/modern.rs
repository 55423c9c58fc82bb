//! The modern era: a call is answered with questions, and sent again with their answers.

use std::time::Instant;

use bytes::Bytes;
use doorbell_protocol::{Action as Verdict, DoneState};
use serde_json::value::RawValue;

use super::Interceptor;
use super::calls::{Call, Waiting};
use super::capability::{Mode, Modes};
use super::claims::About;
use super::legacy::{is_handed_back, result_json};
use super::question::{Purpose, Question, cancelled};
use crate::action::{Action, Answer, AskId};
use crate::id::Id;
use crate::members::Members;
use crate::message::{Message, may_have};
use crate::splice::{Splice, quoted};

/// How often a call is sent again with answers.
pub(super) const MOST_ROUNDS: u32 = 10;

const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
/// Where a request declares what the agent can do.
pub(super) const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
/// Where it says who the agent is.
pub(super) const CLIENT_INFO: &str = "io.modelcontextprotocol/clientInfo";

/// What the server wants to know before it goes on with a call.
#[derive(Default)]
pub(super) struct Round {
    /// The server's result.
    line: Bytes,
    keys: Vec<Key>,
}

/// One question of a round.
pub(super) struct Key {
    pub(super) name: String,
    pub(super) state: KeyState,
}

/// How far a question has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum KeyState {
    /// The person is asked.
    Waiting,
    /// The answer, as JSON.
    Given(String),
    /// It is the agent's to answer.
    ForHost,
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
    /// Whether the agent speaks the modern era now.
    pub(super) fn is_modern(&self) -> bool {
        self.calls.any_modern()
    }

    /// The server wants to know something before it goes on with a call.
    pub(super) fn ask_round(
        &mut self,
        id: Id,
        mut call: Call,
        line: &Bytes,
        result: &RawValue,
        now: Instant,
    ) {
        let members = Members::read(result).unwrap_or_default();
        let is = |name: &str| {
            members
                .text(name)
                .is_some_and(|text| text == "input_required")
        };
        if call.method == "tasks/get" && is("status") {
            let meta = Message::read(&call.line)
                .as_ref()
                .and_then(meta)
                .map(|_| call.line.clone());
            let declared = call.declared.unwrap_or(self.host);
            let changed = self.ask_task(line, result, meta, declared, now);
            return self.give_host(&id, &changed);
        }
        let message = Message::read(line);
        let Some(message) = message.filter(|_| is("resultType")) else {
            return self.give_host_renamed(&id, &call, line);
        };
        let declared = call.declared.unwrap_or(self.host);
        let requests = members.object("inputRequests").unwrap_or_default();
        let mine: Vec<_> = requests
            .iter()
            .map(|(name, request)| (name, self.elicitation(request, declared)))
            .collect();
        let is_mine = mine.iter().any(|(_, mine)| mine.is_some());
        // A server that only wants the call again later says nothing to the person; once the
        // proxy repeats a call, it does so to the end.
        let is_again = requests.is_empty() && call.rounds > 0;
        if !is_mine && !is_again {
            return self.end_call(&id, &call, line, &message);
        }
        call.rounds += 1;
        if call.rounds > MOST_ROUNDS {
            let text = format!(
                "The server asked {MOST_ROUNDS} times and still wants to know more; the call was not repeated."
            );
            return self.fail_call(&id, &call, &text);
        }
        let tool = call.subject();
        let keys = mine.iter().map(|(name, mine)| Key {
            name: (*name).to_owned(),
            state: match mine {
                Some(_) => KeyState::Waiting,
                None => KeyState::ForHost,
            },
        });
        call.wait_for(Waiting::Round(Round {
            line: line.clone(),
            keys: keys.collect(),
        }));
        self.calls.put_back(id.clone(), call);
        for (name, mine) in mine {
            let Some((mode, params)) = mine else {
                continue;
            };
            let about = About {
                tool: tool.clone(),
                group: None,
                hand_back: declared.has(mode),
            };
            let purpose = Purpose::Key {
                call: id.clone(),
                name: name.to_owned(),
            };
            let question = Question::new(mode, purpose);
            if self.ask(&params, &about, question, now).is_err() {
                let state = without(declared.has(mode));
                self.set_key(&id, name, state);
            }
        }
        self.go_on(&id, now);
    }

    /// A question that is Doorbell's to ask, of those that a result holds.
    pub(super) fn elicitation<'a>(
        &self,
        request: &'a RawValue,
        declared: Modes,
    ) -> Option<(Mode, Members<'a>)> {
        let request = Members::read(request)?;
        if request.text("method")? != "elicitation/create" {
            return None;
        }
        let params = request.object("params")?;
        let mode = Mode::of(&params)?;
        self.is_for_doorbell(declared.has(mode))
            .then_some((mode, params))
    }

    pub(super) fn answer_key(
        &mut self,
        ask: AskId,
        call: &Id,
        name: &str,
        answer: Answer,
        now: Instant,
    ) {
        let declared = self.calls.get(call).and_then(|call| call.declared);
        let Some(state) = self.settle(ask, answer, declared.unwrap_or(self.host)) else {
            return;
        };
        self.set_key(call, name, state);
        self.go_on(call, now);
    }

    /// What an answer makes of a question that is part of something else; `None` while a link is
    /// not finished.
    pub(super) fn settle(
        &mut self,
        ask: AskId,
        answer: Answer,
        declared: Modes,
    ) -> Option<KeyState> {
        let question = self.questions.get_mut(&ask)?;
        let mode = question.mode;
        let state = match answer {
            // The person agreed and went there; whether they finished, the server will see.
            Answer::Lost if question.is_opened => KeyState::Given(accepted()),
            Answer::Lost => without(declared.has(mode)),
            Answer::Rejected { message, .. } => {
                let text = format!("Doorbell could not show a question: {message}");
                self.actions.push(Action::Tell(text));
                KeyState::Given(cancelled())
            }
            Answer::Given(result) if is_handed_back(&result) => KeyState::ForHost,
            Answer::Given(result) => {
                let name = result.outcome().question.clone();
                if let (Mode::Url, Verdict::Accept, Some(name)) = (mode, result.action, name) {
                    // One sign-in shall not use up the rounds.
                    question.is_opened = true;
                    let question = name;
                    self.actions.push(Action::AwaitDone { ask, question });
                    return None;
                }
                KeyState::Given(result_json(&result))
            }
        };
        self.questions.remove(&ask);
        Some(state)
    }

    pub(super) fn finish_key(&mut self, call: &Id, name: &str, state: DoneState, now: Instant) {
        self.set_key(call, name, KeyState::Given(finished(state)));
        self.go_on(call, now);
    }

    fn set_key(&mut self, id: &Id, name: &str, state: KeyState) {
        if let Some(Waiting::Round(round)) = self.calls.get_mut(id).and_then(Call::waiting)
            && let Some(key) = round.keys.iter_mut().find(|key| key.name == name)
        {
            key.state = state;
        }
    }

    /// Sends the call again once the person has answered everything, or gives the agent what is
    /// its own to answer.
    fn go_on(&mut self, id: &Id, now: Instant) {
        let waiting = self.calls.get_mut(id).and_then(Call::waiting);
        let Some(Waiting::Round(round)) = waiting else {
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
            return self.share_round(id, &call, &round, now);
        }
        let state = round.state().map(|state| state.get().to_owned());
        let responses = responses(round.given());
        self.repeat(id.clone(), call, |params, splice| {
            put_answers(params, splice, &responses, state.as_deref());
        });
    }

    /// Gives the agent the part of a round that is its own, with a state by which the answers of
    /// the person are found again.
    fn share_round(&mut self, id: &Id, call: &Call, round: &Round, now: Instant) {
        let Some(message) = Message::read(&round.line) else {
            return;
        };
        let (Some(result), Some(members)) =
            (message.result, message.result.and_then(Members::read))
        else {
            return;
        };
        let mut splice = Splice::of(&round.line);
        call.rename(&message, &mut splice);
        if let Some(requests) = members.get("inputRequests") {
            let goes = |name: &str| {
                round
                    .keys
                    .iter()
                    .any(|key| key.name == name && key.state != KeyState::ForHost)
            };
            splice.exchange(requests, goes, &[]);
        }
        let given: Vec<_> = round
            .given()
            .map(|(name, json)| (name.to_owned(), json.to_owned()))
            .collect();
        let state = members.get("requestState");
        if !given.is_empty() {
            let token = self.names.text();
            match state {
                Some(state) => splice.replace(state, quoted(&token)),
                None => splice.insert(result, &[("requestState", &quoted(&token))]),
            }
            let state = state.map(|state| state.get().to_owned());
            self.held.keep(token, given, state, call.rounds, now);
        }
        let line = splice.finish();
        self.give_host(id, &line);
    }

    /// Gives the agent an answer to a call that is no longer in the table.
    fn give_host(&mut self, id: &Id, line: &Bytes) {
        self.send_host(line.clone());
        self.withdraw_pushes(id);
        self.rest();
    }

    fn give_host_renamed(&mut self, id: &Id, call: &Call, line: &Bytes) {
        if let Some(message) = Message::read(line) {
            self.end_call(id, call, line, &message);
        }
    }
}

impl Round {
    /// The answers there are.
    fn given(&self) -> impl Iterator<Item = (&str, &str)> {
        self.keys.iter().filter_map(|key| match &key.state {
            KeyState::Given(json) => Some((key.name.as_str(), json.as_str())),
            KeyState::Waiting | KeyState::ForHost => None,
        })
    }

    /// The server's state, which goes back as it came.
    fn state(&self) -> Option<&RawValue> {
        Members::read(Message::read(&self.line)?.result?)?.get("requestState")
    }
}

/// Puts the answers of this round into a request, and takes those of an earlier one out.
pub(super) fn put_answers(
    params: &RawValue,
    splice: &mut Splice<'_>,
    responses: &str,
    state: Option<&str>,
) {
    let mut added = vec![("inputResponses", responses)];
    added.extend(state.map(|state| ("requestState", state)));
    let is_old = |name: &str| name == "inputResponses" || name == "requestState";
    splice.exchange(params, is_old, &added);
}

/// Answers by the names of their questions, as JSON.
pub(super) fn responses<'a>(given: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let members: Vec<_> = given
        .map(|(name, json)| format!("{}:{json}", quoted(name)))
        .collect();
    format!("{{{}}}", members.join(","))
}

/// What becomes of a question that Doorbell cannot ask.
fn without(is_declared: bool) -> KeyState {
    if is_declared {
        KeyState::ForHost
    } else {
        KeyState::Given(cancelled())
    }
}

fn accepted() -> String {
    r#"{"action":"accept"}"#.to_owned()
}

/// The answer for a link that was opened.
pub(super) fn finished(state: DoneState) -> String {
    match state {
        DoneState::Done => accepted(),
        DoneState::Cancelled | DoneState::Expired | DoneState::Unknown => cancelled(),
    }
}
