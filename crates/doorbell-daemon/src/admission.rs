//! Limits the open connections, in total and of one process or session.

use std::sync::{Arc, Mutex, PoisonError};

use doorbell_core::asker::SessionId;
use doorbell_protocol::Limits;

/// Why a connection is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TooManyConnections {
    #[error("{0} connections are open; close some and try again")]
    Total(usize),
    #[error("this process has {0} connections open; use one of them")]
    InProcess(usize),
    #[error("this agent session has {0} connections open; close some and try again")]
    InSession(usize),
}

/// The process and session of each open connection.
type OpenConnections = Arc<Mutex<Vec<(u32, SessionId)>>>;

#[derive(Clone)]
pub struct Admission {
    limits: Limits,
    open: OpenConnections,
}

/// Counts one connection as open until it is dropped.
pub struct Admitted {
    open: OpenConnections,
    connection: (u32, SessionId),
}

impl Admission {
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            open: Arc::default(),
        }
    }

    pub fn admit(&self, pid: u32, session: SessionId) -> Result<Admitted, TooManyConnections> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.len() >= self.limits.connections {
            return Err(TooManyConnections::Total(open.len()));
        }
        let in_process = open.iter().filter(|(other, _)| *other == pid).count();
        if in_process >= self.limits.connections_per_process {
            return Err(TooManyConnections::InProcess(in_process));
        }
        let in_session = open.iter().filter(|(_, other)| *other == session).count();
        if in_session >= self.limits.connections_per_session {
            return Err(TooManyConnections::InSession(in_session));
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
        if let Some(index) = open.iter().position(|other| *other == self.connection) {
            open.swap_remove(index);
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
    fn each_limit_applies_until_a_connection_closes() {
        let admission = Admission::new(Limits {
            connections: 4,
            connections_per_process: 2,
            connections_per_session: 3,
            ..Limits::STANDARD
        });
        let first = admission.admit(1, session(1)).ok().unwrap();
        let _second = admission.admit(1, session(1)).ok().unwrap();
        let error = |pid, leader| admission.admit(pid, session(leader)).err();
        assert_eq!(error(1, 1), Some(TooManyConnections::InProcess(2)));
        let _third = admission.admit(2, session(1)).ok().unwrap();
        assert_eq!(error(3, 1), Some(TooManyConnections::InSession(3)));
        let _fourth = admission.admit(4, session(4)).ok().unwrap();
        assert_eq!(error(5, 5), Some(TooManyConnections::Total(4)));
        drop(first);
        assert_eq!(error(5, 5), None);
    }
}
