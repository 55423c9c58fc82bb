//! Whether Doorbell holds questions back, and why.

use std::time::Duration;

use jiff::civil::Time;
use jiff::{Timestamp, ToSpan, Zoned};

use super::Attention;
use crate::moment::Moment;
use crate::view::{CalmView, PauseFor, QuietView};

const HALF_HOUR: i64 = 30;
const TWO_HOURS: i64 = 2 * 60;
/// When a pause until tomorrow ends.
const MORNING: Time = Time::constant(8, 0, 0, 0);
/// Before this time the coming morning is "tomorrow" to whoever is still up.
const NIGHT: Time = Time::constant(4, 0, 0, 0);

/// Whether Doorbell holds questions back, and why.
#[derive(Default)]
pub(super) struct Calm {
    /// On the wall's clock: a pause of half an hour is over after half an hour of sleep, too.
    paused_until: Option<Timestamp>,
    pub(super) private: bool,
    quiet: Option<QuietView>,
}

/// How calm it is at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CalmState {
    /// Everything is told.
    Open,
    /// Nothing but that an agent needs the person, because they are not alone with the screen.
    Private,
    /// The same, because the desktop wants nothing shown.
    Quiet,
    /// Nothing, until then.
    Paused(Timestamp),
}

impl Attention {
    /// Whether and why questions are held back.
    pub fn calm(&self, now: &Moment) -> CalmView {
        CalmView {
            paused_until: match self.calm.state(now) {
                CalmState::Paused(until) => Some(until.as_millisecond()),
                CalmState::Open | CalmState::Private | CalmState::Quiet => None,
            },
            private: self.calm.private,
            quiet: self.calm.quiet,
        }
    }

    /// Holds everything back for a while.
    pub fn pause(&mut self, length: PauseFor, now: &Moment) {
        self.calm.paused_until = Some(end_of(length, &now.wall));
    }

    /// Ends the pause.
    pub fn resume(&mut self) {
        self.calm.paused_until = None;
    }

    /// Tells nothing but that an agent needs the person, or everything again.
    pub fn set_private(&mut self, private: bool) {
        self.calm.private = private;
    }

    /// The desktop wants nothing shown, or no longer.
    pub fn set_quiet(&mut self, quiet: Option<QuietView>) {
        self.calm.quiet = quiet;
    }
}

impl Calm {
    pub(super) fn state(&self, now: &Moment) -> CalmState {
        match self.paused_until {
            Some(until) if until > now.timestamp() => CalmState::Paused(until),
            _ if self.quiet.is_some() => CalmState::Quiet,
            _ if self.private => CalmState::Private,
            _ => CalmState::Open,
        }
    }

    pub(super) fn is_paused(&self, now: &Moment) -> bool {
        matches!(self.state(now), CalmState::Paused(_))
    }

    pub(super) fn is_private(&self, now: &Moment) -> bool {
        matches!(self.state(now), CalmState::Private | CalmState::Quiet)
    }

    /// When the pause ends.
    pub(super) fn next_tick(&self, now: &Moment) -> Option<Duration> {
        let CalmState::Paused(until) = self.state(now) else {
            return None;
        };
        let left = Duration::try_from(until.duration_since(now.timestamp())).unwrap_or_default();
        // The clocks are read apart from each other; a millisecond more makes sure it is over.
        Some(now.steady + left + Duration::from_millis(1))
    }
}

fn end_of(length: PauseFor, now: &Zoned) -> Timestamp {
    let minutes = match length {
        PauseFor::HalfHour => HALF_HOUR,
        PauseFor::TwoHours => TWO_HOURS,
        PauseFor::Tomorrow => return morning(now).unwrap_or_else(|| now.timestamp()),
    };
    let end = now.timestamp().checked_add(minutes.minutes());
    end.unwrap_or_else(|_| now.timestamp())
}

fn morning(now: &Zoned) -> Option<Timestamp> {
    let today = now.date();
    let day = if now.time() < NIGHT {
        today
    } else {
        today.tomorrow().ok()?
    };
    let morning = day.to_datetime(MORNING).to_zoned(now.time_zone().clone());
    morning.ok().map(|morning| morning.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(length: PauseFor, now: &str) -> String {
        let now: Zoned = format!("{now}[Europe/Berlin]").parse().unwrap();
        let end = end_of(length, &now).to_zoned(now.time_zone().clone());
        end.strftime("%F %R").to_string()
    }

    #[test]
    fn a_pause_ends_when_it_says() {
        let now = "2026-11-16T14:00:00+01:00";
        assert_eq!(ends(PauseFor::HalfHour, now), "2026-11-16 14:30");
        assert_eq!(ends(PauseFor::TwoHours, now), "2026-11-16 16:00");
        assert_eq!(ends(PauseFor::Tomorrow, now), "2026-11-17 08:00");
    }

    #[test]
    fn tomorrow_begins_when_the_night_is_over() {
        let last = "2026-11-16T03:59:59+01:00";
        assert_eq!(ends(PauseFor::Tomorrow, last), "2026-11-16 08:00");
        let first = "2026-11-16T04:00:00+01:00";
        assert_eq!(ends(PauseFor::Tomorrow, first), "2026-11-17 08:00");
    }

    #[test]
    fn tomorrow_is_in_the_morning_also_when_the_clocks_change() {
        let before = "2026-10-24T22:00:00+02:00";
        assert_eq!(ends(PauseFor::Tomorrow, before), "2026-10-25 08:00");
    }
}
