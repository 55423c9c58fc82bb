//! A point in time, handed to every rule that needs one.

use std::time::Duration;

use jiff::{Timestamp, Zoned};

/// Now. Rules count with the steady clock and write down the one on the wall.
#[derive(Clone, Debug)]
pub struct Moment {
    /// Time since the daemon started; never jumps.
    pub steady: Duration,
    /// The clock on the person's wall, with their zone.
    pub wall: Zoned,
}

impl Moment {
    /// The time on the wall as a point on the world's clock.
    pub fn timestamp(&self) -> Timestamp {
        self.wall.timestamp()
    }
}
