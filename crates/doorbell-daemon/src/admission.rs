//! How many connections there may be at once, in all and of one process or session.

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

/// The connections that are open, each by its process and session.
type Open = Arc<Mutex<Vec<(u32, SessionId)>>>;

/// Counts the connections.
#[derive(Clone)]
pub struct Admission {
    limits: Limits,
    open: Open,
}

/// One admitted connection; it counts until this is dropped.
pub struct Admitted {
    open: Open,
    connection: (u32, SessionId),
}

impl Admission {
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            open: Arc::default(),
        }
    }

    pub fn admit(&self, pid: u32, session: SessionId) -> Result<Admitted, TooMany> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.len() >= self.limits.connections {
            return Err(TooMany::InAll(open.len()));
        }
        let of_process = open.iter().filter(|(other, _)| *other == pid).count();
        if of_process >= self.limits.connections_per_process {
            return Err(TooMany::OfProcess(of_process));
        }
        let of_session = open.iter().filter(|(_, other)| *other == session).count();
        if of_session >= self.limits.connections_per_session {
            return Err(TooMany::OfSession(of_session));
        }
        open.push((pid, session));
        Ok(Admitted {
            open: Arc::clone(&self.open),
            connection: (pid, session),
        })
    }
}

impl Drop for Admitted {
    fn drop(&mut self) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = open.iter().position(|other| *other == self.connection) {
            open.swap_remove(place);
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
