//! The limits and delays of the board.

use std::time::Duration;

use crate::flood::FloodRules;
use crate::view::SnoozeFor;

#[derive(Clone, Debug)]
pub struct BoardRules {
    /// A press is accepted this long after its target was shown, changed or moved.
    pub press_delay: Duration,
    pub snooze: SnoozeDurations,
    /// A snoozed question returns at least this long before its deadline.
    pub before_deadline: Duration,
    pub browser_start_timeout: Duration,
    /// How long an opened link may stay unfinished.
    pub link_wait: Duration,
    /// How long a finished link stays on the screen when nothing else is there.
    pub done_shown: Duration,
    /// How long a resumable question waits for its disconnected asker.
    pub reconnect_timeout: Duration,
    /// How long the page may take to paint before a question ends as not shown.
    pub paint_timeout: Duration,
    /// Limit of open questions of all askers.
    pub questions: usize,
    /// Limit of open questions of one agent session.
    pub questions_per_session: usize,
    pub flood: FloodRules,
    /// True in a build that programs can drive; the window says so.
    pub test_build: bool,
}

impl BoardRules {
    /// The rules of an installed Doorbell.
    pub const STANDARD: Self = Self {
        press_delay: Duration::from_millis(500),
        snooze: SnoozeDurations::STANDARD,
        before_deadline: Duration::from_secs(60),
        browser_start_timeout: Duration::from_secs(20),
        link_wait: Duration::from_secs(15 * 60),
        done_shown: Duration::from_secs(3),
        reconnect_timeout: Duration::from_secs(5),
        paint_timeout: Duration::from_secs(20),
        questions: 256,
        questions_per_session: 8,
        flood: FloodRules::STANDARD,
        test_build: false,
    };
}

#[derive(Clone, Copy, Debug)]
pub struct SnoozeDurations {
    pub minutes: Duration,
    pub half_hour: Duration,
    pub two_hours: Duration,
}

impl SnoozeDurations {
    pub const STANDARD: Self = Self {
        minutes: Duration::from_secs(5 * 60),
        half_hour: Duration::from_secs(30 * 60),
        two_hours: Duration::from_secs(2 * 60 * 60),
    };

    pub fn of(&self, length: SnoozeFor) -> Duration {
        match length {
            SnoozeFor::Minutes => self.minutes,
            SnoozeFor::HalfHour => self.half_hour,
            SnoozeFor::TwoHours => self.two_hours,
        }
    }
}
