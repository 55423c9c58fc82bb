//! Questions that their askers can come back for, and the outcomes that wait for them.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use doorbell_core::asker::{Asker, AskerId};
use doorbell_core::board::QuestionId;
use doorbell_core::draft::Draft;
use doorbell_core::moment::Moment;
use doorbell_protocol::{ElicitResult, Key, RequestId};

use crate::digest::Digest;
use crate::storage::Undelivered;

/// How long an outcome waits for its asker.
pub const UNDELIVERED: Duration = Duration::from_secs(10 * 60);
/// How many outcomes wait at most.
const MOST_UNDELIVERED: usize = 256;

/// A key as Doorbell keeps it: that of one process, since the machine was started.
pub fn name(boot: &str, asker: &Asker, key: &Key) -> Digest {
    let verified = &asker.verified;
    let (pid, ticks) = (
        verified.program.pid.to_le_bytes(),
        verified.ticks.to_le_bytes(),
    );
    Digest::of([boot.as_bytes(), &pid, &ticks, key.as_str().as_bytes()])
}

/// The key of a question, and what is asked with it.
pub struct Named {
    pub name: Digest,
    pub params: Digest,
    pub key: Key,
}

/// Every question with a key, open or ended a short while ago.
#[derive(Default)]
pub struct Keys {
    entries: HashMap<Digest, Entry>,
}

/// One question with a key.
pub struct Entry {
    /// What was asked.
    pub params: Digest,
    /// The question; those of an earlier life have none.
    pub question: Option<QuestionId>,
    /// Whether it is a link, which may be asked about by its key until it is finished.
    pub is_link: bool,
    key: Option<Key>,
    state: State,
}

enum State {
    /// It waits for the person.
    Open,
    /// It has its outcome, which is being written down. Then it goes there.
    Storing {
        result: Arc<ElicitResult>,
        typed: Option<Typed>,
        to: (AskerId, RequestId),
    },
    /// It has its outcome, which was sent but perhaps not received.
    Kept {
        result: Arc<ElicitResult>,
        typed: Option<Typed>,
        until: Duration,
    },
}

/// What the person typed for an answer, in case it is never received.
pub type Typed = (Digest, Draft);

/// What there is under a key.
pub enum Found {
    /// Its question is open.
    Open(QuestionId),
    /// Its outcome is about to be sent, and will be to whoever came last.
    Storing,
    /// Its outcome.
    Kept(Arc<ElicitResult>),
}

impl Keys {
    /// What is known under a name.
    pub fn entry(&self, name: &Digest) -> Option<&Entry> {
        self.entries.get(name)
    }

    /// A question was asked.
    pub fn asked(&mut self, named: Named, question: QuestionId, is_link: bool) {
        let entry = Entry {
            params: named.params,
            question: Some(question),
            is_link,
            key: Some(named.key),
            state: State::Open,
        };
        self.entries.insert(named.name, entry);
    }

    /// What an earlier life could not deliver.
    pub fn recall(undelivered: Vec<Undelivered>, now: &Moment) -> Self {
        let mut keys = Self::default();
        for answer in undelivered {
            let age = now.timestamp().duration_since(answer.at);
            let age = age.try_into().unwrap_or(Duration::ZERO);
            let kept = Kept {
                result: answer.result,
                typed: answer.subject.zip(answer.draft),
                until: now.steady + UNDELIVERED.saturating_sub(age),
            };
            let entry = Entry {
                params: answer.params,
                question: None,
                is_link: false,
                key: None,
                state: kept.state(),
            };
            keys.entries.insert(answer.name, entry);
        }
        keys
    }

    /// The outcome is there and is being written down.
    pub fn storing(
        &mut self,
        name: &Digest,
        result: Arc<ElicitResult>,
        typed: Option<Typed>,
        to: (AskerId, RequestId),
    ) {
        if let Some(entry) = self.entries.get_mut(name) {
            entry.state = State::Storing { result, typed, to };
        }
    }

    /// The outcome is there; whoever comes back gets it.
    pub fn keep(&mut self, name: &Digest, kept: Kept) {
        if let Some(entry) = self.entries.get_mut(name) {
            entry.state = kept.state();
        }
    }

    /// It was written down: what goes where now.
    pub fn stored(
        &mut self,
        name: &Digest,
        now: Duration,
    ) -> Option<(AskerId, RequestId, Arc<ElicitResult>)> {
        let entry = self.entries.get_mut(name)?;
        let State::Storing { result, typed, to } = &mut entry.state else {
            return None;
        };
        let told = (to.0, to.1.clone(), Arc::clone(result));
        let kept = Kept {
            result: Arc::clone(&told.2),
            typed: typed.take(),
            until: now + UNDELIVERED,
        };
        entry.state = kept.state();
        Some(told)
    }

    /// Whether something is being written down.
    pub fn is_storing(&self) -> bool {
        let storing = |entry: &Entry| matches!(entry.state, State::Storing { .. });
        self.entries.values().any(storing)
    }

    /// What there is for an asker that has come back.
    pub fn come_back(&mut self, name: &Digest, by: (AskerId, RequestId)) -> Option<Found> {
        let entry = self.entries.get_mut(name)?;
        match &mut entry.state {
            State::Open => entry.question.map(Found::Open),
            State::Storing { to, .. } => {
                *to = by;
                Some(Found::Storing)
            }
            State::Kept { result, .. } => Some(Found::Kept(Arc::clone(result))),
        }
    }

    /// The open questions and the links with this key, whoever asked them.
    pub fn with_key(&self, key: &Key) -> Vec<QuestionId> {
        self.entries
            .values()
            .filter(|entry| entry.key.as_ref() == Some(key))
            .filter_map(|entry| entry.question)
            .collect()
    }

    /// Its question is gone without an outcome for the asker, or the asker has it.
    pub fn forget(&mut self, name: &Digest) {
        self.entries.remove(name);
    }

    /// The asker has the outcome; whether there was one to have.
    pub fn has_outcome(&self, name: &Digest) -> bool {
        let kept = |entry: &Entry| matches!(entry.state, State::Kept { .. });
        self.entries.get(name).is_some_and(kept)
    }

    /// When the next outcome has waited too long.
    pub fn next_tick(&self) -> Option<Duration> {
        self.entries
            .values()
            .filter_map(|entry| entry.state.until())
            .min()
    }

    /// Gives up what has waited too long or is too much. A link that is not finished is not.
    pub fn give_up(
        &mut self,
        now: Duration,
        is_waiting: impl Fn(QuestionId) -> bool,
    ) -> Vec<(Digest, Option<Typed>)> {
        for entry in self.entries.values_mut() {
            if let (Some(question), State::Kept { until, .. }) = (entry.question, &mut entry.state)
                && *until <= now
                && is_waiting(question)
            {
                *until = now + UNDELIVERED;
            }
        }
        let mut waiting: Vec<_> = self
            .entries
            .iter()
            .filter_map(|(name, entry)| entry.state.until().map(|until| (until, *name)))
            .collect();
        waiting.sort_unstable_by_key(|(until, _)| *until);
        let too_many = waiting.len().saturating_sub(MOST_UNDELIVERED);
        let late = waiting.iter().filter(|(until, _)| *until <= now).count();
        waiting.truncate(late.max(too_many));
        waiting
            .into_iter()
            .filter_map(|(_, name)| {
                let entry = self.entries.remove(&name)?;
                match entry.state {
                    State::Kept { typed, .. } => Some((name, typed)),
                    State::Open | State::Storing { .. } => None,
                }
            })
            .collect()
    }
}

/// An outcome that waits for its asker.
pub struct Kept {
    /// What it gets.
    pub result: Arc<ElicitResult>,
    /// What the person typed for it.
    pub typed: Option<Typed>,
    /// How long.
    pub until: Duration,
}

impl Kept {
    fn state(self) -> State {
        State::Kept {
            result: self.result,
            typed: self.typed,
            until: self.until,
        }
    }
}

impl State {
    fn until(&self) -> Option<Duration> {
        match self {
            Self::Kept { until, .. } => Some(*until),
            Self::Open | Self::Storing { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests;
