//! The current time, passed to every rule that needs it.

use std::time::Duration;

use jiff::{Timestamp, Zoned};

/// Rules compare the steady clock and save the wall clock.
#[derive(Clone, Debug)]
pub struct Moment {
    /// Time since the daemon started; never jumps.
    pub steady: Duration,
    pub wall: Zoned,
}

impl Moment {
    pub fn timestamp(&self) -> Timestamp {
        self.wall.timestamp()
    }
}
