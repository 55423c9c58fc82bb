//! A question to the daemon beside the bare echo.

use serde_json::Value;

use crate::bench::finding::Finding;
use crate::bench::statistics::median;

/// Every row but the echo. What is no list of times is a series, and no row.
pub fn findings(measured: &Value) -> Vec<Finding> {
    let echo = median(&times(&measured["echo"]));
    let rows = measured.as_object().into_iter().flatten();
    rows.map(|(name, samples)| (name, times(samples)))
        .filter(|(name, samples)| *name != "echo" && !samples.is_empty())
        .map(|(name, samples)| {
            Finding::time(format!("daemon, {name}"), "µs", &samples).beside("echo", echo)
        })
        .collect()
}

/// The times in a list.
pub fn times(samples: &Value) -> Vec<f64> {
    let samples = samples.as_array().into_iter().flatten();
    samples.filter_map(Value::as_f64).collect()
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
}
