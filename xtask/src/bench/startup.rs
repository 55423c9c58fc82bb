//! From nothing to the first answer.

use anyhow::{Context, Result};

use super::contestants::Contestant;
use super::session::Session;
use super::watchdog::Watchdog;

/// From the start of the process to its answer to `initialize`, in milliseconds, for each
/// contestant in turn.
pub fn measure(contestants: &[Contestant], watchdog: &Watchdog) -> Result<Vec<Vec<f64>>> {
    let mut times: Vec<Vec<f64>> = contestants.iter().map(|_| Vec::new()).collect();
    let most = contestants.iter().map(|one| one.effort.starts).max();
    // The first start reads the program from the disk and is not counted.
    for round in 0..=most.unwrap_or(0) {
        for (contestant, times) in contestants.iter().zip(&mut times) {
            if round > contestant.effort.starts {
                continue;
            }
            watchdog.begins(format!("a start of {}", contestant.name));
            let started = Session::start(contestant).and_then(|(session, took)| {
                session.finish()?;
                Ok(took)
            });
            let took = started.with_context(|| format!("a start of {}", contestant.name))?;
            if round > 0 {
                times.push(took.as_secs_f64() * 1e3);
            }
        }
    }
    Ok(times)
}
