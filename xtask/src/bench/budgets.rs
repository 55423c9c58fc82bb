//! The performance budgets, and a table of how the samples compare.

use std::collections::BTreeMap;

use Limit::{Mebibytes, Milliseconds, Times};

/// Times in milliseconds and memory in MiB, by series.
pub type Samples = BTreeMap<String, Vec<f64>>;

/// A percentile of one series that must not exceed a limit.
struct Budget {
    name: &'static str,
    percentile: usize,
    series: &'static str,
    limit: Limit,
}

enum Limit {
    Milliseconds(f64),
    Mebibytes(f64),
    /// A multiple of a peer's median.
    Times(f64, &'static str),
}

const PINENTRY: &str = "pinentry-gtk-2";
const ZENITY: &str = "zenity";
/// With no other question open and an empty history.
const QUESTION: &str = "question";

#[rustfmt::skip]
const BUDGETS: &[Budget] = &[
    budget("Form, warm, p50", 50, "form, 1 field", Times(0.5, PINENTRY)),
    budget("Form, warm, p95", 95, "form, 1 field", Times(1.0, PINENTRY)),
    budget("Form of 64 fields, warm, p50", 50, "form, 64 fields", Times(1.0, PINENTRY)),
    budget("Form at every limit, warm, p50", 50, "form, every limit", Times(1.0, ZENITY)),
    budget("Form, cold, p50", 50, "form, cold", Times(3.0, "zenity beside it")),
    budget("Notification, cold, p95", 95, "notification, cold", Milliseconds(100.0)),
    budget("Send to answer, p95", 95, "answer", Milliseconds(10.0)),
    budget("Beside a bad neighbour, p99", 99, "neighbour", Milliseconds(50.0)),
    budget("Question, 255 others open, p50", 50, "question, 255 open", Times(1.5, QUESTION)),
    budget("Question, 10,000 in history, p50", 50, "question, 10,000 in history", Times(1.5, QUESTION)),
    budget("wrap, added at 64 B, p50", 50, "wrap, 64 B", Times(3.0, "relay, 64 B")),
    budget("wrap, added at 64 KiB, p50", 50, "wrap, 64 KiB", Times(3.0, "relay, 64 KiB")),
    budget("wrap, start, p50", 50, "wrap, start", Milliseconds(10.0)),
    budget("wrap, resident memory", 50, "wrap, memory", Mebibytes(8.0)),
    budget("Memory, never warmed", 50, "memory, never warmed", Mebibytes(28.0)),
    budget("Memory, warm", 50, "memory, warm", Mebibytes(120.0)),
    budget("Memory, after release", 50, "memory, after release", Mebibytes(44.0)),
];

const fn budget(
    name: &'static str,
    percentile: usize,
    series: &'static str,
    limit: Limit,
) -> Budget {
    Budget {
        name,
        percentile,
        series,
        limit,
    }
}

/// The measured budgets as Markdown, aligned for a terminal.
pub fn table(samples: &Samples) -> String {
    let header = [
        "budget", "measured", "beside", "ratio", "at most", "verdict",
    ];
    let mut rows = vec![header.map(str::to_owned)];
    rows.extend(BUDGETS.iter().filter_map(|budget| budget.row(samples)));
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..header.len()).filter_map(width).collect();
    let rule: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
    let mut rows = rows.iter().map(|row| line(row, &widths));
    let header = rows.next().unwrap_or_default();
    header + &line(&rule, &widths) + &rows.collect::<String>()
}

fn line(cells: &[String], widths: &[usize]) -> String {
    let mut line = String::new();
    for (cell, width) in cells.iter().zip(widths) {
        line += &format!("| {cell:<width$} ");
    }
    line + "|\n"
}

impl Budget {
    /// Returns `None` if the budget was not measured.
    fn row(&self, samples: &Samples) -> Option<[String; 6]> {
        let find = |series, percent| percentile(samples.get(series)?, percent);
        let measured = find(self.series, self.percentile)?;
        let verdict_for = |value, limit| if value <= limit { "held" } else { "NOT held" };
        let (measured, beside, ratio, at_most, verdict) = match self.limit {
            Milliseconds(limit) => (
                time(measured),
                String::new(),
                String::new(),
                time(limit),
                verdict_for(measured, limit),
            ),
            Mebibytes(limit) => (
                memory(measured),
                String::new(),
                String::new(),
                memory(limit),
                verdict_for(measured, limit),
            ),
            Times(limit, peer) => {
                let median = find(peer, 50)?;
                let ratio = measured / median;
                (
                    time(measured),
                    format!("{peer}: {}", time(median)),
                    times(ratio),
                    times(limit),
                    verdict_for(ratio, limit),
                )
            }
        };
        Some([
            self.name.into(),
            measured,
            beside,
            ratio,
            at_most,
            verdict.into(),
        ])
    }
}

/// The smallest sample that at least `percent` of the samples do not exceed.
fn percentile(samples: &[f64], percent: usize) -> Option<f64> {
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    let rank = (sorted.len() * percent).div_ceil(100);
    sorted.get(rank.saturating_sub(1)).copied()
}

fn time(milliseconds: f64) -> String {
    if milliseconds < 1.0 {
        return format!("{} µs", digits(milliseconds * 1_000.0));
    }
    format!("{} ms", digits(milliseconds))
}

fn memory(mebibytes: f64) -> String {
    format!("{} MiB", digits(mebibytes))
}

fn times(ratio: f64) -> String {
    format!("{ratio:.2} ×")
}

fn digits(value: f64) -> String {
    let decimals = usize::from(value < 9.95);
    format!("{value:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::{BUDGETS, Samples, percentile, table, time};

    #[test]
    fn percentile_is_one_of_the_samples() {
        let samples = [5.0, 1.0, 4.0, 2.0, 3.0];
        let check = |percent, expected| assert_eq!(percentile(&samples, percent), Some(expected));
        check(0, 1.0);
        check(20, 1.0);
        check(21, 2.0);
        check(50, 3.0);
        check(95, 5.0);
        check(100, 5.0);
        assert_eq!(percentile(&[], 50), None);
    }

    #[test]
    fn time_unit_depends_on_size() {
        assert_eq!(time(0.0134), "13 µs");
        assert_eq!(time(3.12), "3.1 ms");
        assert_eq!(time(370.4), "370 ms");
    }

    #[test]
    fn table_compares_with_peer_and_limit() {
        let samples = [
            ("form, 1 field", vec![20.0, 30.0, 70.0]),
            ("pinentry-gtk-2", vec![60.0]),
            ("answer", vec![10.0]),
            ("wrap, memory", vec![8.1]),
            // Its peer was not measured.
            ("form, cold", vec![400.0]),
        ];
        let samples = samples.map(|(series, samples)| (series.to_owned(), samples));
        assert_eq!(
            table(&samples.into()),
            "\
| budget                | measured | beside                | ratio  | at most | verdict  |
| --------------------- | -------- | --------------------- | ------ | ------- | -------- |
| Form, warm, p50       | 30 ms    | pinentry-gtk-2: 60 ms | 0.50 × | 0.50 ×  | held     |
| Form, warm, p95       | 70 ms    | pinentry-gtk-2: 60 ms | 1.17 × | 1.00 ×  | NOT held |
| Send to answer, p95   | 10 ms    |                       |        | 10 ms   | held     |
| wrap, resident memory | 8.1 MiB  |                       |        | 8.0 MiB | NOT held |
"
        );
    }

    #[test]
    fn table_has_a_row_for_every_measured_budget() {
        let series = BUDGETS.iter().map(|budget| budget.series);
        let peers = [
            "pinentry-gtk-2",
            "zenity",
            "zenity beside it",
            "question",
            "relay, 64 B",
            "relay, 64 KiB",
        ];
        let samples: Samples = series
            .chain(peers)
            .map(|series| (series.to_owned(), vec![1.0]))
            .collect();
        assert_eq!(table(&samples).lines().count(), 2 + BUDGETS.len());
    }
}
