//! Whose turn it is: first in, first out within a session, turn by turn between sessions.

use std::collections::BTreeMap;
use std::time::Duration;

use super::QuestionId;
use super::question::Question;
use crate::asker::SessionId;

/// Remembers which session was served when.
///
/// A session waits since its oldest question or since it was last served, whichever came later.
/// Both are told by the counter that numbers the questions, so that a session which comes back
/// with a new question can never overtake one that was already waiting.
#[derive(Default)]
pub(super) struct Turns {
    served: BTreeMap<SessionId, QuestionId>,
    last: Option<SessionId>,
}

impl Turns {
    /// The place of the question that is next: of the session that has waited longest, its
    /// oldest question that is not put aside.
    pub fn next(&self, questions: &[Question], now: Duration) -> Option<usize> {
        questions
            .iter()
            .enumerate()
            .filter(|(_, question)| question.is_open())
            .filter(|(_, question)| question.aside_until.is_none_or(|until| until <= now))
            .min_by_key(|(_, question)| {
                let served = self.served.get(&question.session());
                let waits_since = served.map_or(question.id, |at| (*at).max(question.id));
                (waits_since, question.id)
            })
            .map(|(place, _)| place)
    }

    /// A question of this session is shown; `newest` is the number the next question will get.
    pub fn took(&mut self, session: SessionId, newest: QuestionId, questions: &[Question]) {
        let waits = |session: &SessionId| {
            questions
                .iter()
                .any(|question| question.session() == *session)
        };
        self.served.retain(|session, _| waits(session));
        self.served.insert(session, newest);
        self.last = Some(session);
    }

    /// The session that was served last is done for now and goes to the end of the line.
    pub fn done(&mut self, newest: QuestionId) {
        if let Some(served) = self.last.and_then(|last| self.served.get_mut(&last)) {
            *served = newest;
        }
    }

    /// The session that was served last.
    pub fn last(&self) -> Option<SessionId> {
        self.last
    }
}
