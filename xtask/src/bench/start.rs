//! How long a command takes from its start to its end, measured by hyperfine: hooks and scripts
//! start `doorbell` for every question.

mod hyperfine;

use anyhow::{Result, ensure};
use serde_json::{Value, json};

use super::budgets::{self, Budget};
use super::finding::Finding;
use super::report::Report;
use super::statistics::{median, percentile, rounded};
use super::table::{Table, number};
use super::watchdog::Watchdog;
use super::{contestants, cpu, programs};
use hyperfine::{Doorbell, Timed};

/// Everybody is the first twice: the screen of a round has just been started and is still at work.
const ROUNDS: usize = 2 * COMMANDS.len();

/// What a command may take that needs no Doorbell to run.
const MILLISECONDS: f64 = 5.0;

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// Doorbell's.
    Own,
    /// Asks a person too.
    Peer,
    /// Does nothing at all.
    Floor,
}

struct Row {
    kind: Kind,
    name: &'static str,
    timed: Timed,
}

/// Doorbell's commands that nobody needs to listen for, the others', and one that does nothing.
const COMMANDS: [(Kind, &str); 7] = [
    (Kind::Own, "doorbell --version"),
    (Kind::Own, "doorbell --help"),
    (Kind::Own, "doorbell status"),
    (Kind::Peer, "pinentry-gtk-2 --version"),
    (Kind::Peer, "yad --version"),
    (Kind::Peer, "zenity --version"),
    (Kind::Floor, "true"),
];

/// Measures on a virtual screen: without one, some of the others fail before they have begun.
pub fn measure(watchdog: &Watchdog) -> Result<Report> {
    let mut notes: Vec<String> = cpu::busy().into_iter().collect();
    let (program, socket) = (programs::doorbell()?, contestants::nobody());
    let doorbell = Doorbell {
        program: &program,
        socket: &socket,
    };
    let mut rows: Vec<Row> = COMMANDS
        .iter()
        .map(|&(kind, name)| Row {
            kind,
            name,
            timed: Timed::default(),
        })
        .collect();
    for round in 0..ROUNDS {
        watchdog.begins(format!("round {round} of starts"));
        rows.rotate_left(1);
        let names: Vec<&str> = rows.iter().map(|row| row.name).collect();
        for (row, timed) in rows.iter_mut().zip(hyperfine::round(&names, &doorbell)?) {
            row.add(timed)?;
        }
    }
    notes.push("`doorbell status` is asked where no Doorbell listens, and says so.".into());
    let budgets: Vec<Budget> = rows
        .iter()
        .filter(|row| row.kind == Kind::Own)
        .map(|row| Budget::amount(row.name, MILLISECONDS, "ms", median(&row.timed.times)))
        .collect();
    Ok(Report {
        title: "start: a command from its start to its end (hyperfine)".into(),
        findings: findings(&rows),
        tables: vec![table(&rows), budgets::table(&budgets)],
        json: json!({
            "notes": notes,
            "rows": rows.iter().map(Row::json).collect::<Vec<_>>(),
            "budgets": budgets::json(&budgets),
        }),
        budgets,
        notes,
    })
}

impl Row {
    fn add(&mut self, round: Timed) -> Result<()> {
        let is_first = self.timed.times.is_empty();
        ensure!(
            is_first || self.timed.exit_code == round.exit_code,
            "{} did not end in the same way each time",
            self.name
        );
        self.timed.exit_code = round.exit_code;
        self.timed.times.extend(round.times);
        Ok(())
    }

    fn json(&self) -> Value {
        json!({
            "name": self.name,
            "exitCode": self.timed.exit_code,
            "ms": self.timed.times.iter().copied().map(rounded).collect::<Vec<_>>(),
        })
    }
}

fn table(rows: &[Row]) -> Table {
    let floor = rows.iter().find(|row| row.kind == Kind::Floor);
    let floor = floor.and_then(|row| median(&row.timed.times));
    let mut table = Table::new(&["", "p50 ms", "p95 ms", "more than `true`"]);
    for row in rows {
        let middle = median(&row.timed.times);
        let more = middle.zip(floor).filter(|_| row.kind != Kind::Floor);
        table.row(vec![
            row.name.into(),
            number(middle),
            number(percentile(&row.timed.times, 95)),
            number(more.map(|(middle, floor)| middle - floor)),
        ]);
    }
    table
}

fn findings(rows: &[Row]) -> Vec<Finding> {
    let peers = || rows.iter().filter(|row| row.kind == Kind::Peer);
    rows.iter()
        .filter(|row| row.kind == Kind::Own)
        .map(|row| {
            let finding = Finding::time(row.name, "ms", &row.timed.times);
            peers().fold(finding, |finding, peer| {
                finding.beside(peer.name, median(&peer.timed.times))
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Kind, Row, Timed, findings, table};

    fn rows() -> Vec<Row> {
        let row = |kind, name, time| Row {
            kind,
            name,
            timed: Timed {
                times: vec![time],
                exit_code: 0,
            },
        };
        vec![
            row(Kind::Own, "doorbell --version", 1.2),
            row(Kind::Peer, "zenity --version", 84.0),
            row(Kind::Peer, "yad --version", 24.0),
            row(Kind::Floor, "true", 0.6),
        ]
    }

    #[test]
    fn the_floor_is_subtracted_and_is_no_peer() {
        assert_eq!(
            table(&rows()).to_string(),
            "\
|                    | p50 ms | p95 ms | more than `true` |
| ------------------ | -----: | -----: | ---------------: |
| doorbell --version |    1.2 |    1.2 |            0.600 |
| zenity --version   |     84 |     84 |               83 |
| yad --version      |     24 |     24 |               23 |
| true               |  0.600 |  0.600 |                - |
"
        );
        let findings = findings(&rows());
        assert_eq!(findings.len(), 1);
        assert_eq!(findings[0].best_peer().unwrap().name, "yad --version");
    }
}
