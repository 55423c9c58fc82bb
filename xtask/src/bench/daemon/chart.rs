//! Whether a question costs more when there are many.

use serde_json::Value;

use super::finding;
use crate::bench::chart::{Chart, Line, Lines};

const COST: &str = "microseconds from the question to its answer, median";

/// Of the series that were measured: `[[how many, median µs], …]`.
pub fn charts(measured: &Value) -> Vec<Chart> {
    let grown = [
        (
            "history",
            "A question, after many others",
            "questions in history",
        ),
        (
            "open",
            "A question, while others wait",
            "questions that wait for an answer",
        ),
    ];
    grown
        .into_iter()
        .filter_map(|(key, title, across)| {
            let points = points(&measured[key]);
            let most = points.iter().map(|(many, _)| *many).fold(0.0, f64::max);
            // A line of its own, from side to side, to see the cost of the way alone.
            let echo = finding::echo(measured).filter(|_| !points.is_empty());
            let echo = echo.map_or_else(Vec::new, |time| vec![(0.0, time), (most, time)]);
            Lines::new(title, across, COST, "µs")
                .line(Line::own("Doorbell", points))
                .line(Line::peer("a bare echo over the same kind of socket", echo))
                .draw(&format!("daemon-{key}"))
        })
        .collect()
}

fn points(series: &Value) -> Vec<(f64, f64)> {
    let points = series.as_array().into_iter().flatten();
    points
        .filter_map(|point| Some((point[0].as_f64()?, point[1].as_f64()?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::charts;
    use serde_json::json;

    #[test]
    fn there_is_a_chart_for_each_series_that_was_measured() {
        let measured = json!({
            "echo": [20.0, 21.0, 30.0],
            "history": [[0, 206.0], [10_000, 203.5]],
        });
        let charts = charts(&measured);
        assert_eq!(charts.len(), 1);
        assert_eq!(charts[0].name, "daemon-history");
        assert!(
            charts[0]
                .said
                .contains("Doorbell: 206 µs at 0, 204 µs at 10,000.")
        );
        assert!(
            charts[0]
                .said
                .contains("echo over the same kind of socket: 21 µs at 0")
        );
        assert!(super::charts(&json!({"echo": [20.0]})).is_empty());
    }
}
