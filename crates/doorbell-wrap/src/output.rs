//! A queue of outgoing lines.

use std::collections::VecDeque;
use std::io;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;

type Sink = Box<dyn FnMut(&[u8]) -> io::Result<()> + Send>;

/// An output that several threads share. Lines leave in the order in which they were pushed.
///
/// `push` never blocks, so callers can push while they hold the lock that decides the order. Writing
/// blocks while the peer is slow. The thread that reads one side flushes the other side itself,
/// which avoids a thread switch and propagates back-pressure. It must not flush the side it reads:
/// both sides could then wait for each other. In that case, and for all other threads, the output's
/// own writer thread writes.
pub struct Output {
    queue: Mutex<VecDeque<Bytes>>,
    /// Wakes the writer thread.
    wakeup: Condvar,
    /// `None` once the output is closed.
    sink: Mutex<Option<Sink>>,
}

impl Output {
    pub fn new(sink: impl FnMut(&[u8]) -> io::Result<()> + Send + 'static) -> Self {
        Self {
            queue: Mutex::default(),
            wakeup: Condvar::new(),
            sink: Mutex::new(Some(Box::new(sink))),
        }
    }

    /// Queues a line. The caller must then call [`Self::flush`] or [`Self::wake_writer`].
    pub fn push(&self, line: Bytes) {
        lock(&self.queue).push_back(line);
    }

    /// Writes all queued lines and waits until they are written.
    ///
    /// # Errors
    /// If the peer has closed its end. Later lines are dropped.
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

    /// Lets the writer thread write the queued lines.
    pub fn wake_writer(&self) {
        self.wakeup.notify_one();
    }

    /// Runs the writer thread until the peer closes its end.
    ///
    /// # Errors
    /// As [`Self::flush`].
    pub fn run_writer(&self) -> io::Result<()> {
        loop {
            let queue = lock(&self.queue);
            let queue = self.wakeup.wait_while(queue, |queue| queue.is_empty());
            drop(queue.unwrap_or_else(PoisonError::into_inner));
            self.flush()?;
        }
    }

    /// Closes the output; the peer reads end-of-file.
    pub fn close(&self) {
        *lock(&self.sink) = None;
    }
}

/// Ignores poisoning: the panic hook ends the process.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
