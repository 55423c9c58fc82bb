//! The numbers the board goes by.

use std::time::Duration;

use crate::flood::FloodRules;
use crate::view::LaterFor;

/// The numbers the board goes by.
#[derive(Clone, Debug)]
pub struct BoardRules {
    /// A press counts only this long after what it presses was shown, changed or moved.
    pub activation: Duration,
    /// How long each kind of Later puts a question aside.
    pub later: Laters,
    /// A question that was put aside comes back this long before its asker gives up.
    pub before_deadline: Duration,
    /// How long the browser may take before it counts as not started.
    pub opening: Duration,
    /// How long a link may stay unfinished.
    pub link_wait: Duration,
    /// How long a finished link says so when nothing else is on the screen.
    pub done_shown: Duration,
    /// How long a question whose asker has left waits for it to come back, if it can.
    pub grace: Duration,
    /// How long the window may take to show a question before it counts as not shown.
    pub paint: Duration,
    /// Open questions of all askers.
    pub questions: usize,
    /// Open questions of one agent session.
    pub questions_per_session: usize,
    /// Who asks too often.
    pub flood: FloodRules,
    /// Set in a build that programs can drive; the window says so.
    pub test_build: bool,
}

impl BoardRules {
    /// How an installed Doorbell behaves.
    pub const STANDARD: Self = Self {
        activation: Duration::from_millis(500),
        later: Laters::STANDARD,
        before_deadline: Duration::from_secs(60),
        opening: Duration::from_secs(20),
        link_wait: Duration::from_secs(15 * 60),
        done_shown: Duration::from_secs(3),
        grace: Duration::from_secs(5),
        paint: Duration::from_secs(20),
        questions: 256,
        questions_per_session: 8,
        flood: FloodRules::STANDARD,
        test_build: false,
    };
}

/// How long each kind of Later puts a question aside.
#[derive(Clone, Copy, Debug)]
pub struct Laters {
    /// The one of the button itself.
    pub minutes: Duration,
    /// Half an hour.
    pub half_hour: Duration,
    /// Two hours.
    pub two_hours: Duration,
}

impl Laters {
    /// As they are called.
    pub const STANDARD: Self = Self {
        minutes: Duration::from_secs(5 * 60),
        half_hour: Duration::from_secs(30 * 60),
        two_hours: Duration::from_secs(2 * 60 * 60),
    };

    /// How long this one is.
    pub fn of(&self, length: LaterFor) -> Duration {
        match length {
            LaterFor::Minutes => self.minutes,
            LaterFor::HalfHour => self.half_hour,
            LaterFor::TwoHours => self.two_hours,
        }
    }
}
