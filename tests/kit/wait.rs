//! Waiting for a condition.

use std::time::{Duration, Instant};

use anyhow::{Error, Result, bail};

/// Long enough for a loaded machine; most conditions hold within milliseconds.
pub const TIMEOUT: Duration = Duration::from_secs(30);

const MIN_INTERVAL: Duration = Duration::from_millis(15);

const MAX_INTERVAL: Duration = Duration::from_millis(150);

/// What a polled closure returns: a value, or "not yet", possibly with the reason.
pub trait PollResult {
    /// Returned by [`wait_until`] once it is available.
    type Value;

    /// Returns the value, or the reason why it is not available yet, if known.
    fn value(self) -> Result<Self::Value, Option<Error>>;
}

impl PollResult for bool {
    type Value = ();

    fn value(self) -> Result<(), Option<Error>> {
        if self { Ok(()) } else { Err(None) }
    }
}

impl<T> PollResult for Option<T> {
    type Value = T;

    fn value(self) -> Result<T, Option<Error>> {
        self.ok_or(None)
    }
}

impl<T> PollResult for Result<T> {
    type Value = T;

    fn value(self) -> Result<T, Option<Error>> {
        self.map_err(Some)
    }
}

/// Polls until the closure returns a value. The error after the timeout includes the last reason.
#[expect(
    clippy::disallowed_methods,
    reason = "the only polling loop of the tests"
)]
pub fn wait_until<L: PollResult>(
    what: &str,
    timeout: Duration,
    mut poll: impl FnMut() -> L,
) -> Result<L::Value> {
    let start = Instant::now();
    loop {
        let polled = Instant::now();
        let reason = match poll().value() {
            Ok(value) => return Ok(value),
            Err(reason) => reason,
        };
        if start.elapsed() >= timeout {
            let waited = start.elapsed().as_secs_f32();
            match reason {
                Some(reason) => bail!("waited {waited:.1} s for {what}; at last: {reason:#}"),
                None => bail!("waited {waited:.1} s for {what}"),
            }
        }
        // A slow poll runs programs, so it is repeated less often to leave the CPU to the
        // application.
        let pause = polled.elapsed().clamp(MIN_INTERVAL, MAX_INTERVAL);
        std::thread::park_timeout(pause);
    }
}
