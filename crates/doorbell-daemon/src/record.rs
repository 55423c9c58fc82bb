//! What the daemon knows of one question, from asking until its asker has the answer.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use doorbell_core::asker::{AskerId, SessionId};
use doorbell_core::board::QuestionId;
use doorbell_core::draft::Draft;
use doorbell_core::moment::Moment;
use doorbell_protocol::{
    AwaitDoneResult, ElicitResult, Key, ProgressParams, ProgressToken, RequestId,
};

use crate::digest::Digest;
use crate::storage::Undelivered;

/// How long an answer waits for its asker, and the end of a link for those who ask about it.
pub const UNDELIVERED: Duration = Duration::from_secs(10 * 60);
/// How many questions are kept after their ends.
const MOST_ENDED: usize = 256;
/// How many requests may wait for the ends of links at once.
const MOST_AWAITING: usize = 256;
/// How many of them may be one asker's: all could be answered at once, and its outbox must have
/// room for that.
const MOST_AWAITING_OF_ONE: usize = 32;

/// A request that gets one response.
pub type ReplyTo = (AskerId, RequestId);

/// One question.
#[derive(Default)]
pub struct QuestionRecord {
    /// The request that gets the answer, of the connection that asked last. `None` if a previous
    /// run was asked.
    pub reply_to: Option<ReplyTo>,
    /// The agent's session, as the asker claims it.
    pub claimed_session: Option<String>,
    /// What its asker can ask again with. A question that ended without an answer has none.
    pub key: Option<QuestionKey>,
    pub state: State,
    /// What there is to finish after the answer, if it is a link.
    pub link: Option<LinkRecord>,
    pub progress: Option<Progress>,
    /// What drafts of its form are kept under, as long as the person can type in it.
    pub subject: Option<Digest>,
    /// When what was typed must be saved.
    pub save_at: Option<Duration>,
    /// Whether another connection withdrew it, of which its asker is notified.
    pub is_taken_back: bool,
    /// Until when it is kept after its end.
    pub kept_until: Duration,
}

/// The key of a question, and what was asked with it.
pub struct QuestionKey {
    /// The key as one process has it, since the machine was started.
    pub name: Digest,
    pub params: Digest,
    /// The key itself, unless a previous run was asked.
    pub key: Option<Key>,
}

#[derive(Default)]
pub enum State {
    /// It is on the board.
    #[default]
    Open,
    /// It has its answer, which is sent as soon as it is stored.
    Storing(PendingAnswer),
    /// Its answer was sent, but perhaps not received.
    Answered(PendingAnswer),
    /// Its asker gets nothing more.
    Ended,
}

/// An answer that its asker has not confirmed.
pub struct PendingAnswer {
    pub result: Arc<ElicitResult>,
    /// What the person typed for it, and what drafts of that are kept under.
    pub typed: Option<(Digest, Draft)>,
}

/// A link that has to be finished after consent.
pub struct LinkRecord {
    /// Those of other sessions learn nothing about it.
    pub session: SessionId,
    /// The requests that wait for its end.
    pub awaiting: Vec<ReplyTo>,
    pub finished: Option<AwaitDoneResult>,
}

/// Tells an asker that wishes it that the person is still being waited for.
pub struct Progress {
    pub token: ProgressToken,
    pub sent: u64,
    pub next: Duration,
}

impl Progress {
    fn step(&mut self, next: Duration) -> ProgressParams {
        (self.sent, self.next) = (self.sent + 1, next);
        ProgressParams {
            progress_token: self.token.clone(),
            progress: self.sent,
            message: "Waiting for your answer in Doorbell".to_owned(),
        }
    }
}

impl QuestionRecord {
    /// An answer that a previous run could not deliver.
    pub fn restore(answer: Undelivered, now: &Moment) -> Self {
        let age = now.timestamp().duration_since(answer.at);
        let age = age.try_into().unwrap_or(Duration::ZERO);
        Self {
            key: Some(QuestionKey {
                name: answer.name,
                params: answer.params,
                key: None,
            }),
            state: State::Answered(PendingAnswer {
                result: answer.result,
                typed: answer.subject.zip(answer.draft),
            }),
            kept_until: now.steady + UNDELIVERED.saturating_sub(age),
            ..Self::default()
        }
    }

    pub fn is_open(&self) -> bool {
        matches!(self.state, State::Open)
    }

    pub fn is_unfinished_link(&self) -> bool {
        matches!(&self.link, Some(link) if link.finished.is_none())
    }

    /// Whether only time keeps it.
    pub fn is_over(&self) -> bool {
        let has_answer = matches!(self.state, State::Answered(_) | State::Ended);
        has_answer && !self.is_unfinished_link()
    }

    fn next_tick(&self) -> Option<Duration> {
        let kept = Some(self.kept_until).filter(|at| self.is_over() && !at.is_zero());
        let progress = self.progress.as_ref().map(|progress| progress.next);
        [self.save_at, kept, progress].into_iter().flatten().min()
    }
}

/// Every question that is open or has ended a short while ago. There are some hundreds at most, so
/// what is looked for is looked for among all of them.
#[derive(Default)]
pub struct Questions(pub BTreeMap<QuestionId, QuestionRecord>);

impl Questions {
    pub fn open(&self) -> impl Iterator<Item = (QuestionId, &QuestionRecord)> {
        let records = self.0.iter().map(|(id, record)| (*id, record));
        records.filter(|(_, record)| record.is_open())
    }

    pub fn is_open(&self, id: QuestionId) -> bool {
        self.0.get(&id).is_some_and(QuestionRecord::is_open)
    }

    /// The open question that a request asked.
    pub fn by_request(&self, request: &ReplyTo) -> Option<QuestionId> {
        let mut open = self.open();
        let is_it = |record: &QuestionRecord| record.reply_to.as_ref() == Some(request);
        open.find(|(_, record)| is_it(record)).map(|(id, _)| id)
    }

    /// The question that was asked with a key of this name.
    pub fn by_key(&self, name: &Digest) -> Option<QuestionId> {
        let is_it =
            |record: &QuestionRecord| record.key.as_ref().is_some_and(|key| key.name == *name);
        let mut records = self.0.iter();
        records.find(|(_, record)| is_it(record)).map(|(id, _)| *id)
    }

    /// Has a request wait for the end of a link. Returns false if too many do.
    pub fn await_end(&mut self, id: QuestionId, request: ReplyTo) -> bool {
        let links = self.0.values().filter_map(|record| record.link.as_ref());
        let awaiting: Vec<_> = links.flat_map(|link| &link.awaiting).collect();
        let own = awaiting
            .iter()
            .filter(|(asker, _)| *asker == request.0)
            .count();
        let room = awaiting.len() < MOST_AWAITING && own < MOST_AWAITING_OF_ONE;
        if let Some(link) = self.0.get_mut(&id).and_then(|record| record.link.as_mut())
            && room
        {
            link.awaiting.push(request);
        }
        room
    }

    /// Forgets the requests for the ends of links that `gone` names. Returns a link they were about.
    pub fn stop_awaiting(&mut self, gone: impl Fn(&ReplyTo) -> bool) -> Option<QuestionId> {
        let mut found = None;
        for (id, record) in &mut self.0 {
            if let Some(link) = &mut record.link
                && link
                    .awaiting
                    .extract_if(.., |request| gone(request))
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

    /// What askers that wish it are to be told of progress now.
    pub fn progress(&mut self, now: Duration, every: Duration) -> Vec<(AskerId, ProgressParams)> {
        let mut due = Vec::new();
        for record in self.0.values_mut() {
            if let (Some((asker, _)), Some(progress)) = (&record.reply_to, &mut record.progress)
                && progress.next <= now
            {
                due.push((*asker, progress.step(now + every)));
            }
        }
        due
    }

    /// Those whose time is over, and the oldest of those that are too many.
    pub fn expired(&self, now: Duration) -> Vec<QuestionId> {
        let mut over: Vec<_> = self
            .0
            .iter()
            .filter(|(_, record)| record.is_over())
            .map(|(id, record)| (record.kept_until, *id))
            .collect();
        over.sort_unstable();
        let too_many = over.len().saturating_sub(MOST_ENDED);
        let late = over.partition_point(|(until, _)| *until <= now);
        over.truncate(late.max(too_many));
        over.into_iter().map(|(_, id)| id).collect()
    }
}

#[cfg(test)]
mod tests;
