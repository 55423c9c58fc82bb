//! Answers of the person that wait for the agent's own, in rounds that ask both.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::Interceptor;
use super::keys::responses;
use super::modern::put_answers;
use crate::members::Members;
use crate::message::{Message, may_have};
use crate::splice::Splice;

/// How long the agent may take over its part.
pub(super) const HELD_FOR: Duration = Duration::from_secs(10 * 60);
/// How many rounds may wait for the agent at once; the oldest is forgotten.
pub(super) const MOST_HELD: usize = 64;

/// Rounds of which the agent has its part, oldest first.
#[derive(Default)]
pub(super) struct Held(VecDeque<Round>);

struct Round {
    token: String,
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
    /// It is too old, or was used already.
    Expired,
}

impl Held {
    pub(super) fn keep(
        &mut self,
        token: String,
        given: Vec<(String, String)>,
        state: Option<String>,
        rounds: u32,
        now: Instant,
    ) {
        self.0.retain(|round| round.until > now);
        if self.0.len() == MOST_HELD {
            self.0.pop_front();
        }
        self.0.push_back(Round {
            token,
            given,
            state,
            rounds,
            until: now + HELD_FOR,
        });
    }

    /// Takes a round out; it can be had once.
    fn take(&mut self, token: &str, now: Instant) -> Option<Round> {
        let at = self.0.iter().position(|round| round.token == token)?;
        self.0.remove(at).filter(|round| round.until > now)
    }
}

impl Interceptor {
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
        let Some(round) = self.held.take(&token, now) else {
            return Exchange::Expired;
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
}
