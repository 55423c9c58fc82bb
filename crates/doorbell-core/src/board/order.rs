//! Which question is next: first in, first out within a session, round robin between sessions.

use std::collections::BTreeMap;
use std::time::Duration;

use super::QuestionId;
use super::question::Question;
use crate::asker::SessionId;

/// Remembers which session was served when.
///
/// A session waits since its oldest question or its last turn, whichever is later. Both are
/// measured in question numbers, so that a session with a new question never overtakes a waiting
/// one.
#[derive(Default)]
pub(super) struct Turns {
    served_at: BTreeMap<SessionId, QuestionId>,
    last_served: Option<SessionId>,
}

impl Turns {
    /// The index of the oldest unsnoozed question, notices apart, of the session that has waited longest.
    pub fn next(&self, questions: &[Question], now: Duration) -> Option<usize> {
        questions
            .iter()
            .enumerate()
            .filter(|(_, question)| question.is_open() && !question.is_quiet())
            .filter(|(_, question)| question.snoozed_until.is_none_or(|until| until <= now))
            .min_by_key(|(_, question)| {
                let served = self.served_at.get(&question.session());
                let waiting_since = served.map_or(question.id, |at| (*at).max(question.id));
                (waiting_since, question.id)
            })
            .map(|(index, _)| index)
    }

    /// `newest` is the number of the next question.
    pub fn mark_served(&mut self, session: SessionId, newest: QuestionId, questions: &[Question]) {
        let has_question = |session: &SessionId| {
            questions
                .iter()
                .any(|question| question.session() == *session)
        };
        self.served_at.retain(|session, _| has_question(session));
        self.served_at.insert(session, newest);
        self.last_served = Some(session);
    }

    /// Moves the last served session to the end of the queue.
    pub fn requeue_last(&mut self, newest: QuestionId) {
        if let Some(served) = self
            .last_served
            .and_then(|last| self.served_at.get_mut(&last))
        {
            *served = newest;
        }
    }

    pub fn last_served(&self) -> Option<SessionId> {
        self.last_served
    }
}
