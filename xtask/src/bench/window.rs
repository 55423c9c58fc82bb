//! From a request to what a person can read, beside programs that start a process for each question.

mod finding;

use anyhow::Result;
use serde_json::json;

use super::budgets::{self, Budget};
use super::measured;
use super::report::Report;
use super::statistics::{Ratio, median, percentile, ratio};
use super::table::{Table, number};
use super::watchdog::Watchdog;

/// Whom Doorbell is held against, warm and cold.
const PINENTRY: &str = "pinentry-gtk-2";
const ZENITY: &str = "zenity";
const WARM: &str = "Doorbell, 1 field";
const COLD: &str = "Doorbell, cold";
const RELEASED: &str = "Doorbell, after release";
const FIRST: &str = "Doorbell, the first";
const TENTH: &str = "Doorbell, the tenth";

/// What the form may take, warm: of pinentry's median, its own median and its 95th percentile.
const WARM_P50: f64 = 0.5;
const WARM_P95: f64 = 1.0;
/// What it may take of zenity's when there is no web view yet.
const COLD_P50: f64 = 3.0;
/// What the first form of a warm window may take of its tenth: as much, and a little for chance.
const FIRST_P50: f64 = 1.2;

/// Measures on a virtual screen of its own.
pub fn measure(_: &Watchdog) -> Result<Report> {
    let measured = measured("window")?;
    let parts = finding::PARTS.iter();
    let rows: Vec<_> = parts
        .flat_map(|part| finding::rows(&measured[*part]))
        .collect();
    let find = |name: &str| -> &[f64] {
        let found = rows.iter().find(|(found, _)| *found == name);
        found.map_or(&[], |(_, samples)| samples)
    };
    let pinentry = find(PINENTRY);
    let mut table = Table::new(&["", "p50 ms", "p95 ms", "of pinentry's"]);
    for (name, samples) in &rows {
        let of_pinentry = median(samples).zip(median(pinentry)).map(|(a, b)| a / b);
        table.row(vec![
            (*name).to_owned(),
            number(median(samples)),
            number(percentile(samples, 95)),
            of_pinentry.map_or_else(|| "-".into(), |of| format!("{} ×", number(Some(of)))),
        ]);
    }
    let slow = percentile(find(WARM), 95).zip(median(pinentry));
    let slow = slow.map(|(own, other)| Ratio {
        value: own / other,
        middle_half: (own / other, own / other),
    });
    let budgets = [
        Budget::times(
            "warm form: p50 of pinentry's p50",
            WARM_P50,
            ratio(find(WARM), pinentry),
        ),
        Budget::times("warm form: p95 of pinentry's p50", WARM_P95, slow),
        Budget::times(
            "first form of a warm window: p50 of the tenth's",
            FIRST_P50,
            ratio(find(FIRST), find(TENTH)),
        ),
        Budget::times(
            "cold form: p50 of zenity's p50",
            COLD_P50,
            ratio(find(COLD), find(ZENITY)),
        ),
        Budget::times(
            "after release: p50 of zenity's p50",
            COLD_P50,
            ratio(find(RELEASED), find(ZENITY)),
        ),
    ];
    Ok(Report {
        title: "window: from the request to pixels, notification and answer".into(),
        notes: Vec::new(),
        findings: finding::findings(&measured),
        tables: vec![table, budgets::table(&budgets)],
        json: json!({"measured": measured, "budgets": budgets::json(&budgets)}),
        budgets: budgets.into(),
    })
}
