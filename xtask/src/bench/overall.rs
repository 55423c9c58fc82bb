//! Everything that was measured in one table, and every budget in another.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::budgets;
use super::finding::{Finding, Held, Time};
use super::report::Report;
use super::table::{Table, number};

/// The findings of all groups, then their budgets.
pub fn tables(reports: &[(&str, Report)]) -> [Table; 2] {
    let mut findings = Table::new(&[
        "",
        "median",
        "p95",
        "best of the others",
        "its median",
        "of it",
        "private dirty MiB",
        "PSS MiB",
    ]);
    for (_, report) in reports {
        for finding in &report.findings {
            findings.row(cells(finding));
        }
    }
    let all = reports
        .iter()
        .flat_map(|(name, report)| report.budgets.iter().map(move |budget| (*name, budget)));
    [findings, budgets::table_of_groups(all)]
}

fn cells(finding: &Finding) -> Vec<String> {
    let in_unit = |value: Option<f64>| match (&finding.time, value) {
        (Some(Time { unit, .. }), Some(value)) => format!("{} {unit}", number(Some(value))),
        _ => "-".into(),
    };
    let time = finding.time.as_ref();
    let best = finding.best_peer();
    let held = |part: fn(&Held) -> f64| number(finding.memory.as_ref().map(part));
    let of = finding.of_best_peer();
    vec![
        finding.name.clone(),
        in_unit(time.map(|time| time.median)),
        in_unit(time.and_then(|time| time.p95)),
        best.map_or_else(|| "-".into(), |peer| peer.name.clone()),
        in_unit(best.map(|peer| peer.median)),
        of.map_or_else(|| "-".into(), |of| format!("{} ×", budgets::readable(of))),
        held(|held| held.private_dirty),
        held(|held| held.proportional),
    ]
}

/// Writes the same for programs.
pub fn write(reports: &[(&str, Report)], directory: &Path) -> Result<()> {
    let file = directory.join("all.json");
    fs::write(&file, format!("{:#}\n", json(reports)))
        .with_context(|| format!("could not write {}", file.display()))?;
    println!("Written to {}", file.display());
    Ok(())
}

fn json(reports: &[(&str, Report)]) -> Value {
    let groups = reports.iter().map(|(name, report)| {
        json!({
            "group": name,
            "notes": report.notes,
            "findings": report.findings.iter().map(Finding::json).collect::<Vec<_>>(),
            "budgets": budgets::json(&report.budgets),
        })
    });
    json!({"groups": groups.collect::<Vec<_>>()})
}

#[cfg(test)]
mod tests {
    use super::{json, tables};
    use crate::bench::budgets::Budget;
    use crate::bench::finding::{Finding, Held};
    use crate::bench::report::Report;

    #[test]
    fn every_finding_and_every_budget_has_a_row() {
        let window = Report {
            findings: vec![
                Finding::time("Doorbell, 1 field", "ms", &[15.0, 15.0, 32.0])
                    .beside("zenity", Some(103.0))
                    .beside("pinentry", Some(40.0)),
                Finding::time("Doorbell, answer", "ms", &[2.4]),
            ],
            budgets: vec![Budget::amount("form", 10.0, "ms", Some(15.0))],
            ..Report::default()
        };
        let footprint = Report {
            findings: vec![Finding::memory(
                "warm",
                Some(Held {
                    private_dirty: 78.0,
                    proportional: 234.0,
                }),
            )],
            budgets: vec![Budget::amount("warm", 120.0, "MiB", Some(78.0))],
            ..Report::default()
        };
        let reports = [("window", window), ("footprint", footprint)];
        let [findings, budgets] = tables(&reports);
        assert_eq!(
            findings.to_string(),
            "\
|                   | median |    p95 | best of the others | its median |   of it | private dirty MiB | PSS MiB |
| ----------------- | -----: | -----: | -----------------: | ---------: | ------: | ----------------: | ------: |
| Doorbell, 1 field |  15 ms |  32 ms |           pinentry |      40 ms | 0.375 × |                 - |       - |
| Doorbell, answer  | 2.4 ms | 2.4 ms |                  - |          - |       - |                 - |       - |
| warm              |      - |      - |                  - |          - |       - |                78 |     234 |
"
        );
        assert_eq!(
            budgets.to_string(),
            "\
| budget          | at most | measured | half of the rounds |  verdict |
| --------------- | ------: | -------: | -----------------: | -------: |
| window: form    |   10 ms |    15 ms |                    | NOT held |
| footprint: warm | 120 MiB |   78 MiB |                    |     held |
"
        );
        let json = json(&reports);
        assert_eq!(json["groups"][0]["findings"][0]["bestPeer"], "pinentry");
        assert_eq!(json["groups"][1]["budgets"][0]["verdict"], "held");
    }
}
