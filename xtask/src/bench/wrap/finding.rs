//! What `doorbell wrap` adds and takes, beside the other proxies.

use super::{Row, find};
use crate::bench::contestants::Who;
use crate::bench::finding::{Finding, Held};
use crate::bench::roundtrip::SIZES;
use crate::bench::statistics::median;

/// Its rows of the table of everything.
pub fn findings(rows: &[Row]) -> Vec<Finding> {
    let Some(wrap) = find(rows, Who::Wrap) else {
        return Vec::new();
    };
    let others = [Who::Relay, Who::FastMcp].map(|who| find(rows, who));
    let beside = |finding: Finding, samples: &dyn Fn(&Row) -> Vec<f64>| {
        let others = others.into_iter().flatten();
        others.fold(finding, |finding, other| {
            finding.beside(other.name.clone(), median(&samples(other)))
        })
    };
    let mut findings: Vec<Finding> = SIZES
        .iter()
        .enumerate()
        .map(|(index, size)| {
            let added = |row: &Row| row.added(rows, index);
            let name = format!("wrap, added to a call of {}", size.name);
            beside(Finding::time(name, "µs", &added(wrap)), &added)
        })
        .collect();
    let start = Finding::time("wrap, start to initialize", "ms", &wrap.starts);
    findings.push(beside(start, &|row| row.starts.clone()));
    let held = Held {
        private_dirty: wrap.memory.private_dirty,
        proportional: wrap.memory.proportional,
    };
    findings.push(Finding::memory("wrap, memory after the calls", Some(held)));
    findings
}
