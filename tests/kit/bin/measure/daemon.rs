//! Questions to daemons without a window whose person answers at once, and lines to a bare echo over
//! the same kind of socket. In microseconds, each by itself.

mod asker;
mod crowd;
mod growth;
mod serving;

use anyhow::{Context, Result};
use serde_json::{Map, Value, json};

use asker::Asker;
use serving::Serving;

/// Rounds in which everybody is asked in turn.
const ROUNDS: usize = 20;
/// Calls in each of them, after those that are not counted.
const CALLS: usize = 100;
const WARM_UP: usize = 10;
/// How many open questions there can be beside the one that is asked.
const OPEN: usize = 255;
const HISTORY: usize = 10_000;

pub fn measure() -> Result<Value> {
    let place = tempfile::tempdir()?;
    let place = place.path();
    let echo = Serving::echo(&place.join("echo.sock"))?;
    let fresh = Serving::daemon(&place.join("fresh"))?;
    let full = Serving::daemon(&place.join("full"))?;
    let old = Serving::daemon(&place.join("old"))?;
    let mut full_asker = Asker::greet(full.socket())?;
    let mut old_asker = Asker::greet(old.socket())?;
    let open = growth::open(&mut full_asker, &[0, 1, 64, 128, OPEN])?;
    let history = growth::history(&mut old_asker, &[0, 2_500, 5_000, 7_500, HISTORY])?;
    let one = in_turn(&mut [
        ("echo", Asker::echoed(echo.socket())?),
        (
            "echo, a thread",
            Asker::echoed(&serving::echo_thread(&place.join("thread.sock"))?)?,
        ),
        ("question", Asker::greet(fresh.socket())?),
        ("question, 255 open", full_asker),
        ("question, 10,000 before", old_asker),
    ])?;
    let crowded = Serving::daemon(&place.join("crowded"))?;
    let validation = validation()?;
    Ok(json!({
        "one": one,
        "atOnce": crowd::measure(echo.socket(), crowded.socket())?,
        "open": open,
        "history": history,
        "validation": validation["own"],
        "validationAsAWhole": validation["jsonschema"],
    }))
}

/// Asks everybody in short rounds, so that what else the machine does slows them alike. Each has its
/// rounds, and each round its calls.
fn in_turn(askers: &mut [(&str, Asker)]) -> Result<Map<String, Value>> {
    let mut rounds: Vec<Vec<Vec<f64>>> = askers.iter().map(|_| Vec::new()).collect();
    for round in 0..ROUNDS {
        for turn in 0..askers.len() {
            // Everybody follows everybody once in a while.
            let index = (turn + round) % askers.len();
            let (name, asker) = &mut askers[index];
            asker.calls(WARM_UP).with_context(|| name.to_string())?;
            rounds[index].push(asker.calls(CALLS).with_context(|| name.to_string())?);
        }
    }
    Ok(askers
        .iter()
        .zip(rounds)
        .map(|((name, _), rounds)| ((*name).to_owned(), json!(rounds)))
        .collect())
}

/// What the forms themselves cost is measured where they are, without a socket.
fn validation() -> Result<Value> {
    let said = doorbell_tests::process::output(&mut serving::example("validation")?)?;
    serde_json::from_str(&said).context("what validation costs")
}
