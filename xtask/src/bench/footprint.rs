//! What the application holds of memory, with every process it has started, and of the disk.

mod disk;
mod state;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::budgets::{self, Budget};
use super::measured;
use super::report::Report;
use super::table::{Table, number};
use super::watchdog::Watchdog;

/// Private and dirty, in MiB: before the first asker, and with a window that is ready.
const NEVER_WARMED: f64 = 28.0;
const WARM: f64 = 120.0;
/// And when the web view's processes have ended.
const RELEASED: f64 = 44.0;
const MIB: f64 = 1024.0;

/// Measures on a virtual screen of its own.
pub fn measure(_: &Watchdog) -> Result<Report> {
    let measured = measured("memory")?;
    let questions = &measured["questions"];
    let states = [
        ("Doorbell, never warmed", "neverWarmed"),
        ("Doorbell, warm", "warm"),
        (
            &*format!("Doorbell, after {questions} questions"),
            "afterQuestions",
        ),
        ("Doorbell, after release", "afterRelease"),
    ]
    .map(|(name, key)| (name.to_owned(), &measured[key]));
    let mut memory = Table::new(&["", "private dirty MiB", "PSS MiB"]);
    let peers = measured["peers"].as_object().context("the others")?;
    let peers = peers.iter().map(|(name, held)| (name.clone(), held));
    for (name, state) in states.into_iter().chain(peers) {
        memory.row(vec![
            name,
            number(mib(&state["privateDirtyKib"])),
            number(mib(&state["pssKib"])),
        ]);
    }
    let disk = disk::weigh()?;
    let private = |state: &str| mib(&measured[state]["privateDirtyKib"]);
    let budgets = [
        Budget::amount("never warmed", NEVER_WARMED, "MiB", private("neverWarmed")),
        Budget::amount("warm", WARM, "MiB", private("warm")),
        Budget::amount(
            "after the questions",
            WARM,
            "MiB",
            private("afterQuestions"),
        ),
        Budget::amount("after release", RELEASED, "MiB", private("afterRelease")),
    ];
    Ok(Report {
        title: "footprint: memory of the whole process tree, and programs on the disk".into(),
        findings: state::findings(&measured),
        tables: vec![memory, disk.table(), budgets::table(&budgets)],
        json: json!({
            "measured": measured,
            "disk": disk.json(),
            "budgets": budgets::json(&budgets),
        }),
        budgets: budgets.into(),
        notes: Vec::new(),
    })
}

#[allow(
    clippy::cast_precision_loss,
    reason = "memory is not measured to the byte"
)]
fn mib(kib: &Value) -> Option<f64> {
    kib.as_u64().map(|kib| kib as f64 / MIB)
}
