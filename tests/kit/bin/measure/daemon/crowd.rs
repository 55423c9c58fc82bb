//! Many askers at once, each asking its next question when it has its answer.

use std::path::Path;
use std::time::Instant;

use anyhow::Result;
use serde_json::{Value, json};

use super::asker::Asker;

const ASKERS: usize = 64;
/// Questions of each in one round, and rounds.
const EACH: usize = 10;
const ROUNDS: usize = 10;

/// How many a second, round by round: lines of the echo, and questions.
pub fn measure(echo: &Path, daemon: &Path) -> Result<Value> {
    let mut echoed = (0..ASKERS)
        .map(|_| Asker::echoed(echo))
        .collect::<Result<Vec<_>>>()?;
    let mut asking = (0..ASKERS)
        .map(|number| Asker::greet_with(&format!("key {number}"), daemon))
        .collect::<Result<Vec<_>>>()?;
    let (mut lines, mut questions) = (Vec::new(), Vec::new());
    // The first round of each is not counted.
    for round in 0..=ROUNDS {
        let (line, question) = (rate(&mut echoed)?, rate(&mut asking)?);
        if round > 0 {
            lines.push(line);
            questions.push(question);
        }
    }
    Ok(json!({"echo, 64 at once": lines, "question, 64 at once": questions}))
}

/// One thread speaks for all of them: answers come in the order of the questions, and a thread for
/// each would measure how they get their turns.
fn rate(askers: &mut [Asker]) -> Result<f64> {
    let begun = Instant::now();
    for asker in &mut *askers {
        asker.asks()?;
    }
    for left in (0..EACH).rev() {
        for asker in &mut *askers {
            asker.hears_answer()?;
            if left > 0 {
                asker.asks()?;
            }
        }
    }
    let asked = f64::from(u32::try_from(ASKERS * EACH)?);
    Ok(asked / begun.elapsed().as_secs_f64())
}
