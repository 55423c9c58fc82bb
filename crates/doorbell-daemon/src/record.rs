//! The daemon's record of each question, from the request until its asker has the answer.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use doorbell_core::asker::{AskerId, SessionId};
use doorbell_core::board::QuestionId;
use doorbell_core::draft::Draft;
use doorbell_core::moment::Moment;
use doorbell_protocol::{
    AwaitDoneResult, ElicitResult, Key, ProgressParams, ProgressToken, RequestId, WithdrawName,
    WithdrawReason,
};
use jiff::Timestamp;

use crate::digest::Digest;
use crate::storage::Undelivered;

/// How long an answer, or the result of a link, is kept for its asker to fetch.
pub const ANSWER_RETENTION: Duration = Duration::from_secs(10 * 60);
const MAX_ENDED: usize = 256;
/// How many requests may await links at once.
const MAX_AWAITING: usize = 256;
/// All of an asker's requests could be answered at once, and its outbox must have room for that.
const MAX_AWAITING_PER_ASKER: usize = 32;

/// A request that gets one response.
pub type ReplyTo = (AskerId, RequestId);

#[derive(Default)]
pub struct QuestionRecord {
    /// The latest request for this question; `None` if it was asked in a previous run.
    pub reply_to: Option<ReplyTo>,
    pub claimed_session: Option<String>,
    /// Of its first asker.
    pub session: Option<SessionId>,
    /// Lets its asker resume. Removed when the question ends without an answer.
    pub key: Option<QuestionKey>,
    /// Lets other processes withdraw it, and nothing else.
    pub withdraw_name: Option<WithdrawName>,
    pub state: State,
    pub link: Option<LinkRecord>,
    pub progress: Option<Progress>,
    /// Identifies its form's draft while the person can type in it.
    pub draft_key: Option<Digest>,
    /// When to save its draft.
    pub save_at: Option<Duration>,
    /// Set if another connection withdrew it; its asker then gets a response.
    pub withdrawn: Option<Withdrawn>,
    /// When it was asked.
    pub asked_at: Duration,
    /// True if details were hidden when it was asked.
    pub hides_first_line: bool,
    /// True for a notice about an agent session. Its asker gets a reply at most, and history nothing.
    pub is_session_notice: bool,
    /// When to remove it after its end.
    pub retain_until: Duration,
}

pub struct Withdrawn {
    pub because: Option<WithdrawReason>,
}

pub struct QuestionKey {
    /// Digest of the key, the process and the boot of the machine.
    pub digest: Digest,
    /// Digest of the params, which must be the same when the question is asked again.
    pub params: Digest,
    /// `None` if the question was asked in a previous run.
    pub key: Option<Key>,
}

#[derive(Default)]
pub enum State {
    #[default]
    Open,
    /// The answer is sent once it is stored.
    Storing(PendingAnswer),
    /// The answer may be sent; its asker has not confirmed it.
    Answered(PendingAnswer),
    /// The answer was stored by the previous run and is not verified yet.
    Restored(UnverifiedAnswer),
    Ended,
}

impl State {
    /// Returns the person's input of an answer that was not delivered.
    pub fn into_undelivered_input(self) -> Option<(Digest, Draft)> {
        match self {
            Self::Answered(answer) => answer.input,
            Self::Restored(answer) => answer.input,
            Self::Open | Self::Storing(_) | Self::Ended => None,
        }
    }
}

/// An answer that its asker has not confirmed.
pub struct PendingAnswer {
    pub result: Arc<ElicitResult>,
    /// The person's input with its draft key. It becomes a draft if the answer is never fetched.
    pub input: Option<(Digest, Draft)>,
}

/// An answer from the database, which any program of the same user could have written there.
pub struct UnverifiedAnswer {
    pub answered_at: Timestamp,
    /// The answer as JSON.
    pub result: String,
    pub mac: Vec<u8>,
    /// The person's input with its draft key.
    pub input: Option<(Digest, Draft)>,
}

/// The state of a link, which is finished some time after the person's consent.
pub struct LinkRecord {
    /// Only askers of this session may await it.
    pub session: SessionId,
    /// Requests to answer when it is finished.
    pub awaiting: Vec<ReplyTo>,
    pub result: Option<AwaitDoneResult>,
}

/// Progress notifications that the asker requested.
pub struct Progress {
    pub token: ProgressToken,
    pub sent: u64,
    pub next: Duration,
}

impl Progress {
    fn advance(&mut self, next: Duration) -> ProgressParams {
        (self.sent, self.next) = (self.sent + 1, next);
        ProgressParams {
            progress_token: self.token.clone(),
            progress: self.sent,
            message: "Waiting for your answer in Doorbell".to_owned(),
        }
    }
}

impl QuestionRecord {
    /// Restores an answer that the previous run did not deliver.
    pub fn restore(answer: Undelivered, now: &Moment) -> Self {
        let age = now.timestamp().duration_since(answer.answered_at);
        let age = age.try_into().unwrap_or(Duration::ZERO);
        Self {
            key: Some(QuestionKey {
                digest: answer.key,
                params: answer.params,
                key: None,
            }),
            state: State::Restored(UnverifiedAnswer {
                answered_at: answer.answered_at,
                result: answer.result,
                mac: answer.mac,
                input: answer.draft_key.zip(answer.draft),
            }),
            retain_until: now.steady + ANSWER_RETENTION.saturating_sub(age),
            ..Self::default()
        }
    }

    pub fn is_open(&self) -> bool {
        matches!(self.state, State::Open)
    }

    pub fn is_unfinished_link(&self) -> bool {
        matches!(&self.link, Some(link) if link.result.is_none())
    }

    /// Returns true if the question is kept only until `retain_until`.
    pub fn is_over(&self) -> bool {
        let has_ended = matches!(
            self.state,
            State::Answered(_) | State::Restored(_) | State::Ended
        );
        has_ended && !self.is_unfinished_link()
    }

    fn next_tick(&self) -> Option<Duration> {
        let expiry = Some(self.retain_until).filter(|at| self.is_over() && !at.is_zero());
        let progress = self.progress.as_ref().map(|progress| progress.next);
        [self.save_at, expiry, progress].into_iter().flatten().min()
    }
}

/// The open and recently ended questions. There are at most a few hundred, so lookups are linear.
#[derive(Default)]
pub struct Questions(pub BTreeMap<QuestionId, QuestionRecord>);

impl Questions {
    pub fn open(&self) -> impl Iterator<Item = (QuestionId, &QuestionRecord)> {
        let records = self.0.iter().map(|(id, record)| (*id, record));
        records.filter(|(_, record)| record.is_open())
    }

    /// The open ones that were asked: no notices about sessions.
    pub fn asked(&self) -> impl Iterator<Item = (QuestionId, &QuestionRecord)> {
        self.open().filter(|(_, record)| !record.is_session_notice)
    }

    pub fn is_open(&self, id: QuestionId) -> bool {
        self.0.get(&id).is_some_and(QuestionRecord::is_open)
    }

    /// Returns the askers that wait for an answer or the end of a link.
    pub fn waiting_askers(&self) -> HashSet<AskerId> {
        let mut askers = HashSet::new();
        for record in self.0.values().filter(|record| !record.is_over()) {
            askers.extend(record.reply_to.iter().map(|(asker, _)| *asker));
            let awaiting = record.link.iter().flat_map(|link| &link.awaiting);
            askers.extend(awaiting.map(|(asker, _)| *asker));
        }
        askers
    }

    pub fn by_request(&self, request: &ReplyTo) -> Option<QuestionId> {
        let mut open = self.open();
        let found = open.find(|(_, record)| record.reply_to.as_ref() == Some(request));
        found.map(|(id, _)| id)
    }

    pub fn by_key(&self, digest: &Digest) -> Option<QuestionId> {
        let has_key =
            |record: &QuestionRecord| record.key.as_ref().is_some_and(|key| key.digest == *digest);
        let mut records = self.0.iter();
        records
            .find(|(_, record)| has_key(record))
            .map(|(id, _)| *id)
    }

    /// Adds a request that awaits a link. Returns false if there are too many.
    pub fn await_link(&mut self, id: QuestionId, request: ReplyTo) -> bool {
        let links = self.0.values().filter_map(|record| record.link.as_ref());
        let awaiting: Vec<_> = links.flat_map(|link| &link.awaiting).collect();
        let own = awaiting
            .iter()
            .filter(|(asker, _)| *asker == request.0)
            .count();
        let has_room = awaiting.len() < MAX_AWAITING && own < MAX_AWAITING_PER_ASKER;
        if let Some(link) = self.0.get_mut(&id).and_then(|record| record.link.as_mut())
            && has_room
        {
            link.awaiting.push(request);
        }
        has_room
    }

    /// Removes the matching requests that await links. Returns the link of one of them.
    pub fn stop_awaiting(&mut self, matches: impl Fn(&ReplyTo) -> bool) -> Option<QuestionId> {
        let mut found = None;
        for (id, record) in &mut self.0 {
            if let Some(link) = &mut record.link
                && link
                    .awaiting
                    .extract_if(.., |request| matches(request))
                    .count()
                    > 0
            {
                found = Some(*id);
            }
        }
        found
    }

    pub fn next_tick(&self) -> Option<Duration> {
        self.0.values().filter_map(QuestionRecord::next_tick).min()
    }

    /// Returns the progress notifications that are due, and schedules the next ones.
    pub fn progress(
        &mut self,
        now: Duration,
        interval: Duration,
    ) -> Vec<(AskerId, ProgressParams)> {
        let mut due = Vec::new();
        for record in self.0.values_mut() {
            if let (Some((asker, _)), Some(progress)) = (&record.reply_to, &mut record.progress)
                && progress.next <= now
            {
                due.push((*asker, progress.advance(now + interval)));
            }
        }
        due
    }

    /// Returns the questions past their retention, and the oldest ones beyond `MAX_ENDED`.
    pub fn expired(&self, now: Duration) -> Vec<QuestionId> {
        let mut ended: Vec<_> = self
            .0
            .iter()
            .filter(|(_, record)| record.is_over())
            .map(|(id, record)| (record.retain_until, *id))
            .collect();
        ended.sort_unstable();
        let excess = ended.len().saturating_sub(MAX_ENDED);
        let expired = ended.partition_point(|(until, _)| *until <= now);
        ended.truncate(expired.max(excess));
        ended.into_iter().map(|(_, id)| id).collect()
    }
}

#[cfg(test)]
mod tests;
