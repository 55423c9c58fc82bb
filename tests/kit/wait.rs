//! Waiting for a condition.

use std::cell::Cell;
use std::time::{Duration, Instant};

use anyhow::{Error, Result, bail};

/// How long a loaded machine may take for what usually takes a moment.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// How long nothing must happen before a test believes that it will not.
pub const A_WHILE: Duration = Duration::from_millis(700);

/// Presses are refused until 500 ms after a question was shown or changed; after this they are not.
pub const GUARD: Duration = Duration::from_millis(600);

/// Keys are dropped when a window gets the keyboard within a second of its arrival; after this not.
pub const ARRIVAL: Duration = Duration::from_millis(1_100);

const BETWEEN_LOOKS: Duration = Duration::from_millis(15);

thread_local! {
    static GAVE_UP: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread has waited in vain: a test that returns an error does not panic.
pub fn gave_up() -> bool {
    GAVE_UP.get()
}

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
        let reason = match look().found() {
            Ok(found) => return Ok(found),
            Err(reason) => reason,
        };
        if start.elapsed() >= timeout {
            GAVE_UP.set(true);
            let waited = start.elapsed().as_secs_f32();
            match reason {
                Some(reason) => bail!("waited {waited:.1} s for {what}; at last: {reason:#}"),
                None => bail!("waited {waited:.1} s for {what}"),
            }
        }
        std::thread::park_timeout(BETWEEN_LOOKS);
    }
}

/// Lets time pass, for rules that are about time.
pub fn let_pass(time: Duration) {
    let end = Instant::now() + time;
    while let Some(left) = end.checked_duration_since(Instant::now()) {
        std::thread::park_timeout(left);
    }
}

/// Looks for a time and wants it never to be there.
///
/// # Errors
/// It was there.
pub fn never(what: &str, during: Duration, mut look: impl FnMut() -> bool) -> Result<()> {
    let start = Instant::now();
    while start.elapsed() < during {
        if look() {
            bail!("after {:.1} s: {what}", start.elapsed().as_secs_f32());
        }
        std::thread::park_timeout(BETWEEN_LOOKS);
    }
    Ok(())
}
