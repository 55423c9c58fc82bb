//! One thing of Doorbell's that was measured, and who did the same.

use serde_json::{Value, json};

use super::statistics::{median, percentile, rounded};

/// A row of the table of everything. A group makes one for each of Doorbell's rows; those who are
/// compared with it are no rows but stand [beside](Finding::beside) it.
pub struct Finding {
    /// What it is called, understood without the group's other rows.
    pub name: String,
    /// How long it took, if that was measured.
    pub time: Option<Time>,
    /// What was held of memory, if that was measured.
    pub memory: Option<Held>,
    peers: Vec<Peer>,
}

/// How long something took.
pub struct Time {
    /// In the middle.
    pub median: f64,
    /// What 95 of a hundred did not exceed.
    pub p95: Option<f64>,
    /// What both are counted in.
    pub unit: &'static str,
}

/// Memory, in MiB.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Held {
    /// Written to and shared with no one.
    pub private_dirty: f64,
    /// Everything, with what is shared divided among those who share it.
    pub proportional: f64,
}

/// Somebody who did the same in the same run.
#[derive(Debug, PartialEq)]
pub struct Peer {
    /// Who.
    pub name: String,
    /// In the unit of the finding.
    pub median: f64,
}

impl Finding {
    /// How long something took, sample by sample; without samples it was not measured.
    pub fn time(name: impl Into<String>, unit: &'static str, samples: &[f64]) -> Self {
        Self {
            name: name.into(),
            time: median(samples).map(|median| Time {
                median,
                p95: percentile(samples, 95),
                unit,
            }),
            memory: None,
            peers: Vec::new(),
        }
    }

    /// What something held of memory.
    pub fn memory(name: impl Into<String>, memory: Option<Held>) -> Self {
        Self {
            memory,
            ..Self::time(name, "", &[])
        }
    }

    /// Names somebody who did the same, with their median; nobody when it was not measured.
    pub fn beside(mut self, name: impl Into<String>, median: Option<f64>) -> Self {
        let name = name.into();
        self.peers
            .extend(median.map(|median| Peer { name, median }));
        self
    }

    /// The fastest of them. Somebody lost in the noise is no measure.
    pub fn best_peer(&self) -> Option<&Peer> {
        self.peers
            .iter()
            .filter(|peer| peer.median > 0.0)
            .min_by(|one, other| one.median.total_cmp(&other.median))
    }

    /// How many times the fastest of them this took.
    pub fn of_best_peer(&self) -> Option<f64> {
        Some(self.time.as_ref()?.median / self.best_peer()?.median)
    }

    /// For programs.
    pub fn json(&self) -> Value {
        let time = self.time.as_ref();
        let memory = self.memory.as_ref();
        let peers = self
            .peers
            .iter()
            .map(|peer| json!({"name": peer.name, "median": rounded(peer.median)}));
        json!({
            "name": self.name,
            "unit": time.map(|time| time.unit),
            "median": time.map(|time| rounded(time.median)),
            "p95": time.and_then(|time| time.p95).map(rounded),
            "peers": peers.collect::<Vec<_>>(),
            "bestPeer": self.best_peer().map(|peer| &peer.name),
            "ofBestPeer": self.of_best_peer(),
            "privateDirtyMiB": memory.map(|held| rounded(held.private_dirty)),
            "proportionalMiB": memory.map(|held| rounded(held.proportional)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Finding, Held};

    #[test]
    fn a_finding_is_held_against_the_fastest() {
        let finding = Finding::time("form", "ms", &[10.0, 20.0, 30.0])
            .beside("zenity", Some(100.0))
            .beside("pinentry", Some(40.0))
            .beside("noise", Some(-1.0))
            .beside("missing", None);
        assert_eq!(finding.best_peer().unwrap().name, "pinentry");
        assert_eq!(finding.of_best_peer(), Some(0.5));
        let json = finding.json();
        assert_eq!(json["p95"], 30.0);
        assert_eq!(json["peers"].as_array().unwrap().len(), 3);
        assert!(json["privateDirtyMiB"].is_null());
    }

    #[test]
    fn what_was_not_measured_has_no_ratio() {
        let nothing = Finding::time("form", "ms", &[]).beside("zenity", Some(100.0));
        assert_eq!(nothing.of_best_peer(), None);
        let alone = Finding::time("answer", "ms", &[1.0]);
        assert_eq!(alone.of_best_peer(), None);
        let held = Finding::memory(
            "warm",
            Some(Held {
                private_dirty: 78.0,
                proportional: 234.0,
            }),
        );
        assert!(held.time.is_none() && held.json()["proportionalMiB"] == 234.0);
    }
}
