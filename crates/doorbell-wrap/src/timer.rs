//! Wakes the relay when the interceptor's next tick is due.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Instant;

use crate::output::lock;

/// One deadline that other threads can change.
#[derive(Default)]
pub struct Timer {
    deadline: Mutex<Option<Instant>>,
    changed: Condvar,
}

impl Timer {
    /// Replaces the deadline; `None` disarms the timer.
    pub fn set(&self, deadline: Option<Instant>) {
        let mut current = lock(&self.deadline);
        if *current != deadline {
            *current = deadline;
            self.changed.notify_one();
        }
    }

    /// Blocks until the deadline passes.
    pub fn wait(&self) {
        let mut current = lock(&self.deadline);
        loop {
            let now = Instant::now();
            current = match *current {
                None => self
                    .changed
                    .wait(current)
                    .unwrap_or_else(PoisonError::into_inner),
                Some(deadline) if deadline <= now => return,
                Some(deadline) => {
                    self.changed
                        .wait_timeout(current, deadline - now)
                        .unwrap_or_else(PoisonError::into_inner)
                        .0
                }
            };
        }
    }
}
