//! How many questions a second the daemon takes to their answers, and whether that stays so.

mod finding;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::budgets::{self, Budget};
use super::report::Report;
use super::statistics::{Ratio, median, percentile, ratio};
use super::table::{Table, number};
use super::watchdog::Watchdog;
use super::{cpu, measured, prepare};

/// Times a bare echo: one question after another, and many askers at once.
const OF_ECHO: f64 = 3.0;
/// What a question may cost with many open or in history, of what it costs with none.
const GROWTH: f64 = 1.5;

const ECHO: &str = "echo";
const QUESTION: &str = "question";
const FULL: &str = "question, 255 open";
const OLD: &str = "question, 10,000 before";
const ECHO_AT_ONCE: &str = "echo, 64 at once";
const QUESTION_AT_ONCE: &str = "question, 64 at once";

/// Measures a daemon whose person answers at once.
pub fn measure(_: &Watchdog) -> Result<Report> {
    // Built before, with all processors.
    prepare()?;
    let mut notes: Vec<String> = cpu::busy().into_iter().collect();
    let pinned = cpu::pin();
    notes.push(pinned.said.clone());
    let measured = measured("daemon")?;
    let budgets = budgets(&measured);
    Ok(Report {
        title: "daemon: a keyed question with one yes-or-no field, answered at once".into(),
        notes,
        findings: finding::findings(&measured),
        tables: vec![
            questions(&measured)?,
            growth(&measured),
            validation(&measured),
            budgets::table(&budgets),
        ],
        json: json!({"measured": measured, "budgets": budgets::json(&budgets)}),
        budgets: budgets.into(),
    })
}

fn questions(measured: &Value) -> Result<Table> {
    let mut table = Table::new(&["", "p50 µs", "p95 µs", "a second"]);
    for (name, rounds) in measured["one"].as_object().context("one at a time")? {
        let calls: Vec<f64> = list(rounds).iter().flat_map(numbers).collect();
        let rate = median(&calls).map(|time| 1_000_000.0 / time);
        table.row(vec![
            name.clone(),
            number(median(&calls)),
            number(percentile(&calls, 95)),
            number(rate),
        ]);
    }
    for (name, rates) in measured["atOnce"].as_object().context("many at once")? {
        let rate = number(median(&numbers(rates)));
        table.row(vec![name.clone(), "-".into(), "-".into(), rate]);
    }
    Ok(table)
}

/// The two series beside each other: they have as many steps.
fn growth(measured: &Value) -> Table {
    let mut table = Table::new(&["others open", "p50 µs", "answered before", "p50 µs"]);
    for (open, history) in list(&measured["open"])
        .iter()
        .zip(list(&measured["history"]))
    {
        table.row([cells(open), cells(history)].concat());
    }
    table
}

fn validation(measured: &Value) -> Table {
    let mut table = Table::new(&[
        "fields",
        "read µs",
        "check µs",
        "as a whole: compile µs",
        "check µs",
    ]);
    let whole = list(&measured["validationAsAWhole"]);
    for (own, whole) in list(&measured["validation"]).iter().zip(whole) {
        // The number of fields stands there already.
        table.row([cells(own), cells(whole).split_off(1)].concat());
    }
    table
}

fn budgets(measured: &Value) -> [Budget; 4] {
    let medians = |name: &str| -> Vec<f64> {
        let rounds = list(&measured["one"][name]).iter();
        rounds.filter_map(|round| median(&numbers(round))).collect()
    };
    let of = |one, other| -> Option<Ratio> { ratio(&medians(one), &medians(other)) };
    let at_once = |name: &str| numbers(&measured["atOnce"][name]);
    [
        Budget::times("a question, of a bare echo", OF_ECHO, of(QUESTION, ECHO)),
        Budget::times(
            "64 at once: echoes a second, of questions a second",
            OF_ECHO,
            ratio(&at_once(ECHO_AT_ONCE), &at_once(QUESTION_AT_ONCE)),
        ),
        Budget::times("with 255 open, of none open", GROWTH, of(FULL, QUESTION)),
        Budget::times(
            "with 10,000 in history, of the first ones",
            GROWTH,
            of(OLD, QUESTION),
        ),
    ]
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn numbers(value: &Value) -> Vec<f64> {
    list(value).iter().filter_map(Value::as_f64).collect()
}

/// How many and what it took: the first is counted, the others are measured.
fn cells(step: &Value) -> Vec<String> {
    numbers(step)
        .into_iter()
        .enumerate()
        .map(|(place, value)| match place {
            0 => whole(value),
            _ => number(Some(value)),
        })
        .collect()
}

/// A count has no decimals, however small it is.
fn whole(value: f64) -> String {
    if value < 10.0 {
        format!("{value:.0}")
    } else {
        number(Some(value))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{budgets, growth, questions};
    use crate::bench::budgets::table;

    #[test]
    fn each_round_is_held_against_its_own() {
        let measured = json!({
            "one": {
                "echo": [[10.0, 10.0, 40.0], [20.0, 20.0, 20.0]],
                "question": [[20.0, 20.0, 20.0], [80.0, 80.0, 80.0]],
            },
            "atOnce": {"echo, 64 at once": [9000.0], "question, 64 at once": [3000.0]},
            "open": [[0, 20.0], [255, 30.0]],
            "history": [[0, 20.0], [10_000, 21.0]],
        });
        let text = questions(&measured).unwrap().to_string();
        assert!(
            text.contains("| echo                 |     20 |     40 |   50,000 |"),
            "{text}"
        );
        assert!(
            text.contains("| question, 64 at once |      - |      - |    3,000 |"),
            "{text}"
        );
        let text = growth(&measured).to_string();
        assert!(
            text.contains("| 255         |     30 |          10,000 |     21 |"),
            "{text}"
        );
        let text = table(&budgets(&measured)).to_string();
        let echo = text.lines().nth(2).unwrap();
        assert!(
            echo.contains("3.3 ×") && echo.contains("2.0 to 4.0"),
            "{text}"
        );
        assert!(text.contains("not measured"), "{text}");
    }
}
