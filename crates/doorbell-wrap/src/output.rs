//! Where lines go out.

use std::collections::VecDeque;
use std::io;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;

/// Writes one line.
type Sink = Box<dyn FnMut(&[u8]) -> io::Result<()> + Send>;

/// A way out that several threads share.
///
/// What is put in goes out in that order. Putting in never waits, so that it can be done while the
/// order is being decided. Writing waits as long as the reader at the other end is slow. The thread
/// that reads one side writes to the other by itself, which costs no change of threads and makes the
/// one side wait for the other. It must not wait for the side it reads: both could then wait for
/// each other for ever. So there, and for everyone else, a thread of the output's own writes.
pub struct Output {
    queue: Mutex<VecDeque<Bytes>>,
    /// Told that there is something for the output's own thread.
    nudged: Condvar,
    /// Gone once it is closed.
    sink: Mutex<Option<Sink>>,
}

impl Output {
    pub fn to(sink: impl FnMut(&[u8]) -> io::Result<()> + Send + 'static) -> Self {
        Self {
            queue: Mutex::default(),
            nudged: Condvar::new(),
            sink: Mutex::new(Some(Box::new(sink))),
        }
    }

    /// Adds a line. Whoever does so must call [`Self::flush`] or [`Self::nudge`] soon.
    pub fn put(&self, line: Bytes) {
        lock(&self.queue).push_back(line);
    }

    /// Writes what was added, by whomever, and waits until it is written.
    ///
    /// # Errors
    /// If nobody reads any more; what is added later is dropped.
    pub fn flush(&self) -> io::Result<()> {
        let mut sink = lock(&self.sink);
        loop {
            let Some(line) = lock(&self.queue).pop_front() else {
                return Ok(());
            };
            let Some(write) = sink.as_mut() else {
                continue;
            };
            if let Err(error) = write(&line) {
                *sink = None;
                return Err(error);
            }
        }
    }

    /// Has what was added written by the output's own thread.
    pub fn nudge(&self) {
        self.nudged.notify_one();
    }

    /// Writes what nobody else does, until nobody reads any more.
    ///
    /// # Errors
    /// As [`Self::flush`].
    pub fn write_for_others(&self) -> io::Result<()> {
        loop {
            let queue = lock(&self.queue);
            let queue = self.nudged.wait_while(queue, |queue| queue.is_empty());
            drop(queue.unwrap_or_else(PoisonError::into_inner));
            self.flush()?;
        }
    }

    /// Ends it: the reader sees that nothing more comes.
    pub fn close(&self) {
        *lock(&self.sink) = None;
    }
}

/// Takes a lock. A thread that failed while it had it ends the process soon.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
