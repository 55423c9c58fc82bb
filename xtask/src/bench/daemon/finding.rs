//! A question to the daemon beside the bare echo.

use serde_json::Value;

use crate::bench::finding::Finding;
use crate::bench::statistics::median;

/// What the rows are held against.
const ECHO: &str = "echo";

/// Every row but the echoes.
pub fn findings(measured: &Value) -> Vec<Finding> {
    let echo = echo(measured);
    rows(measured)
        .into_iter()
        .filter(|(name, samples)| !name.starts_with(ECHO) && !samples.is_empty())
        .map(|(name, samples)| {
            Finding::time(format!("daemon, {name}"), "µs", &samples).beside(ECHO, echo)
        })
        .collect()
}

/// What the bare echo takes.
pub fn echo(measured: &Value) -> Option<f64> {
    let rows = rows(measured);
    let (_, samples) = rows.iter().find(|(name, _)| *name == ECHO)?;
    median(samples)
}

/// Those that were asked one at a time: round by round where `one` has them, and else every plain
/// list of times. What is no list of times is a series, and no row.
fn rows(measured: &Value) -> Vec<(&str, Vec<f64>)> {
    let in_rounds = measured["one"].as_object();
    let rows = in_rounds.or(measured.as_object()).into_iter().flatten();
    rows.map(|(name, samples)| {
        let samples = if in_rounds.is_some() {
            list(samples).iter().flat_map(times).collect()
        } else {
            times(samples)
        };
        (name.as_str(), samples)
    })
    .collect()
}

fn times(samples: &Value) -> Vec<f64> {
    list(samples).iter().filter_map(Value::as_f64).collect()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::findings;
    use serde_json::json;

    #[test]
    fn questions_are_held_against_the_echo_and_series_are_no_rows() {
        let findings = findings(&json!({
            "echo": [20.0],
            "question": [200.0],
            "history": [[0, 200.0], [10_000, 210.0]],
        }));
        assert_eq!(findings.len(), 1);
        assert_eq!(findings[0].name, "daemon, question");
        assert_eq!(findings[0].of_best_peer(), Some(10.0));
    }

    #[test]
    fn rounds_are_one_row() {
        let findings = findings(&json!({
            "one": {"echo": [[20.0, 20.0], [20.0]], "question": [[100.0], [300.0, 200.0]]},
            "atOnce": {"echo, 64 at once": [9000.0]},
            "history": [[0, 200.0]],
        }));
        assert_eq!(findings.len(), 1);
        assert_eq!(findings[0].of_best_peer(), Some(10.0));
    }
}
