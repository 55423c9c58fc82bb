//! Waits for what nothing can wake a thread for: another process, a file.

use std::thread;
use std::time::{Duration, Instant};

/// Looks again after every `pause` until `look` returns something. `look` is told how long it has
/// been waited, so that it can give up.
#[expect(
    clippy::disallowed_methods,
    reason = "the only place that waits for a time between two looks"
)]
pub fn poll<T>(pause: Duration, mut look: impl FnMut(Duration) -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look(begun.elapsed()) {
            return found;
        }
        thread::park_timeout(pause);
    }
}
