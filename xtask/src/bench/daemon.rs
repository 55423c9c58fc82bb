//! How many questions a second the daemon takes to their answers, and whether that stays so.

mod chart;
mod finding;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::budgets::{self, Budget};
use super::measured;
use super::report::Report;
use super::statistics::{Ratio, median};
use super::table::{Table, number};
use super::watchdog::Watchdog;

/// At most three times a bare echo's time.
const OF_ECHO: f64 = 3.0;
/// What a question may cost with a long history, of what it costs with none.
const GROWTH: f64 = 1.5;

/// Measures a daemon whose person answers at once.
pub fn measure(_: &Watchdog) -> Result<Report> {
    let measured = measured("daemon")?;
    let mut table = Table::new(&["", "p50 µs", "a second"]);
    let rows = measured.as_object().context("what was measured")?;
    let middle = |name: &str| {
        let samples = measured[name].as_array().into_iter().flatten();
        median(&samples.filter_map(Value::as_f64).collect::<Vec<_>>())
    };
    for name in rows.keys() {
        let time = middle(name);
        let rate = time.map(|time| 1_000_000.0 / time);
        table.row(vec![name.clone(), number(time), number(rate)]);
    }
    let of = |one: &str, other: &str| {
        let (one, other) = (middle(one)?, middle(other)?);
        let value = one / other;
        Some(Ratio {
            value,
            middle_half: (value, value),
        })
    };
    let budgets = [
        Budget::times(
            "a question, of a bare echo",
            OF_ECHO,
            of("question", "echo"),
        ),
        Budget::times(
            "with 10,000 in history, of the first ones",
            GROWTH,
            of("question after 10,000", "question"),
        ),
    ];
    Ok(Report {
        title: "daemon: a keyed question with one yes-or-no field, answered at once".into(),
        notes: Vec::new(),
        findings: finding::findings(&measured),
        tables: vec![table, budgets::table(&budgets)],
        charts: chart::charts(&measured),
        json: json!({"measured": measured, "budgets": budgets::json(&budgets)}),
        budgets: budgets.into(),
    })
}
