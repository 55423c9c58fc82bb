//! Answers of the person that wait for the agent's own, in rounds that ask both.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use bytes::Bytes;
use serde_json::{Map, Value};

use super::Interceptor;
use super::answer::invalid_params;
use super::calls::Call;
use super::keys::responses;
use super::modern::{self, put_answers};
use crate::members::Members;
use crate::message::{Heard, Message, may_have};
use crate::splice::{Splice, quoted};

/// How long the agent may take over its part.
pub(super) const HELD_FOR: Duration = Duration::from_secs(10 * 60);
/// How many rounds may wait for the agent at once; the oldest is forgotten.
pub(super) const MOST_HELD: usize = 64;

/// Rounds of which the agent has its part, oldest first.
#[derive(Default)]
pub(super) struct Held(VecDeque<Round>);

struct Round {
    token: String,
    /// The call that was interrupted, and no other, gets the answers.
    call: Bytes,
    given: Vec<(String, String)>,
    /// The server's own state, as JSON, if it had one.
    state: Option<String>,
    rounds: u32,
    until: Instant,
}

/// What came of looking for the proxy's state in a request.
pub(super) enum Exchange {
    /// It is not there.
    None,
    /// It was exchanged for the server's, and the answers were added.
    Done {
        /// How many rounds the call has had.
        rounds: u32,
    },
    /// It is too old, was used already, or belongs to another call.
    Refused,
}

impl Held {
    fn keep(&mut self, round: Round, now: Instant) {
        // What a person answered is kept no longer than it can be of use.
        self.0.retain(|round| round.until > now);
        if self.0.len() == MOST_HELD {
            self.0.pop_front();
        }
        self.0.push_back(round);
    }

    /// Takes a round out; it can be had once.
    fn take(&mut self, token: &str, now: Instant) -> Option<Round> {
        let at = self.0.iter().position(|round| round.token == token)?;
        self.0.remove(at).filter(|round| round.until > now)
    }
}

impl Interceptor {
    /// Gives the agent the part of a round that is its own, with a state by which the answers of
    /// the person are found again.
    pub(super) fn share_round(&mut self, call: &Call, round: &modern::Round, now: Instant) {
        let Some(message) = Heard::read(&round.line) else {
            return;
        };
        let result = message.result.and_then(Members::read).unwrap_or_default();
        let mut splice = Splice::of(&round.line);
        let given: Vec<_> = round
            .given()
            .map(|(name, json)| (name.to_owned(), json.to_owned()))
            .collect();
        if !given.is_empty() {
            if let Some(requests) = result.get("inputRequests") {
                let goes = |name: &str| given.iter().any(|(given, _)| given == name);
                splice.exchange(requests, goes, &[]);
            }
            let token = self.names.text();
            match (result.get("requestState"), message.result) {
                (Some(state), _) => splice.replace(state, quoted(&token)),
                (None, Some(result)) => {
                    splice.insert(result, &[("requestState", &quoted(&token))]);
                }
                (None, None) => {}
            }
            let round = Round {
                token,
                call: call.line.clone(),
                given,
                state: round.state().map(str::to_owned),
                rounds: call.rounds,
                until: now + HELD_FOR,
            };
            self.held.keep(round, now);
        }
        self.end_call_with(call, &message, splice);
    }

    /// Exchanges the proxy's state in an agent's request for the server's, once, and adds what
    /// the person answered.
    pub(super) fn exchange_token(
        &mut self,
        message: &Message<'_>,
        splice: &mut Splice<'_>,
        now: Instant,
    ) -> Exchange {
        let Some(raw) = message
            .params
            .filter(|raw| may_have(raw.get().as_bytes(), self.names.prefix()))
        else {
            return Exchange::None;
        };
        let params = Members::read(raw).unwrap_or_default();
        let Some(token) = params
            .text("requestState")
            .filter(|state| self.names.made_here(state))
        else {
            return Exchange::None;
        };
        let round = self.held.take(&token, now);
        let Some(round) = round.filter(|round| is_same(&round.call, message)) else {
            return Exchange::Refused;
        };
        let theirs = params.object("inputResponses").unwrap_or_default();
        let ours = || round.given.iter().map(|(name, json)| (&**name, &**json));
        let theirs = theirs
            .iter()
            .map(|(name, answer)| (name, answer.get()))
            // An answer of the person's is not the agent's to give.
            .filter(|(name, _)| ours().all(|(ours, _)| ours != *name));
        let responses = responses(theirs.chain(ours()));
        put_answers(raw, splice, Some(&responses), round.state.as_deref());
        Exchange::Done {
            rounds: round.rounds,
        }
    }

    /// Answers a request that brings a state which cannot be exchanged.
    pub(super) fn refuse_token(&mut self, message: &Message<'_>) {
        let text =
            "the requestState has expired, was used already or is another call's; call again";
        self.send_host(invalid_params(message, text));
    }
}

/// Whether a request is a call that is sent again. What a person answered for one call must not
/// be had for another.
fn is_same(call: &[u8], request: &Message<'_>) -> bool {
    let wanted = |message: &Message<'_>| {
        let mut params: Map<String, Value> = serde_json::from_str(message.params?.get()).ok()?;
        params.retain(|name, _| !["inputResponses", "requestState", "_meta"].contains(&&**name));
        Some((message.method.as_ref()?.to_string(), params))
    };
    let call = Message::read(call);
    call.is_some_and(|call| wanted(&call).is_some() && wanted(&call) == wanted(request))
}
