//! The only place that reads the clock.

use std::fmt::Debug;
use std::pin::Pin;
use std::time::{Duration, Instant};

use doorbell_core::moment::Moment;
use jiff::Zoned;

/// A timer of a [`Clock`].
pub type Timer = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Tells the time and wakes whoever waits for it. A test can give the daemon a clock whose time moves
/// only when the test says so.
pub trait Clock: Debug + Send + Sync {
    /// The current time.
    fn now(&self) -> Moment;

    /// Resolves at this steady time. Only the event loop waits here, while it has nothing else to do.
    fn tick_at(&self, steady: Duration) -> Timer;

    /// Resolves after this time. For the time limits of connections.
    fn sleep(&self, time: Duration) -> Timer;
}

/// The clock of the machine. Its steady time begins at zero.
#[derive(Debug)]
pub struct SystemClock {
    start: Instant,
}

impl SystemClock {
    /// Starts the steady time.
    pub fn start() -> Self {
        Self {
            start: Instant::now(),
        }
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Moment {
        Moment {
            steady: self.start.elapsed(),
            wall: Zoned::now(),
        }
    }

    fn tick_at(&self, steady: Duration) -> Timer {
        Box::pin(tokio::time::sleep_until((self.start + steady).into()))
    }

    fn sleep(&self, time: Duration) -> Timer {
        Box::pin(tokio::time::sleep(time))
    }
}

/// What came of `future`, or `None` if `time` passed first.
pub async fn timeout<T>(
    clock: &dyn Clock,
    time: Duration,
    future: impl Future<Output = T>,
) -> Option<T> {
    tokio::select! {
        biased;
        done = future => Some(done),
        () = clock.sleep(time) => None,
    }
}
