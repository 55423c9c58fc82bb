//! `cargo xtask faults`: breaks things on purpose and writes down what came of every question.

use anyhow::Result;

use crate::command::{cargo, read};
use crate::{document, packages};

const DOCUMENT: &str = "docs/reliability.md";
const HEAD: &str = "\
| fault | questions asked | answers accepted | delivered | lost | given twice |
|---|---:|---:|---:|---:|---:|
";

/// Runs the tests of faults one after another; they fail if anything is lost or given twice.
pub fn run() -> Result<()> {
    packages::ensure(&[packages::BUILD, packages::FAULTS])?;
    let said = read(cargo().args([
        "test",
        "--locked",
        "-p",
        "doorbell-tests",
        "--test",
        "integration",
        "faults::",
        "--",
        "--nocapture",
        "--test-threads",
        "1",
    ]))?;
    let figures = figures(&said);
    println!("{figures}");
    document::renew(DOCUMENT, "faults", &figures)
}

/// The rows that the tests have printed, each after its test's name, and what they said of memory.
fn figures(said: &str) -> String {
    let rows = said.lines().filter_map(|line| {
        let row = line.get(line.find("| ")?..)?;
        row.ends_with(" |").then_some(row)
    });
    let memory = said.lines().filter(|line| line.starts_with("Heap after "));
    let rows: String = rows.map(|row| format!("{row}\n")).collect();
    let memory: String = memory.map(|line| format!("\n{line}\n")).collect();
    format!("{HEAD}{rows}{memory}")
}
