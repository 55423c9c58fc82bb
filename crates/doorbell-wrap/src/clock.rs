//! Wakes the relay when the interceptor wants to be called.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Instant;

use crate::output::lock;

/// One time to wake up at, which can be changed.
#[derive(Default)]
pub struct Clock {
    at: Mutex<Option<Instant>>,
    changed: Condvar,
}

impl Clock {
    /// Wakes up at another time, or never.
    pub fn set(&self, at: Option<Instant>) {
        let mut set = lock(&self.at);
        if *set != at {
            *set = at;
            self.changed.notify_one();
        }
    }

    /// Waits until the time has come.
    pub fn wait(&self) {
        let mut set = lock(&self.at);
        loop {
            let now = Instant::now();
            set = match *set {
                None => self
                    .changed
                    .wait(set)
                    .unwrap_or_else(PoisonError::into_inner),
                Some(at) if at <= now => return,
                Some(at) => {
                    self.changed
                        .wait_timeout(set, at - now)
                        .unwrap_or_else(PoisonError::into_inner)
                        .0
                }
            };
        }
    }
}
