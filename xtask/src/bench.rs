//! `cargo xtask bench`: measures Doorbell beside what it is compared with, in one run.
//!
//! Times depend on the machine, ratios much less: budgets are ratios wherever they can be. A
//! budget that is not held is printed so and fails nothing, because a busy machine is no mistake.
//!
//! A group is a set of rows that belong together. To add one, write a module with a function that
//! gives a [`Report`] and name it in [`GROUPS`]; docs/performance.md needs two comments for it.

mod budgets;
mod contestants;
mod cpu;
mod daemon;
mod document;
mod finding;
mod footprint;
mod machine;
mod memory;
mod message;
mod overall;
mod programs;
mod report;
mod roundtrip;
mod session;
mod start;
mod startup;
mod statistics;
mod table;
mod throughput;
mod watchdog;
mod window;
mod wrap;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use serde_json::Value;

use crate::command::{command, read};
use crate::{binaries, packages, workspace};
use document::Document;
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
        name: "start",
        measure: start::measure,
    },
    Group {
        name: "footprint",
        measure: footprint::measure,
    },
];

const SAVE: &str = "--save";

/// What the document has beside the groups.
const WHOLE: &[&str] = &["all", "machine"];

/// What is asked for.
struct Wanted {
    groups: Vec<&'static Group>,
    is_all: bool,
    saves: bool,
}

/// Measures the named groups, or all; prints their tables and writes each to
/// `target/doorbell/bench/<group>.json` and, with `--save`, to docs/performance.md.
pub fn run(words: &[&str]) -> Result<()> {
    let wanted = Wanted::read(words)?;
    // Before our own builds make the machine busy.
    let busy = cpu::busy();
    let mut document = None;
    if wanted.saves {
        document = Some(Document::read(&wanted.blocks())?);
    }
    packages::ensure(&[packages::BENCH, packages::SCRIPTS])?;
    let directory = workspace::output().join("bench");
    fs::create_dir_all(&directory)
        .with_context(|| format!("could not create {}", directory.display()))?;
    let mut reports = Vec::new();
    for group in &wanted.groups {
        let watchdog = Watchdog::new();
        let report = (group.measure)(&watchdog)?;
        println!("\n{report}");
        keep(group.name, &report, &directory)?;
        reports.push((group.name, report));
    }
    let overall = overall::tables(&reports).map(|table| table.to_string());
    let overall = overall.join("\n");
    if wanted.is_all {
        println!("\n{overall}");
        overall::write(&reports, &directory)?;
    }
    let Some(mut document) = document else {
        return Ok(());
    };
    for (name, report) in &reports {
        document.renew(name, &report.in_document())?;
    }
    if wanted.is_all {
        document.renew("all", &overall)?;
        let busy = busy.map_or_else(String::new, |busy| format!("\n\n{busy}"));
        document.renew("machine", &format!("{}{busy}", machine::described()))?;
    }
    document.write()
}

/// Writes what programs have of a group.
fn keep(name: &str, report: &Report, directory: &Path) -> Result<()> {
    let file = directory.join(format!("{name}.json"));
    fs::write(&file, format!("{:#}\n", report.json))
        .with_context(|| format!("could not write {}", file.display()))?;
    println!("Written to {}", file.display());
    Ok(())
}

impl Wanted {
    fn read(words: &[&str]) -> Result<Self> {
        let (options, names): (Vec<&str>, Vec<&str>) =
            words.iter().partition(|word| word.starts_with('-'));
        if let Some(unknown) = options.iter().find(|option| **option != SAVE) {
            bail!("{unknown} means nothing here, only {SAVE} does");
        }
        Ok(Self {
            groups: chosen(&names)?,
            is_all: names.is_empty(),
            saves: !options.is_empty(),
        })
    }

    /// What is renewed in the document. The table of everything and the machine belong to a run
    /// of everything.
    fn blocks(&self) -> Vec<&'static str> {
        let groups = self.groups.iter().map(|group| group.name);
        let whole = if self.is_all { WHOLE } else { &[] };
        groups.chain(whole.iter().copied()).collect()
    }
}

/// Builds what the test kit measures, and what it measures with.
fn prepare() -> Result<()> {
    packages::ensure(&[packages::BUILD, packages::DESKTOP])?;
    binaries::release()
}

/// What the test kit measures of a group, on a virtual screen of its own.
fn measured(group: &str) -> Result<Value> {
    prepare()?;
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
    use super::{Document, GROUPS, Wanted, chosen};

    #[test]
    fn no_name_means_every_group_and_a_wrong_one_is_told_what_there_is() {
        assert_eq!(chosen(&[]).unwrap().len(), GROUPS.len());
        assert_eq!(chosen(&["wrap"]).unwrap()[0].name, "wrap");
        let said = chosen(&["warp"]).err().unwrap().to_string();
        assert!(said.contains("\"warp\"") && said.contains("wrap"), "{said}");
    }

    #[test]
    fn groups_and_saving_are_said_in_any_order() {
        let wanted = Wanted::read(&["--save", "wrap"]).unwrap();
        assert!(wanted.saves && !wanted.is_all);
        assert_eq!(wanted.blocks(), ["wrap"]);
        let all = Wanted::read(&[]).unwrap();
        assert!(!all.saves && all.is_all);
        let said = Wanted::read(&["--safe"]).err().unwrap().to_string();
        assert!(said.contains("--safe") && said.contains("--save"), "{said}");
    }

    #[test]
    fn the_document_has_a_place_for_everything() {
        let all = Wanted::read(&["--save"]).unwrap();
        assert!(all.blocks().contains(&"machine"));
        Document::read(&all.blocks()).unwrap();
    }
}
