//! What `doorbell wrap` costs a call, beside no proxy, a bare relay and FastMCP's proxy.

mod finding;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::budgets::{self, Budget};
use super::contestants::{Contestant, Who, present};
use super::memory::Memory;
use super::report::Report;
use super::roundtrip::{self, ROUNDS, SIZES, Trips};
use super::session::Session;
use super::statistics::{Ratio, added, median, ratio, rounded};
use super::table::{Table, number};
use super::watchdog::Watchdog;
use super::{cpu, programs, startup, throughput};

/// Times what a relay adds that only moves bytes.
const OF_RELAY: f64 = 3.0;
/// Times what FastMCP's proxy adds.
const OF_FASTMCP: f64 = 1.0 / 30.0;
const START_MS: f64 = 10.0;
const RESIDENT_MIB: f64 = 8.0;

/// What was measured of one contestant.
struct Row {
    who: Who,
    name: String,
    trips: [Trips; 2],
    rates: Vec<f64>,
    starts: Vec<f64>,
    memory: Memory,
}

/// Measures everybody who is there.
pub fn measure(watchdog: &Watchdog) -> Result<Report> {
    // Before our own build makes the machine busy.
    let mut notes: Vec<String> = cpu::busy().into_iter().collect();
    let programs = programs::prepare()?;
    let (contestants, missing) = present(&programs);
    let pinned = cpu::pin();
    notes.push(pinned.said.clone());
    notes.extend(missing);
    println!("Measuring; this takes about a minute.");

    let rows = rows(&contestants, watchdog)?;
    notes.push(format!("{ROUNDS} rounds, everybody in turn."));
    let budgets = budgets(&rows);
    Ok(Report {
        findings: finding::findings(&rows),
        title: "doorbell wrap, between a host and a C echo server".into(),
        tables: vec![table(&rows), budgets::table(&budgets)],
        json: json!({
            "notes": notes,
            "rows": rows.iter().map(|row| row.json(&rows)).collect::<Vec<_>>(),
            "budgets": budgets::json(&budgets),
        }),
        budgets,
        notes,
    })
}

fn rows(contestants: &[Contestant], watchdog: &Watchdog) -> Result<Vec<Row>> {
    let starts = startup::measure(contestants, watchdog)?;
    let mut sessions = contestants
        .iter()
        .map(|contestant| Ok((contestant, Session::start(contestant)?.0)))
        .collect::<Result<Vec<_>>>()?;
    let trips = roundtrip::measure(&mut sessions, watchdog)?;
    let memory = sessions
        .iter()
        .map(|(_, session)| Memory::of(session.process()))
        .collect::<Result<Vec<_>>>()?;
    let rates = throughput::measure(&mut sessions, watchdog)?;
    for (contestant, session) in sessions {
        watchdog.begins(format!("the end of {}", contestant.name));
        session
            .finish()
            .with_context(|| format!("the end of {}", contestant.name))?;
    }
    let measured = trips.into_iter().zip(rates).zip(starts).zip(memory);
    Ok(contestants
        .iter()
        .zip(measured)
        .map(|(contestant, (((trips, rates), starts), memory))| Row {
            who: contestant.who,
            name: contestant.name.clone(),
            trips,
            rates,
            starts,
            memory,
        })
        .collect())
}

impl Row {
    /// What each round took more than without a proxy; of the direct way, nothing.
    fn added(&self, rows: &[Row], size: usize) -> Vec<f64> {
        match find(rows, Who::Direct) {
            Some(direct) if self.who != Who::Direct => {
                added(&self.trips[size].medians(), &direct.trips[size].medians())
            }
            _ => Vec::new(),
        }
    }

    fn json(&self, rows: &[Row]) -> Value {
        let trips: serde_json::Map<String, Value> = SIZES
            .iter()
            .zip(&self.trips)
            .enumerate()
            .map(|(index, (size, trips))| {
                let mut json = trips.json();
                json["added"] = json!(median(&self.added(rows, index)).map(rounded));
                (size.name.into(), json)
            })
            .collect();
        json!({
            "name": self.name,
            "roundTripMicroseconds": trips,
            "messagesPerSecond": median(&self.rates).map(rounded),
            "startMs": median(&self.starts).map(rounded),
            "residentMiB": rounded(self.memory.resident),
            "proportionalMiB": rounded(self.memory.proportional),
        })
    }
}

fn find(rows: &[Row], who: Who) -> Option<&Row> {
    rows.iter().find(|row| row.who == who)
}

fn table(rows: &[Row]) -> Table {
    let mut table = Table::new(&[
        "",
        "64 B p50 µs",
        "p95",
        "added",
        "64 KiB p50 µs",
        "p95",
        "added",
        "messages/s",
        "start ms",
        "RSS MiB",
        "PSS MiB",
    ]);
    for row in rows {
        let mut cells = vec![row.name.clone()];
        for (size, trips) in row.trips.iter().enumerate() {
            cells.extend([
                number(trips.p50()),
                number(trips.p95()),
                number(median(&row.added(rows, size))),
            ]);
        }
        cells.extend([
            number(median(&row.rates)),
            number(median(&row.starts)),
            number(Some(row.memory.resident)),
            number(Some(row.memory.proportional)),
        ]);
        table.row(cells);
    }
    table
}

fn budgets(rows: &[Row]) -> Vec<Budget> {
    let wrap = find(rows, Who::Wrap);
    let to = |who, size| -> Option<Ratio> {
        let other = find(rows, who)?;
        ratio(&wrap?.added(rows, size), &other.added(rows, size))
    };
    let mut budgets = Vec::new();
    for (index, size) in SIZES.iter().enumerate() {
        let name = size.name;
        budgets.extend([
            Budget::times(
                format!("{name}: added by wrap / by the relay"),
                OF_RELAY,
                to(Who::Relay, index),
            ),
            Budget::times(
                format!("{name}: added by wrap / by FastMCP"),
                OF_FASTMCP,
                to(Who::FastMcp, index),
            ),
        ]);
    }
    budgets.extend([
        Budget::amount(
            "wrap: start to the answer to initialize",
            START_MS,
            "ms",
            wrap.and_then(|wrap| median(&wrap.starts)),
        ),
        Budget::amount(
            "wrap: resident after the calls",
            RESIDENT_MIB,
            "MiB",
            wrap.map(|wrap| wrap.memory.resident),
        ),
    ]);
    budgets
}
