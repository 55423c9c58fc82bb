//! Tells a sleep from the clocks alone: one of them stands still while the machine sleeps, the
//! other does not.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use tokio::sync::mpsc;
use tokio::time::sleep;

use super::News;

/// A shorter sleep breaks nothing that waits.
const A_SLEEP: Duration = Duration::from_secs(10);
/// How often the clocks are compared. Their own time stands still during a sleep, so a wake is
/// noticed at the latest so long after it, where no login manager tells it sooner.
const LOOK: Duration = Duration::from_secs(15);

/// How much of a sleep has been noticed.
pub struct Sleep {
    /// By how much the one clock was ahead at the last look.
    ahead: Mutex<Duration>,
}

impl Default for Sleep {
    fn default() -> Self {
        Self {
            ahead: Mutex::new(ahead()),
        }
    }
}

impl Sleep {
    /// Someone else told of the sleep up to now.
    pub fn is_over(&self) {
        self.look(ahead());
    }

    /// Whether the machine has slept since the last look.
    fn look(&self, now: Duration) -> bool {
        let mut ahead = self.ahead.lock().unwrap_or_else(PoisonError::into_inner);
        let slept = now.saturating_sub(*ahead);
        *ahead = now;
        slept > A_SLEEP
    }
}

/// Compares the clocks now and then.
pub async fn watch(slept: &Sleep, tell: &mpsc::Sender<News>) {
    loop {
        sleep(LOOK).await;
        if slept.look(ahead()) {
            let _ = tell.send(News::Woke).await;
        }
    }
}

/// By how much the clock that counts sleep is ahead of the one that does not.
fn ahead() -> Duration {
    let read = |clock| Duration::try_from(clock_gettime(clock)).unwrap_or_default();
    let waking = read(ClockId::Monotonic);
    read(ClockId::Boottime).saturating_sub(waking)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_sleep_of_some_length_is_one() {
        let start = Duration::from_secs(3_600);
        let sleep = Sleep {
            ahead: Mutex::new(start),
        };
        assert!(!sleep.look(start));
        assert!(!sleep.look(start + A_SLEEP), "ten seconds are not enough");
        let later = start + A_SLEEP;
        assert!(sleep.look(later + A_SLEEP + Duration::from_nanos(1)));
        assert!(
            !sleep.look(later + A_SLEEP + Duration::from_nanos(1)),
            "said once"
        );
        assert!(!sleep.look(start), "a clock that goes back is no sleep");
    }

    #[test]
    fn the_clocks_of_a_machine_that_is_awake_agree() {
        let sleep = Sleep::default();
        assert!(!sleep.look(ahead()));
        sleep.is_over();
    }
}
