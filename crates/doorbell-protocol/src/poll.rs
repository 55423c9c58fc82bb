//! Waits for conditions that cannot wake a thread, such as another process or a file.

use std::thread;
use std::time::{Duration, Instant};

/// Calls `check` with the elapsed time every `interval` until it returns something. `check` can
/// return a failure to give up.
#[expect(
    clippy::disallowed_methods,
    reason = "the only place that waits for a fixed time between two checks"
)]
pub fn poll<T>(interval: Duration, mut check: impl FnMut(Duration) -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = check(start.elapsed()) {
            return found;
        }
        thread::park_timeout(interval);
    }
}
