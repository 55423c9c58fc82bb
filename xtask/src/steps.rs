//! A row of steps: each announced and timed, the first failure ends the row.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};

/// One named step.
pub struct Step {
    name: &'static str,
    run: fn() -> Result<()>,
}

/// Names a step.
pub const fn step(name: &'static str, run: fn() -> Result<()>) -> Step {
    Step { name, run }
}

/// Runs the steps in order and prints how long each took.
pub fn run(steps: &[Step]) -> Result<()> {
    let start = Instant::now();
    let mut took: Vec<(&str, Duration)> = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        println!("\n[{}/{}] {}", index + 1, steps.len(), step.name);
        let begun = Instant::now();
        let result = (step.run)();
        took.push((step.name, begun.elapsed()));
        if result.is_err() {
            print_summary(&took, "failed", start.elapsed());
        }
        result.with_context(|| format!("step {:?}", step.name))?;
    }
    print_summary(&took, "passed", start.elapsed());
    Ok(())
}

/// The last step has the verdict, all before it passed.
fn print_summary(took: &[(&str, Duration)], last: &str, total: Duration) {
    println!("\n{:<34} {:>8}", "step", "seconds");
    for (index, (name, duration)) in took.iter().enumerate() {
        let verdict = if index + 1 == took.len() {
            last
        } else {
            "passed"
        };
        println!("{name:<34} {:>8.1}  {verdict}", duration.as_secs_f32());
    }
    println!("{:<34} {:>8.1}", "all", total.as_secs_f32());
}
