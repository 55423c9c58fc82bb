//! What Doorbell holds of memory in each of its states, and what it may.

use serde_json::Value;

use super::state::states;
use crate::bench::chart::{Bar, Bars, Chart};

/// Every state that was measured, with the limit of those that have one, below those who ask too.
pub fn charts(measured: &Value, limits: &[(&str, f64)]) -> Vec<Chart> {
    let bars = states(measured).map(|state| {
        let limit = limits.iter().find(|(limited, _)| *limited == state.key);
        let held = state.held.map(|held| held.private_dirty);
        Bar::own(format!("Doorbell, {}", state.name), held).limit(limit.map(|(_, limit)| *limit))
    });
    let peers = states(&measured["peers"])
        .map(|peer| Bar::peer(peer.name, peer.held.map(|held| held.private_dirty)));
    Bars::new(
        "Memory that is shared with no one",
        "MiB, private and dirty, of all processes; less is better",
        "MiB",
    )
    .rows(peers.chain(bars).collect())
    .draw("memory")
    .into_iter()
    .collect()
}

#[cfg(test)]
mod tests {
    use super::charts;
    use serde_json::json;

    #[test]
    fn every_state_has_a_bar_and_its_limit() {
        let measured = json!({
            "neverWarmed": {"privateDirtyKib": 26 * 1024, "pssKib": 0},
            "afterQuestions": {"privateDirtyKib": 95 * 1024, "pssKib": 0},
            "afterRelease": {"privateDirtyKib": 40 * 1024, "pssKib": 0},
            "questions": 1000,
            "peers": {"zenity": {"privateDirtyKib": 9 * 1024, "pssKib": 0}},
        });
        let charts = charts(
            &measured,
            &[("neverWarmed", 28.0), ("afterQuestions", 120.0)],
        );
        assert_eq!(
            charts[0].said,
            "Memory that is shared with no one. zenity: 9.0 MiB; Doorbell, never warmed: 26 MiB of at most 28; \
             Doorbell, after 1,000 questions: 95 MiB of at most 120; Doorbell, after release: 40 MiB."
        );
    }
}
