//! `cargo xtask fuzz`: the targets in `tests/fuzz`, for longer and with other inputs than the
//! ordinary tests have.

use anyhow::{Context, Result, bail};

use crate::command::{cargo, run};

/// How long without being told.
const MINUTES: u64 = 5;
/// All of them side by side, on however few cores.
const TARGETS: &str = "16";

/// Runs every target for so many minutes, side by side.
pub fn run_for(words: &[&str]) -> Result<()> {
    let minutes = match words {
        [] => MINUTES,
        ["--minutes", minutes] => minutes
            .parse()
            .ok()
            .filter(|minutes| *minutes > 0)
            .with_context(|| format!("{minutes} is no number of minutes"))?,
        _ => bail!("usage: cargo xtask fuzz [--minutes N]"),
    };
    println!("Each target runs for {minutes} min; what fails is written to target/doorbell/fuzz.");
    run(cargo()
        .args(["test", "--locked", "-p", "doorbell-tests", "--test", "fuzz"])
        .args(["--", "--nocapture", "--test-threads", TARGETS])
        .env("DOORBELL_FUZZ_SECONDS", (minutes * 60).to_string()))
}
