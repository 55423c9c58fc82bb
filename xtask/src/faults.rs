//! `cargo xtask faults`: runs the fault tests and records the outcome of every question.

use anyhow::Result;

use crate::command::{cargo, read_stdout};
use crate::{document, packages};

const DOCUMENT: &str = "docs/reliability.md";
const TABLE_HEADER: &str = "\
| fault | questions asked | answers accepted | delivered | lost | given twice |
|---|---:|---:|---:|---:|---:|
";

/// The tests run one after another and fail if an answer is lost or delivered twice.
pub fn run() -> Result<()> {
    packages::ensure(&[packages::BUILD, packages::FAULTS])?;
    let output = read_stdout(cargo().args([
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
    let figures = figures(&output);
    println!("{figures}");
    document::update(DOCUMENT, "faults", &figures)
}

/// Collects the table rows and the memory lines that the tests print.
fn figures(output: &str) -> String {
    let rows = output.lines().filter_map(|line| {
        let row = line.get(line.find("| ")?..)?;
        row.ends_with(" |").then_some(row)
    });
    let memory = output
        .lines()
        .filter(|line| line.starts_with("Heap after "));
    let rows: String = rows.map(|row| format!("{row}\n")).collect();
    let memory: String = memory.map(|line| format!("\n{line}\n")).collect();
    format!("{TABLE_HEADER}{rows}{memory}")
}
