//! Quiet mode: pause, Private, and the desktop's own do-not-disturb states.

use std::time::Duration;

use jiff::civil::Time;
use jiff::{Timestamp, ToSpan, Zoned};

use super::Attention;
use crate::moment::Moment;
use crate::view::{PauseFor, QuietModeView, QuietReasonView};

const HALF_HOUR_MINUTES: i64 = 30;
const TWO_HOURS_MINUTES: i64 = 2 * 60;
/// When a pause until tomorrow ends.
const PAUSE_MORNING: Time = Time::constant(8, 0, 0, 0);
/// Before this time "tomorrow" is the coming morning of the same day.
const NIGHT_END: Time = Time::constant(4, 0, 0, 0);

#[derive(Default)]
pub(super) struct QuietMode {
    /// On the wall clock, so that time asleep is part of the pause.
    paused_until: Option<Timestamp>,
    pub(super) private: bool,
    desktop_reason: Option<QuietReasonView>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum QuietState {
    Off,
    /// Only "An agent needs you": others can see the screen.
    Private,
    /// The same, because the desktop asks for it.
    ByDesktop,
    Paused(Timestamp),
}

impl Attention {
    pub fn quiet_mode(&self, now: &Moment) -> QuietModeView {
        QuietModeView {
            paused_until: match self.quiet_mode.state(now) {
                QuietState::Paused(until) => Some(until.as_millisecond()),
                QuietState::Off | QuietState::Private | QuietState::ByDesktop => None,
            },
            private: self.quiet_mode.private,
            quiet: self.quiet_mode.desktop_reason,
        }
    }

    pub fn pause(&mut self, length: PauseFor, now: &Moment) {
        self.quiet_mode.paused_until = Some(pause_end(length, &now.wall));
    }

    pub fn resume(&mut self) {
        self.quiet_mode.paused_until = None;
    }

    pub fn set_private(&mut self, private: bool) {
        self.quiet_mode.private = private;
    }

    pub fn set_quiet(&mut self, reason: Option<QuietReasonView>) {
        self.quiet_mode.desktop_reason = reason;
    }
}

impl QuietMode {
    pub(super) fn state(&self, now: &Moment) -> QuietState {
        match self.paused_until {
            Some(until) if until > now.timestamp() => QuietState::Paused(until),
            _ if self.desktop_reason.is_some() => QuietState::ByDesktop,
            _ if self.private => QuietState::Private,
            _ => QuietState::Off,
        }
    }

    pub(super) fn is_paused(&self, now: &Moment) -> bool {
        matches!(self.state(now), QuietState::Paused(_))
    }

    pub(super) fn is_private(&self, now: &Moment) -> bool {
        matches!(self.state(now), QuietState::Private | QuietState::ByDesktop)
    }

    pub(super) fn next_tick(&self, now: &Moment) -> Option<Duration> {
        let QuietState::Paused(until) = self.state(now) else {
            return None;
        };
        let left = Duration::try_from(until.duration_since(now.timestamp())).unwrap_or_default();
        // The two clocks are read one after the other; the extra millisecond covers the gap.
        Some(now.steady + left + Duration::from_millis(1))
    }
}

fn pause_end(length: PauseFor, now: &Zoned) -> Timestamp {
    let minutes = match length {
        PauseFor::HalfHour => HALF_HOUR_MINUTES,
        PauseFor::TwoHours => TWO_HOURS_MINUTES,
        PauseFor::Tomorrow => return next_morning(now).unwrap_or_else(|| now.timestamp()),
    };
    let end = now.timestamp().checked_add(minutes.minutes());
    end.unwrap_or_else(|_| now.timestamp())
}

fn next_morning(now: &Zoned) -> Option<Timestamp> {
    let today = now.date();
    let day = if now.time() < NIGHT_END {
        today
    } else {
        today.tomorrow().ok()?
    };
    let morning = day
        .to_datetime(PAUSE_MORNING)
        .to_zoned(now.time_zone().clone());
    morning.ok().map(|morning| morning.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(length: PauseFor, now: &str) -> String {
        let now: Zoned = format!("{now}[Europe/Berlin]").parse().unwrap();
        let end = pause_end(length, &now).to_zoned(now.time_zone().clone());
        end.strftime("%F %R").to_string()
    }

    #[test]
    fn pause_ends_on_time() {
        let now = "2026-11-16T14:00:00+01:00";
        assert_eq!(ends(PauseFor::HalfHour, now), "2026-11-16 14:30");
        assert_eq!(ends(PauseFor::TwoHours, now), "2026-11-16 16:00");
        assert_eq!(ends(PauseFor::Tomorrow, now), "2026-11-17 08:00");
    }

    #[test]
    fn tomorrow_starts_at_four() {
        let last = "2026-11-16T03:59:59+01:00";
        assert_eq!(ends(PauseFor::Tomorrow, last), "2026-11-16 08:00");
        let first = "2026-11-16T04:00:00+01:00";
        assert_eq!(ends(PauseFor::Tomorrow, first), "2026-11-17 08:00");
    }

    #[test]
    fn tomorrow_is_eight_oclock_across_a_clock_change() {
        let before = "2026-10-24T22:00:00+02:00";
        assert_eq!(ends(PauseFor::Tomorrow, before), "2026-10-25 08:00");
    }
}
