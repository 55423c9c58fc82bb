//! Small requests written without waiting for answers.

use anyhow::{Context, Result};

use super::contestants::Contestant;
use super::message::text;
use super::session::Session;
use super::watchdog::Watchdog;

const ROUNDS: usize = 7;
const BYTES: usize = 64;

/// The messages a second of each session, round by round.
pub fn measure(
    sessions: &mut [(&Contestant, Session)],
    watchdog: &Watchdog,
) -> Result<Vec<Vec<f64>>> {
    let mut rates: Vec<Vec<f64>> = sessions.iter().map(|_| Vec::new()).collect();
    let text = text(BYTES);
    for round in 0..ROUNDS {
        for turn in 0..sessions.len() {
            let index = (turn + round) % sessions.len();
            let (contestant, session) = &mut sessions[index];
            watchdog.begins(format!("requests in a row through {}", contestant.name));
            let count = contestant.effort.pipelined;
            let took = session
                .pipeline(count, &text)
                .with_context(|| format!("requests in a row through {}", contestant.name))?;
            rates[index].push(count as f64 / took.as_secs_f64());
        }
    }
    Ok(rates)
}
