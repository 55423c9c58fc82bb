//! What a person waits for, warm beside the programs that start anew, and cold beside the slowest.

use serde_json::Value;

use super::finding::{is_peer, rows};
use super::{COLD, COLD_P50, PINENTRY, RELEASED, WARM, WARM_P50, ZENITY};
use crate::bench::chart::{Bar, Bars, Chart};
use crate::bench::statistics::{median, percentile};

const AXIS: &str = "milliseconds from the request to readable pixels; less is better";

/// Everything is drawn from zero. A cold start is many times a warm one, and in one chart nobody
/// could tell the warm ones apart: it has its own.
pub fn charts(measured: &Value) -> Vec<Chart> {
    let painted: Vec<_> = rows(&measured["painted"]).collect();
    let middle = |name: &str| {
        let (_, samples) = painted.iter().find(|(found, _)| *found == name)?;
        median(samples)
    };
    let limit = |name: &str| match name {
        WARM => Some(WARM_P50 * middle(PINENTRY)?),
        COLD | RELEASED => Some(COLD_P50 * middle(ZENITY)?),
        _ => None,
    };
    let bar = |&(name, ref samples): &(&str, Vec<f64>)| {
        let bar = if is_peer(name) { Bar::peer } else { Bar::own };
        let bar = bar(name, median(samples)).reaching(percentile(samples, 95));
        bar.limit(limit(name))
    };
    let warm =
        Bars::new("A form on the screen", AXIS, "ms").rows(painted.iter().map(bar).collect());
    let zenity = painted.iter().filter(|(name, _)| *name == ZENITY).cloned();
    let cold: Vec<_> = rows(&measured["cold"])
        .chain(rows(&measured["released"]))
        .collect();
    // Alone, zenity is in the other chart already.
    let zenity = zenity.filter(|_| !cold.is_empty());
    let cold: Vec<_> = zenity.chain(cold.iter().cloned()).collect();
    let cold = Bars::new("A form, when there is no web view yet", AXIS, "ms")
        .rows(cold.iter().map(bar).collect());
    let charts = [warm.draw("window"), cold.draw("window-cold")];
    charts.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::charts;
    use serde_json::json;

    #[test]
    fn forms_are_in_one_chart_and_the_cold_one_in_another() {
        let measured = json!({
            "painted": {
                "pinentry-gtk-2": [39.0],
                "zenity": [103.0],
                "Doorbell, 1 field": [15.0],
                "Doorbell, 1,000 options": [16.0],
            },
            "cold": {"Doorbell, cold": [450.0]},
            "released": {"Doorbell, after release": [300.0]},
            "answered": {"Doorbell, answer": [2.4]},
        });
        let said: Vec<_> = charts(&measured)
            .into_iter()
            .map(|chart| (chart.name, chart.said))
            .collect();
        let expected = [
            (
                "window",
                "A form on the screen. pinentry-gtk-2: 39 ms; zenity: 103 ms; Doorbell, 1 field: 15 ms \
                 of at most 20; Doorbell, 1,000 options: 16 ms.",
            ),
            (
                "window-cold",
                "A form, when there is no web view yet. zenity: 103 ms; Doorbell, cold: 450 ms \
                 of at most 309; Doorbell, after release: 300 ms of at most 309.",
            ),
        ];
        let expected = expected.map(|(name, said)| (name.to_owned(), said.to_owned()));
        assert_eq!(said, expected);
        assert!(charts(&json!({})).is_empty());
    }
}
