//! Waiting for a condition.

use std::time::{Duration, Instant};

use anyhow::{Error, Result, bail};

/// How long a loaded machine may take for what usually takes a moment.
pub const PATIENCE: Duration = Duration::from_secs(30);

const BETWEEN_LOOKS: Duration = Duration::from_millis(15);

/// Looks that take long are further apart, but no further than this.
const LONGEST_BETWEEN_LOOKS: Duration = Duration::from_millis(150);

/// What a look can bring back: there it is, or not yet.
pub trait Look {
    /// What was found.
    type Found;

    /// The find, or why there is none, if that is known.
    ///
    /// # Errors
    /// Not there yet.
    fn found(self) -> Result<Self::Found, Option<Error>>;
}

impl Look for bool {
    type Found = ();

    fn found(self) -> Result<(), Option<Error>> {
        if self { Ok(()) } else { Err(None) }
    }
}

impl<T> Look for Option<T> {
    type Found = T;

    fn found(self) -> Result<T, Option<Error>> {
        self.ok_or(None)
    }
}

impl<T> Look for Result<T> {
    type Found = T;

    fn found(self) -> Result<T, Option<Error>> {
        self.map_err(Some)
    }
}

/// Looks until it is there.
///
/// # Errors
/// Names what was waited for, how long, and what the last look said.
#[expect(
    clippy::disallowed_methods,
    reason = "the only loop of the tests that looks again after a time"
)]
pub fn wait_until<L: Look>(
    what: &str,
    timeout: Duration,
    mut look: impl FnMut() -> L,
) -> Result<L::Found> {
    let start = Instant::now();
    loop {
        let looked = Instant::now();
        let reason = match look().found() {
            Ok(found) => return Ok(found),
            Err(reason) => reason,
        };
        if start.elapsed() >= timeout {
            let waited = start.elapsed().as_secs_f32();
            match reason {
                Some(reason) => bail!("waited {waited:.1} s for {what}; at last: {reason:#}"),
                None => bail!("waited {waited:.1} s for {what}"),
            }
        }
        // A look that starts programs keeps a core busy that what is waited for may need.
        let pause = looked.elapsed().clamp(BETWEEN_LOOKS, LONGEST_BETWEEN_LOOKS);
        std::thread::park_timeout(pause);
    }
}
