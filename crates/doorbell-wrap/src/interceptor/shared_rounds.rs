//! Rounds that ask both the person and the agent. The person's answers are stored until the agent
//! retries the call with its own.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use bytes::Bytes;
use serde_json::{Map, Value};

use super::Interceptor;
use super::answer::invalid_params;
use super::calls::Call;
use super::inputs::json_object;
use super::modern::{self, set_round_params};
use crate::members::Members;
use crate::message::{Message, ParsedLine, may_contain};
use crate::splice::{Splice, quoted};

/// How long the agent may take to retry.
pub(super) const SHARED_ROUND_TTL: Duration = Duration::from_secs(10 * 60);
/// How many rounds are stored; the oldest is dropped.
pub(super) const MAX_SHARED_ROUNDS: usize = 64;

/// Stored rounds, oldest first.
#[derive(Default)]
pub(super) struct SharedRounds(VecDeque<SharedRound>);

struct SharedRound {
    token: String,
    /// The interrupted call. Only its retry may use the answers.
    call: Bytes,
    /// The person's answers as JSON, by key.
    answers: Vec<(String, String)>,
    /// The server's `requestState` as JSON.
    state: Option<String>,
    rounds: u32,
    expires: Instant,
}

/// Result of looking for the proxy's token in a request's `requestState`.
pub(super) enum TokenExchange {
    NoToken,
    /// The server's state replaced the token, and the answers were added.
    Exchanged {
        rounds: u32,
    },
    /// The token has expired, was used already, or belongs to another call.
    Refused,
}

impl SharedRounds {
    fn insert(&mut self, round: SharedRound, now: Instant) {
        // Drop expired answers as soon as possible: they are private.
        self.0.retain(|round| round.expires > now);
        if self.0.len() == MAX_SHARED_ROUNDS {
            self.0.pop_front();
        }
        self.0.push_back(round);
    }

    /// Removes a round: a token works once.
    fn take(&mut self, token: &str, now: Instant) -> Option<SharedRound> {
        let at = self.0.iter().position(|round| round.token == token)?;
        self.0.remove(at).filter(|round| round.expires > now)
    }
}

impl Interceptor {
    /// Passes the agent its part of a round, with a token that identifies the person's answers.
    pub(super) fn share_round(&mut self, call: &Call, round: &modern::Round, now: Instant) {
        let Some(message) = ParsedLine::parse(&round.line) else {
            return;
        };
        let result = message.result.and_then(Members::parse).unwrap_or_default();
        let mut splice = Splice::new(&round.line);
        let answers: Vec<_> = round
            .answers()
            .map(|(name, json)| (name.to_owned(), json.to_owned()))
            .collect();
        if !answers.is_empty() {
            if let Some(requests) = result.get("inputRequests") {
                let is_answered = |name: &str| answers.iter().any(|(key, _)| key == name);
                splice.edit_members(requests, is_answered, &[]);
            }
            let token = self.ids.next_id();
            match (result.get("requestState"), message.result) {
                (Some(state), _) => splice.replace(state, quoted(&token)),
                (None, Some(result)) => {
                    splice.insert_members(result, &[("requestState", &quoted(&token))]);
                }
                (None, None) => {}
            }
            let round = SharedRound {
                token,
                call: call.line.clone(),
                answers,
                state: round.state().map(str::to_owned),
                rounds: call.rounds,
                expires: now + SHARED_ROUND_TTL,
            };
            self.shared_rounds.insert(round, now);
        }
        self.end_call_with(call, &message, splice);
    }

    /// Replaces the proxy's token in an agent's request with the server's state, and adds the person's
    /// answers.
    pub(super) fn exchange_token(
        &mut self,
        message: &Message<'_>,
        splice: &mut Splice<'_>,
        now: Instant,
    ) -> TokenExchange {
        let Some(raw) = message
            .params
            .filter(|raw| may_contain(raw.get().as_bytes(), self.ids.prefix()))
        else {
            return TokenExchange::NoToken;
        };
        let params = Members::parse(raw).unwrap_or_default();
        let Some(token) = params
            .string("requestState")
            .filter(|state| self.ids.is_our_text(state))
        else {
            return TokenExchange::NoToken;
        };
        let round = self.shared_rounds.take(&token, now);
        let Some(round) = round.filter(|round| is_retry(&round.call, message)) else {
            return TokenExchange::Refused;
        };
        let agent_answers = params.object("inputResponses").unwrap_or_default();
        let person_answers = || round.answers.iter().map(|(name, json)| (&**name, &**json));
        let agent_answers = agent_answers
            .iter()
            .map(|(name, answer)| (name, answer.get()))
            // The agent must not override the person's answers.
            .filter(|(name, _)| person_answers().all(|(key, _)| key != *name));
        let responses = json_object(agent_answers.chain(person_answers()));
        set_round_params(raw, splice, Some(&responses), round.state.as_deref());
        TokenExchange::Exchanged {
            rounds: round.rounds,
        }
    }

    pub(super) fn refuse_token(&mut self, message: &Message<'_>) {
        let text =
            "the requestState has expired, was used already or is another call's; call again";
        self.send_host(invalid_params(message, text));
    }
}

/// Returns whether `request` retries `call`. Answers for one call must not be usable for another.
fn is_retry(call: &[u8], request: &Message<'_>) -> bool {
    let identity = |message: &Message<'_>| {
        let mut params: Map<String, Value> = serde_json::from_str(message.params?.get()).ok()?;
        params.retain(|name, _| !["inputResponses", "requestState", "_meta"].contains(&&**name));
        Some((message.method.as_ref()?.to_string(), params))
    };
    let call = Message::parse(call);
    call.is_some_and(|call| identity(&call).is_some() && identity(&call) == identity(request))
}
