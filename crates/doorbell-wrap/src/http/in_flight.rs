//! The requests that wait for their answers.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use tokio::task::AbortHandle;

use super::outgoing::{Asked, Era};
use crate::id::Id;
use crate::output::lock;

/// All of them, by name.
#[derive(Clone, Default)]
pub struct InFlight(Arc<Mutex<Known>>);

#[derive(Default)]
struct Known {
    requests: HashMap<Id, Request>,
    /// Tells requests apart that a host gives the same name.
    number: u64,
}

struct Request {
    number: u64,
    era: Era,
    cancelled: bool,
    task: Option<AbortHandle>,
}

/// What became of a request that the host no longer wants.
#[derive(Debug, PartialEq, Eq)]
pub enum Cancelled {
    /// Its connection is closed, which tells a modern server.
    Closed,
    /// A legacy server has to be told. Later, what is left of it can be stopped by this number.
    ToTell(u64),
    /// There is no such request.
    Unknown,
}

impl InFlight {
    /// Adds a request, which stays until the ticket is dropped.
    pub fn enter(&self, asked: &Asked) -> Ticket {
        let mut known = self.lock();
        known.number += 1;
        let number = known.number;
        let request = Request {
            number,
            era: asked.era,
            cancelled: false,
            task: None,
        };
        known.requests.insert(asked.id.clone(), request);
        let all = self.clone();
        Ticket { all, number }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.lock().requests.len()
    }

    /// Says which task works on the request that was entered last.
    pub fn works_on(&self, id: &Id, task: AbortHandle) {
        if let Some(request) = self.lock().requests.get_mut(id) {
            request.task = Some(task);
        }
    }

    /// Ends a request, or says that the server has to.
    pub fn cancel(&self, id: &Id) -> Cancelled {
        let mut known = self.lock();
        let Some(request) = known.requests.get_mut(id) else {
            return Cancelled::Unknown;
        };
        request.cancelled = true;
        match request.era {
            Era::Modern => {
                request.task.as_ref().inspect(|task| task.abort());
                Cancelled::Closed
            }
            Era::Legacy { .. } => Cancelled::ToTell(request.number),
        }
    }

    /// Ends the work on a request if it still waits.
    pub fn stop(&self, number: u64) {
        if let Some(task) = self.lock().numbered(number).and_then(|it| it.task.as_ref()) {
            task.abort();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        lock(&self.0)
    }
}

impl Known {
    fn numbered(&self, number: u64) -> Option<&Request> {
        let mut requests = self.requests.values();
        requests.find(|request| request.number == number)
    }
}

/// A request's place among those that wait.
pub struct Ticket {
    all: InFlight,
    number: u64,
}

impl Ticket {
    /// Whether nobody waits for the answer any more.
    pub fn is_cancelled(&self) -> bool {
        let known = self.all.lock();
        known.numbered(self.number).is_some_and(|it| it.cancelled)
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let requests = &mut self.all.lock().requests;
        requests.retain(|_, request| request.number != self.number);
    }
}
