//! Limits the open connections, in total and of one process or session. A full table drops its
//! oldest idle connection for a new one.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use doorbell_core::asker::SessionId;
use doorbell_protocol::Limits;
use tokio::sync::oneshot;

/// Why a connection is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TooManyConnections {
    #[error("{0} connections are open, all with open questions; try again later")]
    Total(usize),
    #[error("this process has {0} connections open; use one of them")]
    InProcess(usize),
    #[error("this agent session has {0} connections open; close some and try again")]
    InSession(usize),
}

/// True while the asker waits for an answer or a link. The event loop sets it.
pub type IsWaiting = Arc<AtomicBool>;

struct Slot {
    id: u64,
    pid: u32,
    /// `None` until the process was identified.
    session: Option<SessionId>,
    is_waiting: IsWaiting,
    /// Notifies the connection by being dropped.
    _evict: oneshot::Sender<()>,
}

/// Oldest first.
type Slots = Mutex<Vec<Slot>>;

#[derive(Clone)]
pub struct Admission {
    limits: Limits,
    slots: Arc<Slots>,
    next_id: Arc<AtomicU64>,
}

/// Counts one connection as open until it is dropped or evicted.
pub struct Admitted {
    limits: Limits,
    slots: Arc<Slots>,
    id: u64,
    pub is_waiting: IsWaiting,
    evicted: oneshot::Receiver<()>,
}

impl Admission {
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            slots: Arc::default(),
            next_id: Arc::default(),
        }
    }

    /// Counts a new connection of this process, whose session is not known yet. This costs next to
    /// nothing, so that a process over its limit delays no other.
    pub fn reserve(&self, pid: u32) -> Result<Admitted, TooManyConnections> {
        let mut slots = lock(&self.slots);
        let in_process = slots.iter().filter(|slot| slot.pid == pid).count();
        if in_process >= self.limits.connections_per_process {
            return Err(TooManyConnections::InProcess(in_process));
        }
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        let is_waiting = IsWaiting::default();
        let (evict, evicted) = oneshot::channel();
        slots.push(Slot {
            id,
            pid,
            session: None,
            is_waiting: Arc::clone(&is_waiting),
            _evict: evict,
        });
        Ok(Admitted {
            limits: self.limits.clone(),
            slots: Arc::clone(&self.slots),
            id,
            is_waiting,
            evicted,
        })
    }

    /// The message for an evicted connection.
    pub fn eviction_message(&self) -> String {
        format!(
            "all {} connections were in use and this one had no open question; connect again",
            self.limits.connections
        )
    }
}

impl Admitted {
    /// Counts the connection in its session and in the table, which may evict another.
    pub fn join(&self, session: SessionId) -> Result<(), TooManyConnections> {
        let mut slots = lock(&self.slots);
        let in_session = slots.iter().filter(|slot| slot.session == Some(session));
        let in_session = in_session.count();
        if in_session >= self.limits.connections_per_session {
            return Err(TooManyConnections::InSession(in_session));
        }
        let total = slots.iter().filter(|slot| slot.session.is_some()).count();
        if total >= self.limits.connections {
            let is_idle =
                |slot: &Slot| slot.session.is_some() && !slot.is_waiting.load(Ordering::Relaxed);
            let oldest = slots.iter().position(is_idle);
            slots.remove(oldest.ok_or(TooManyConnections::Total(total))?);
        }
        if let Some(slot) = slots.iter_mut().find(|slot| slot.id == self.id) {
            slot.session = Some(session);
        }
        Ok(())
    }

    /// Resolves when the connection has lost its slot to a newer one.
    pub async fn evicted(&mut self) {
        let _ = (&mut self.evicted).await;
    }
}

impl Drop for Admitted {
    fn drop(&mut self) {
        lock(&self.slots).retain(|slot| slot.id != self.id);
    }
}

fn lock(slots: &Slots) -> MutexGuard<'_, Vec<Slot>> {
    slots.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(pid: u32) -> SessionId {
        SessionId { pid, started: 0 }
    }

    fn admission(connections: usize) -> Admission {
        Admission::new(Limits {
            connections,
            connections_per_process: 2,
            connections_per_session: 3,
            ..Limits::STANDARD
        })
    }

    fn try_admit(
        admission: &Admission,
        pid: u32,
        leader: u32,
    ) -> Result<Admitted, TooManyConnections> {
        let admitted = admission.reserve(pid)?;
        admitted.join(session(leader))?;
        Ok(admitted)
    }

    fn admit(admission: &Admission, pid: u32) -> Admitted {
        try_admit(admission, pid, pid).ok().unwrap()
    }

    fn waiting(admission: &Admission, pid: u32) -> Admitted {
        let admitted = admit(admission, pid);
        admitted.is_waiting.store(true, Ordering::Relaxed);
        admitted
    }

    fn is_evicted(admitted: &mut Admitted) -> bool {
        admitted.evicted.try_recv() == Err(oneshot::error::TryRecvError::Closed)
    }

    #[test]
    fn each_limit_applies_until_a_connection_closes() {
        let admission = admission(4);
        let first = waiting(&admission, 1);
        let _second = waiting(&admission, 1);
        let error = |pid, leader| try_admit(&admission, pid, leader).err();
        assert_eq!(error(1, 1), Some(TooManyConnections::InProcess(2)));
        let third = try_admit(&admission, 2, 1).ok().unwrap();
        third.is_waiting.store(true, Ordering::Relaxed);
        assert_eq!(error(3, 1), Some(TooManyConnections::InSession(3)));
        let _fourth = waiting(&admission, 4);
        assert_eq!(error(5, 5), Some(TooManyConnections::Total(4)));
        drop(first);
        assert_eq!(error(5, 5), None);
    }

    #[test]
    fn full_table_evicts_the_oldest_idle_connection() {
        let admission = admission(3);
        let mut asking = waiting(&admission, 1);
        let mut oldest = admit(&admission, 2);
        let mut newer = admit(&admission, 3);
        let mut newcomer = admit(&admission, 4);
        assert!(is_evicted(&mut oldest));
        let kept = [&mut asking, &mut newer, &mut newcomer];
        assert!(!kept.into_iter().any(is_evicted));
        // The slot was already given away.
        drop(oldest);
        let _next = admit(&admission, 5);
        assert!(is_evicted(&mut newer));
        assert!(!is_evicted(&mut newcomer));
    }

    #[test]
    fn connection_becomes_evictable_when_it_stops_waiting() {
        let admission = admission(1);
        let mut only = waiting(&admission, 1);
        let error = try_admit(&admission, 2, 2).err();
        assert_eq!(error, Some(TooManyConnections::Total(1)));
        assert!(!is_evicted(&mut only));
        only.is_waiting.store(false, Ordering::Relaxed);
        let _newcomer = admit(&admission, 2);
        assert!(is_evicted(&mut only));
    }

    #[test]
    fn connection_over_its_own_limit_evicts_no_other() {
        let admission = admission(3);
        let mut other = admit(&admission, 1);
        let _own = [admit(&admission, 2), admit(&admission, 2)];
        let error = try_admit(&admission, 2, 2).err();
        assert_eq!(error, Some(TooManyConnections::InProcess(2)));
        assert!(!is_evicted(&mut other));
    }

    #[test]
    fn unidentified_connections_fill_only_the_limit_of_their_process() {
        let admission = admission(2);
        let _reserved = [admission.reserve(1).ok(), admission.reserve(1).ok()];
        assert_eq!(
            admission.reserve(1).err(),
            Some(TooManyConnections::InProcess(2))
        );
        let mut others = [admit(&admission, 2), admit(&admission, 3)];
        assert!(!others.iter_mut().any(is_evicted));
    }
}
