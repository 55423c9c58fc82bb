//! Detects sleep from the clocks: `CLOCK_BOOTTIME` advances during sleep, `CLOCK_MONOTONIC` does not.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use tokio::sync::mpsc;
use tokio::time::sleep;

use super::Report;

/// A shorter sleep breaks no timeout.
const MIN_SLEEP: Duration = Duration::from_secs(10);
/// Without a login manager, a wake is noticed after this time at the latest.
const CHECK_INTERVAL: Duration = Duration::from_secs(15);

pub struct SleepDetector {
    /// The lead of `CLOCK_BOOTTIME` at the last check.
    last: Mutex<Duration>,
}

impl Default for SleepDetector {
    fn default() -> Self {
        Self {
            last: Mutex::new(boottime_lead()),
        }
    }
}

impl SleepDetector {
    /// Ignores sleep up to now, because it was already reported.
    pub fn skip(&self) {
        self.check(boottime_lead());
    }

    /// True if the machine has slept since the last check.
    fn check(&self, now: Duration) -> bool {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let slept = now.saturating_sub(*last);
        *last = now;
        slept > MIN_SLEEP
    }
}

pub async fn watch(detector: &SleepDetector, reports: &mpsc::Sender<Report>) {
    loop {
        sleep(CHECK_INTERVAL).await;
        if detector.check(boottime_lead()) {
            let _ = reports.send(Report::Woke).await;
        }
    }
}

fn boottime_lead() -> Duration {
    let read = |clock| Duration::try_from(clock_gettime(clock)).unwrap_or_default();
    let monotonic = read(ClockId::Monotonic);
    read(ClockId::Boottime).saturating_sub(monotonic)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_sleep_is_detected() {
        let start = Duration::from_secs(3_600);
        let sleep = SleepDetector {
            last: Mutex::new(start),
        };
        assert!(!sleep.check(start));
        assert!(
            !sleep.check(start + MIN_SLEEP),
            "ten seconds are not enough"
        );
        let later = start + MIN_SLEEP;
        assert!(sleep.check(later + MIN_SLEEP + Duration::from_nanos(1)));
        assert!(
            !sleep.check(later + MIN_SLEEP + Duration::from_nanos(1)),
            "reported once"
        );
        assert!(!sleep.check(start), "a clock that goes back is no sleep");
    }

    #[test]
    fn awake_machine_has_not_slept() {
        let sleep = SleepDetector::default();
        assert!(!sleep.check(boottime_lead()));
        sleep.skip();
    }
}
