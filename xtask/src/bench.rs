//! `cargo xtask bench`: measures Doorbell beside what it is compared with, in one run.
//!
//! Times depend on the machine, ratios much less: budgets are ratios wherever they can be. A
//! budget that is not held is printed so and fails nothing, because a busy machine is no mistake.
//!
//! A group is a set of rows that belong together. To add one, write a module with a function that
//! gives a [`Report`] and name it in [`GROUPS`].

mod budgets;
mod contestants;
mod cpu;
mod daemon;
mod footprint;
mod memory;
mod message;
mod programs;
mod report;
mod roundtrip;
mod session;
mod startup;
mod statistics;
mod table;
mod throughput;
mod watchdog;
mod window;
mod wrap;

use std::fs;

use anyhow::{Context, Result, bail};

use serde_json::Value;

use crate::command::{command, read};
use crate::{binaries, packages, workspace};
use report::Report;
use watchdog::Watchdog;

struct Group {
    name: &'static str,
    measure: fn(&Watchdog) -> Result<Report>,
}

const GROUPS: &[Group] = &[
    Group {
        name: "wrap",
        measure: wrap::measure,
    },
    Group {
        name: "window",
        measure: window::measure,
    },
    Group {
        name: "daemon",
        measure: daemon::measure,
    },
    Group {
        name: "footprint",
        measure: footprint::measure,
    },
];

/// Measures the named groups, or all; prints their tables and writes each to
/// `target/doorbell/bench/<group>.json`.
pub fn run(names: &[&str]) -> Result<()> {
    let groups = chosen(names)?;
    packages::ensure(&[packages::BENCH, packages::SCRIPTS])?;
    let directory = workspace::output().join("bench");
    fs::create_dir_all(&directory)
        .with_context(|| format!("could not create {}", directory.display()))?;
    for group in groups {
        let watchdog = Watchdog::new();
        let report = (group.measure)(&watchdog)?;
        println!("\n{report}");
        let file = directory.join(format!("{}.json", group.name));
        fs::write(&file, format!("{:#}\n", report.json))
            .with_context(|| format!("could not write {}", file.display()))?;
        println!("Written to {}", file.display());
    }
    Ok(())
}

/// What the test kit measures of a group, on a virtual screen of its own.
fn measured(group: &str) -> Result<Value> {
    packages::ensure(&[packages::BUILD, packages::DESKTOP])?;
    binaries::release()?;
    let said = read(command(binaries::measure()).arg(group))?;
    serde_json::from_str(&said).context("what was measured")
}

fn chosen(names: &[&str]) -> Result<Vec<&'static Group>> {
    if names.is_empty() {
        return Ok(GROUPS.iter().collect());
    }
    names
        .iter()
        .map(
            |name| match GROUPS.iter().find(|group| group.name == *name) {
                Some(group) => Ok(group),
                None => {
                    let known: Vec<_> = GROUPS.iter().map(|group| group.name).collect();
                    bail!(
                        "there is nothing called {name:?} to measure, only {}",
                        known.join(", ")
                    )
                }
            },
        )
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{GROUPS, chosen};

    #[test]
    fn no_name_means_every_group_and_a_wrong_one_is_told_what_there_is() {
        assert_eq!(chosen(&[]).unwrap().len(), GROUPS.len());
        assert_eq!(chosen(&["wrap"]).unwrap()[0].name, "wrap");
        let said = chosen(&["warp"]).err().unwrap().to_string();
        assert!(said.contains("\"warp\"") && said.contains("wrap"), "{said}");
    }
}
