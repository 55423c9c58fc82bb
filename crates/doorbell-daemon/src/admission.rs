//! How many connections there may be at once, in all and of one process or session.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use doorbell_core::asker::SessionId;
use doorbell_protocol::Limits;

/// Why a connection is not admitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TooMany {
    /// There are too many in all.
    #[error("{0} connections are open; close some and try again")]
    InAll(usize),
    /// This process has too many.
    #[error("this process has {0} connections open; use one of them")]
    OfProcess(usize),
    /// This agent session has too many.
    #[error("this agent session has {0} connections open; close some and try again")]
    OfSession(usize),
}

/// Counts the connections.
#[derive(Clone)]
pub struct Admission {
    limits: Limits,
    counts: Arc<Mutex<Counts>>,
}

#[derive(Default)]
struct Counts {
    all: usize,
    processes: HashMap<u32, usize>,
    sessions: HashMap<SessionId, usize>,
}

/// One admitted connection; it counts until this is dropped.
pub struct Admitted {
    counts: Arc<Mutex<Counts>>,
    pid: u32,
    session: SessionId,
}

impl Admission {
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            counts: Arc::default(),
        }
    }

    pub fn admit(&self, pid: u32, session: SessionId) -> Result<Admitted, TooMany> {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let of = |count: Option<&usize>| count.copied().unwrap_or(0);
        if counts.all >= self.limits.connections {
            return Err(TooMany::InAll(counts.all));
        }
        let of_process = of(counts.processes.get(&pid));
        if of_process >= self.limits.connections_per_process {
            return Err(TooMany::OfProcess(of_process));
        }
        let of_session = of(counts.sessions.get(&session));
        if of_session >= self.limits.connections_per_session {
            return Err(TooMany::OfSession(of_session));
        }
        counts.all += 1;
        *counts.processes.entry(pid).or_default() += 1;
        *counts.sessions.entry(session).or_default() += 1;
        Ok(Admitted {
            counts: Arc::clone(&self.counts),
            pid,
            session,
        })
    }
}

impl Drop for Admitted {
    fn drop(&mut self) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.all -= 1;
        lower(&mut counts.processes, &self.pid);
        lower(&mut counts.sessions, &self.session);
    }
}

fn lower<K: Eq + std::hash::Hash>(counts: &mut HashMap<K, usize>, key: &K) {
    if let Some(count) = counts.get_mut(key) {
        *count -= 1;
        if *count == 0 {
            counts.remove(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(pid: u32) -> SessionId {
        SessionId { pid, started: 0 }
    }

    #[test]
    fn each_limit_holds_at_its_edge_and_what_leaves_makes_room() {
        let admission = Admission::new(Limits {
            connections: 4,
            connections_per_process: 2,
            connections_per_session: 3,
            ..Limits::STANDARD
        });
        let first = admission.admit(1, session(1)).ok().unwrap();
        let _second = admission.admit(1, session(1)).ok().unwrap();
        let refused = |pid, of| admission.admit(pid, session(of)).err();
        assert_eq!(refused(1, 1), Some(TooMany::OfProcess(2)));
        let _third = admission.admit(2, session(1)).ok().unwrap();
        assert_eq!(refused(3, 1), Some(TooMany::OfSession(3)));
        let _fourth = admission.admit(4, session(4)).ok().unwrap();
        assert_eq!(refused(5, 5), Some(TooMany::InAll(4)));
        drop(first);
        assert_eq!(refused(5, 5), None);
    }
}
