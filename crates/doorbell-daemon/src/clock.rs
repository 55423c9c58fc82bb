//! The only place that reads a clock.

use std::time::Instant;

use doorbell_core::moment::Moment;
use jiff::Zoned;

pub struct Clock {
    start: Instant,
}

impl Clock {
    pub fn start() -> Self {
        Self {
            start: Instant::now(),
        }
    }

    pub fn now(&self) -> Moment {
        Moment {
            steady: self.start.elapsed(),
            wall: Zoned::now(),
        }
    }

    /// The runtime's instant for a steady time.
    pub fn instant(&self, steady: std::time::Duration) -> tokio::time::Instant {
        tokio::time::Instant::from_std(self.start + steady)
    }
}
