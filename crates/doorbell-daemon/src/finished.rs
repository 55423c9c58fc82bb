//! Who wants to hear that a link is finished, and which were finished a short while ago.

use std::collections::HashMap;
use std::time::Duration;

use doorbell_core::asker::{AskerId, SessionId};
use doorbell_core::board::{Finish, QuestionId};
use doorbell_protocol::{AwaitDoneResult, DoneBy, DoneState, RequestId};

/// How long the end of a link is remembered for an asker that comes back to ask.
const REMEMBERED: Duration = Duration::from_secs(10 * 60);
/// How many ends are remembered at most.
const MOST_REMEMBERED: usize = 256;
/// How many requests may wait for an end at once.
const MOST_AWAITED: usize = 256;
/// How many of them may be one asker's: all could be answered at once, and the lines on their way
/// to an asker that reads must have room for that.
const MOST_AWAITED_BY_ONE: usize = 32;

/// Links that are being waited for, and links that are finished.
#[derive(Default)]
pub struct Finished {
    awaited: Vec<(QuestionId, AskerId, RequestId)>,
    recent: HashMap<QuestionId, Recent>,
}

struct Recent {
    session: SessionId,
    result: AwaitDoneResult,
    at: Duration,
}

impl Finished {
    /// How a link of this session was finished, if it was, a short while ago.
    pub fn result(
        &self,
        question: QuestionId,
        session: SessionId,
        now: Duration,
    ) -> Option<&AwaitDoneResult> {
        self.recent
            .get(&question)
            .filter(|recent| recent.session == session && recent.at + REMEMBERED > now)
            .map(|recent| &recent.result)
    }

    /// Notes that a request waits for the end; whether there was room.
    pub fn wait(&mut self, question: QuestionId, asker: AskerId, id: RequestId) -> bool {
        let own = self.awaited.iter().filter(|(_, by, _)| *by == asker);
        let room = self.awaited.len() < MOST_AWAITED && own.count() < MOST_AWAITED_BY_ONE;
        if room {
            self.awaited.push((question, asker, id));
        }
        room
    }

    /// Notes the end and gives the requests that waited for it.
    pub fn end(
        &mut self,
        question: QuestionId,
        session: SessionId,
        result: AwaitDoneResult,
        now: Duration,
    ) -> Vec<(AskerId, RequestId)> {
        self.recent.retain(|_, recent| recent.at + REMEMBERED > now);
        if self.recent.len() >= MOST_REMEMBERED
            && let Some(oldest) = self.recent.keys().min().copied()
        {
            self.recent.remove(&oldest);
        }
        let recent = Recent {
            session,
            result,
            at: now,
        };
        self.recent.insert(question, recent);
        self.awaited
            .extract_if(.., |(awaited, ..)| *awaited == question)
            .map(|(_, asker, id)| (asker, id))
            .collect()
    }

    /// Forgets a request that is no longer waited for, and tells which link it was about.
    pub fn give_up(&mut self, asker: AskerId, id: &RequestId) -> Option<QuestionId> {
        let at = self
            .awaited
            .iter()
            .position(|(_, waiting, request)| *waiting == asker && request == id)?;
        Some(self.awaited.swap_remove(at).0)
    }

    /// Forgets the requests of an asker that has left.
    pub fn forget(&mut self, asker: AskerId) {
        self.awaited.retain(|(_, waiting, _)| *waiting != asker);
    }
}

/// How a link was finished, in the words of the wire.
pub fn spoken(finish: Finish) -> AwaitDoneResult {
    let (state, by) = match finish {
        Finish::DoneByServer => (DoneState::Done, Some(DoneBy::Server)),
        Finish::DoneByPerson => (DoneState::Done, Some(DoneBy::Person)),
        Finish::CancelledByPerson => (DoneState::Cancelled, Some(DoneBy::Person)),
        Finish::AskerLeft => (DoneState::Cancelled, None),
        Finish::Expired => (DoneState::Expired, None),
    };
    AwaitDoneResult { state, by }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SESSION: SessionId = SessionId { pid: 1, started: 1 };

    fn question(number: u64) -> QuestionId {
        QuestionId::parse(&format!("q{number}")).unwrap()
    }

    fn done() -> AwaitDoneResult {
        spoken(Finish::DoneByServer)
    }

    #[test]
    fn an_end_is_told_to_those_who_wait_and_remembered_for_their_session() {
        let mut finished = Finished::default();
        assert!(finished.wait(question(1), AskerId(7), RequestId::Number(3)));
        let told = finished.end(question(1), SESSION, done(), Duration::ZERO);
        assert_eq!(told, [(AskerId(7), RequestId::Number(3))]);
        let at = |session, now| finished.result(question(1), session, now);
        let last = REMEMBERED - Duration::from_millis(1);
        assert_eq!(at(SESSION, Duration::ZERO), Some(&done()));
        assert_eq!(at(SESSION, last), Some(&done()));
        assert_eq!(at(SESSION, REMEMBERED), None);
        let other = SessionId { pid: 2, started: 1 };
        assert_eq!(at(other, Duration::ZERO), None);
    }

    #[test]
    fn it_neither_remembers_nor_waits_without_end() {
        let mut finished = Finished::default();
        for number in 0..300 {
            finished.end(question(number), SESSION, done(), Duration::ZERO);
        }
        assert_eq!(finished.recent.len(), MOST_REMEMBERED);
        assert_eq!(finished.result(question(0), SESSION, Duration::ZERO), None);
        finished.end(question(999), SESSION, done(), REMEMBERED);
        assert_eq!(finished.recent.len(), 1);
        let wait = |finished: &mut Finished, asker, id| {
            finished.wait(question(1), AskerId(asker), RequestId::Number(id))
        };
        for asker in 0..8 {
            for id in 0..32 {
                assert!(wait(&mut finished, asker, id));
            }
            assert!(!wait(&mut finished, asker, 32), "it has its share");
        }
        assert!(!wait(&mut finished, 8, 0), "nobody has room");
        let given_up = finished.give_up(AskerId(8), &RequestId::Number(0));
        assert_eq!(given_up, None, "that was not waited for");
        assert!(!wait(&mut finished, 8, 0), "nobody has room still");
        let given_up = finished.give_up(AskerId(7), &RequestId::Number(0));
        assert!(given_up.is_some());
        assert!(wait(&mut finished, 8, 0));
        finished.forget(AskerId(7));
        assert!(wait(&mut finished, 8, 1));
    }
}
