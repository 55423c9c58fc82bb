//! The clock. No other module reads the time.

use std::fmt::Debug;
use std::pin::Pin;
use std::time::{Duration, Instant};

use doorbell_core::moment::Moment;
use jiff::Zoned;

/// A future that resolves when a [`Clock`]'s timer fires.
pub type Timer = Pin<Box<dyn Future<Output = ()> + Send>>;

/// The source of time and timers. Tests replace it with a clock that they move themselves.
pub trait Clock: Debug + Send + Sync {
    /// The current time.
    fn now(&self) -> Moment;

    /// Resolves at this steady time. Only the event loop uses this, while it is idle.
    fn tick_at(&self, steady: Duration) -> Timer;

    /// Resolves after this time. Used for timeouts.
    fn sleep(&self, time: Duration) -> Timer;
}

/// The machine's clock. Its steady time starts at zero.
#[derive(Debug)]
pub struct SystemClock {
    start: Instant,
}

impl SystemClock {
    /// Creates a clock whose steady time starts now.
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

/// Returns the output of `future`, or `None` if `time` passes first.
pub async fn timeout<T>(
    clock: &dyn Clock,
    time: Duration,
    future: impl Future<Output = T>,
) -> Option<T> {
    tokio::select! {
        biased;
        output = future => Some(output),
        () = clock.sleep(time) => None,
    }
}
