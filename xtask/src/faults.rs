//! `cargo xtask faults`: breaks things on purpose and writes down what came of every question.

use anyhow::{Context, Result};

use crate::command::{cargo, read};
use crate::{packages, workspace};

const DOCUMENT: &str = "docs/reliability.md";
/// The table stands between these lines of the document.
const BEGIN: &str = "<!-- figures: `cargo xtask faults` -->\n";
const END: &str = "<!-- end of figures -->\n";
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
    let path = workspace::root().join(DOCUMENT);
    let document = std::fs::read_to_string(&path).context(DOCUMENT)?;
    let document = renewed(&document, &figures)
        .with_context(|| format!("{DOCUMENT} has no place for the figures"))?;
    std::fs::write(&path, document).context(DOCUMENT)
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

fn renewed(document: &str, figures: &str) -> Option<String> {
    let (before, rest) = document.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{BEGIN}\n{figures}\n{END}{after}"))
}
