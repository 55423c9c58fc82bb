//! Runs named steps and prints a summary of failures and how to rerun them.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

pub struct Step {
    /// Used by `--only` and `--skip`.
    pub name: &'static str,
    pub title: &'static str,
    /// Steps that must pass first.
    pub needs: &'static [&'static str],
    pub run: Box<dyn Fn() -> Result<Failures>>,
}

/// The names of the tests that failed.
pub type Failures = Vec<String>;

impl Step {
    /// A step that passes or fails as a whole.
    pub fn new(
        name: &'static str,
        title: &'static str,
        needs: &'static [&'static str],
        run: impl Fn() -> Result<()> + 'static,
    ) -> Self {
        Self::of_tests(name, title, needs, move || run().map(|()| Vec::new()))
    }

    /// A step that names the tests that failed.
    pub fn of_tests(
        name: &'static str,
        title: &'static str,
        needs: &'static [&'static str],
        run: impl Fn() -> Result<Failures> + 'static,
    ) -> Self {
        Self {
            name,
            title,
            needs,
            run: Box::new(run),
        }
    }
}

enum Verdict {
    Passed,
    Failed(Failures),
    Error(String),
    NotRun { needs: &'static str },
}

struct Record {
    name: &'static str,
    title: &'static str,
    duration: Duration,
    verdict: Verdict,
}

/// Runs every step once, whether or not an earlier one failed.
///
/// # Errors
/// A step failed; the summary names it.
pub fn run(steps: &[Step]) -> Result<()> {
    let started = Instant::now();
    let mut records = Vec::new();
    run_once(&steps.iter().collect::<Vec<_>>(), &mut records);
    finish(&records, started.elapsed(), |_, _| String::new())
}

/// Runs every step once, and those that `repeats` selects `times` times.
///
/// # Errors
/// A step failed; the summary names it and how often it failed.
pub fn run_repeated(steps: &[Step], times: u32, repeats: impl Fn(&Step) -> bool) -> Result<()> {
    let started = Instant::now();
    let (repeated, once): (Vec<&Step>, Vec<&Step>) =
        steps.iter().partition(|step| times > 1 && repeats(step));
    let mut records: Vec<Record> = Vec::new();
    run_once(&once, &mut records);
    for round in 1..=times {
        for step in &repeated {
            println!("\n[run {round} of {times}] {}", step.title);
            let record = run_one(step, &records);
            records.push(record);
        }
    }
    finish(&records, started.elapsed(), |step, test| {
        let filter = test.map_or(String::new(), |test| format!(" -- {test}"));
        format!("\n  again: cargo xtask test --only {step}{filter}")
    })
}

fn run_once(steps: &[&Step], records: &mut Vec<Record>) {
    for (index, step) in steps.iter().enumerate() {
        println!("\n[{}/{}] {}", index + 1, steps.len(), step.title);
        let record = run_one(step, records);
        records.push(record);
    }
}

/// `rerun_hint` returns the line that says how to rerun a failure.
fn finish(
    records: &[Record],
    duration: Duration,
    rerun_hint: impl Fn(&str, Option<&str>) -> String,
) -> Result<()> {
    print_summary(records, duration);
    print_failures(records, rerun_hint);
    let failed = records
        .iter()
        .filter(|record| !matches!(record.verdict, Verdict::Passed))
        .count();
    if failed > 0 {
        bail!("{failed} of {} steps failed", records.len());
    }
    Ok(())
}

fn run_one(step: &Step, before: &[Record]) -> Record {
    let started = Instant::now();
    let missing = step.needs.iter().copied().find(|needed| {
        before
            .iter()
            .any(|record| record.name == *needed && !matches!(record.verdict, Verdict::Passed))
    });
    let verdict = match missing {
        Some(needs) => Verdict::NotRun { needs },
        None => match (step.run)() {
            Ok(failures) if failures.is_empty() => Verdict::Passed,
            Ok(failures) => Verdict::Failed(failures),
            Err(error) => Verdict::Error(format!("{error:#}")),
        },
    };
    if let Verdict::Error(error) = &verdict {
        println!("failed: {error}");
    }
    Record {
        name: step.name,
        title: step.title,
        duration: started.elapsed(),
        verdict,
    }
}

fn print_summary(records: &[Record], total: Duration) {
    println!("\n{:<34} {:>8}", "step", "seconds");
    for Record {
        title,
        duration,
        verdict,
        ..
    } in records
    {
        let verdict = match verdict {
            Verdict::Passed => "passed".to_owned(),
            Verdict::Failed(failures) => format!("FAILED ({} tests)", failures.len()),
            Verdict::Error(_) => "FAILED".to_owned(),
            Verdict::NotRun { needs } => format!("not run: it needs {needs}"),
        };
        println!("{title:<34} {:>8.1}  {verdict}", duration.as_secs_f32());
    }
    println!("{:<34} {:>8.1}", "all", total.as_secs_f32());
}

/// Prints each failure with its count and rerun hint.
fn print_failures(records: &[Record], rerun_hint: impl Fn(&str, Option<&str>) -> String) {
    let mut failures: BTreeMap<(&str, &str, bool), usize> = BTreeMap::new();
    for Record { name, verdict, .. } in records {
        match verdict {
            Verdict::Passed | Verdict::NotRun { .. } => {}
            Verdict::Failed(tests) => {
                for test in tests {
                    *failures.entry((name, test, true)).or_default() += 1;
                }
            }
            Verdict::Error(error) => *failures.entry((name, error, false)).or_default() += 1,
        }
    }
    for ((step, failure, is_test), count) in failures {
        let of = records.iter().filter(|record| record.name == step).count();
        let rerun_hint = rerun_hint(step, is_test.then_some(failure));
        println!("\n{step}: failed {count} of {of}: {failure}{rerun_hint}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::rc::Rc;

    fn counted(runs: &Rc<Cell<u32>>) -> impl Fn() -> Result<()> + 'static {
        let runs = Rc::clone(runs);
        move || {
            runs.set(runs.get() + 1);
            Ok(())
        }
    }

    #[test]
    fn steps_after_a_failed_one_still_run() {
        let runs = Rc::default();
        let steps = [
            Step::new("broken", "", &[], || bail!("broken")),
            Step::new("sound", "", &[], counted(&runs)),
        ];
        assert!(run(&steps).is_err());
        assert_eq!(runs.get(), 1);
    }

    #[test]
    fn step_is_skipped_when_a_needed_step_failed() {
        let runs = Rc::default();
        let steps = [
            Step::new("build", "", &[], || bail!("broken")),
            Step::new("desktop", "", &["build"], counted(&runs)),
        ];
        assert!(run(&steps).is_err());
        assert_eq!(runs.get(), 0);
    }

    #[test]
    fn only_chosen_steps_are_repeated() {
        let (builds, runs) = (Rc::default(), Rc::default());
        let steps = [
            Step::new("build", "", &[], counted(&builds)),
            Step::new("desktop", "", &["build"], counted(&runs)),
        ];
        run_repeated(&steps, 3, |step| step.name == "desktop").unwrap();
        assert_eq!((builds.get(), runs.get()), (1, 3));
    }

    #[test]
    fn failed_test_fails_the_command() {
        let steps = [Step::of_tests("unit", "", &[], || {
            Ok(vec!["a::b".to_owned()])
        })];
        assert!(run(&steps).is_err());
    }
}
