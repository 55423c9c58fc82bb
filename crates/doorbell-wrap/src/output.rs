//! Where lines go out.

use std::collections::VecDeque;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

use bytes::Bytes;

/// Writes one line.
type Sink = Box<dyn FnMut(&[u8]) -> io::Result<()> + Send>;

/// A way out that several threads share.
///
/// What is put in goes out in that order. Putting in never waits, so that it can be done while the
/// order is being decided; writing waits as long as the reader is slow, and holds up nobody who
/// has nothing to write here.
pub struct Output {
    queue: Mutex<VecDeque<Bytes>>,
    /// Gone once it is closed.
    sink: Mutex<Option<Sink>>,
}

impl Output {
    pub fn to(sink: impl FnMut(&[u8]) -> io::Result<()> + Send + 'static) -> Self {
        Self {
            queue: Mutex::default(),
            sink: Mutex::new(Some(Box::new(sink))),
        }
    }

    /// Adds a line. Whoever does so must call [`Self::flush`] soon.
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

    /// Ends it: the reader sees that nothing more comes.
    pub fn close(&self) {
        *lock(&self.sink) = None;
    }
}

/// Takes a lock. A thread that failed while it had it ends the process soon.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
