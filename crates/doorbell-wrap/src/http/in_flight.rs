//! Requests without a response.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use tokio::task::AbortHandle;

use super::outgoing::{Era, PendingRequest};
use crate::id::Id;
use crate::output::lock;

#[derive(Clone, Default)]
pub struct InFlight(Arc<Mutex<Requests>>);

#[derive(Default)]
struct Requests {
    requests: HashMap<Id, Request>,
    /// Distinguishes requests for which the host reuses an id.
    last_number: u64,
}

struct Request {
    number: u64,
    era: Era,
    cancelled: bool,
    task: Option<AbortHandle>,
}

/// How a cancellation has to go on.
#[derive(Debug, PartialEq, Eq)]
pub enum Cancelled {
    /// The connection was closed, which a modern server understands.
    ConnectionClosed,
    /// A legacy server needs a notification. The number is for [`InFlight::stop`].
    NotifyServer(u64),
    Unknown,
}

impl InFlight {
    /// Adds a request; dropping the guard removes it.
    pub fn insert(&self, pending: &PendingRequest) -> InFlightGuard {
        let mut table = self.lock();
        table.last_number += 1;
        let number = table.last_number;
        let request = Request {
            number,
            era: pending.era,
            cancelled: false,
            task: None,
        };
        table.requests.insert(pending.id.clone(), request);
        let table = self.clone();
        InFlightGuard { table, number }
    }

    pub fn count(&self) -> usize {
        self.lock().requests.len()
    }

    /// Sets the task of the request that was inserted last under `id`.
    pub fn set_task(&self, id: &Id, task: AbortHandle) {
        if let Some(request) = self.lock().requests.get_mut(id) {
            request.task = Some(task);
        }
    }

    pub fn cancel(&self, id: &Id) -> Cancelled {
        let mut table = self.lock();
        let Some(request) = table.requests.get_mut(id) else {
            return Cancelled::Unknown;
        };
        request.cancelled = true;
        match request.era {
            Era::Modern => {
                request.task.as_ref().inspect(|task| task.abort());
                Cancelled::ConnectionClosed
            }
            Era::Legacy { .. } => Cancelled::NotifyServer(request.number),
        }
    }

    pub fn stop(&self, number: u64) {
        if let Some(task) = self
            .lock()
            .by_number(number)
            .and_then(|request| request.task.as_ref())
        {
            task.abort();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Requests> {
        lock(&self.0)
    }
}

impl Requests {
    fn by_number(&self, number: u64) -> Option<&Request> {
        let mut requests = self.requests.values();
        requests.find(|request| request.number == number)
    }
}

pub struct InFlightGuard {
    table: InFlight,
    number: u64,
}

impl InFlightGuard {
    pub fn is_cancelled(&self) -> bool {
        let table = self.table.lock();
        table
            .by_number(self.number)
            .is_some_and(|request| request.cancelled)
    }
}

impl Drop for InFlightGuard {
    fn drop(&mut self) {
        let requests = &mut self.table.lock().requests;
        requests.retain(|_, request| request.number != self.number);
    }
}
