//! What a question costs with more and more of something there: pairs of how many, and the median.

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::asker::Asker;

/// Questions at each step.
const MEASURED: usize = 500;

/// With so many others open and unanswered.
pub fn open(asker: &mut Asker, steps: &[usize]) -> Result<Value> {
    let mut open = 0;
    let mut series = Vec::new();
    for &step in steps {
        asker.opens(step - open)?;
        open = step;
        series.push(json!([step, median(asker.calls(MEASURED)?)?]));
    }
    Ok(json!(series))
}

/// With so many answered before.
pub fn history(asker: &mut Asker, steps: &[usize]) -> Result<Value> {
    let mut before = 0;
    let mut series = Vec::new();
    for &step in steps {
        asker.calls(step.saturating_sub(before))?;
        series.push(json!([step, median(asker.calls(MEASURED)?)?]));
        before = step + MEASURED;
    }
    Ok(json!(series))
}

fn median(mut samples: Vec<f64>) -> Result<f64> {
    samples.sort_by(f64::total_cmp);
    let middle = samples.get(samples.len() / 2);
    middle.copied().context("nothing was measured")
}
