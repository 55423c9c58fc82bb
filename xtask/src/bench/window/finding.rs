//! Which rows of the window are forms on the screen, and who else shows one.

use serde_json::Value;

use crate::bench::finding::Finding;
use crate::bench::statistics::median;

/// The parts of what was measured, in the order they are read.
pub const PARTS: [&str; 8] = [
    "painted", "first", "cold", "released", "started", "notified", "answered", "hooked",
];
/// Those of them that are forms on the screen.
const DRAWN: [&str; 5] = ["painted", "first", "cold", "released", "started"];

/// Doorbell's rows. Only a form is held against those who show forms: nobody else was measured
/// for the rest.
pub fn findings(measured: &Value) -> Vec<Finding> {
    let peers: Vec<_> = rows(&measured["painted"])
        .filter(|(name, _)| is_peer(name))
        .collect();
    let mut findings = Vec::new();
    for part in PARTS {
        for (name, samples) in rows(&measured[part]).filter(|(name, _)| !is_peer(name)) {
            let is_drawn = DRAWN.contains(&part);
            let is_form = is_drawn || name.ends_with("form");
            let peers = peers.iter().filter(|_| is_form);
            let name = name.strip_prefix("Doorbell, ").unwrap_or(name);
            let kind = if is_drawn { "form, " } else { "" };
            let finding = Finding::time(format!("{kind}{name}"), "ms", &samples);
            findings.push(peers.fold(finding, |finding, (peer, samples)| {
                finding.beside(*peer, median(samples))
            }));
        }
    }
    findings
}

/// The rows of one part.
pub fn rows(part: &Value) -> impl Iterator<Item = (&str, Vec<f64>)> {
    let rows = part.as_object().into_iter().flatten();
    rows.map(|(name, samples)| {
        let samples = samples.as_array().into_iter().flatten();
        (name.as_str(), samples.filter_map(Value::as_f64).collect())
    })
}

/// Doorbell's own are named for it or for its hook.
pub fn is_peer(name: &str) -> bool {
    !name.starts_with("Doorbell") && !name.starts_with("hook")
}

#[cfg(test)]
mod tests {
    use super::findings;
    use serde_json::json;

    #[test]
    fn forms_are_held_against_forms_and_nothing_else_is() {
        let findings = findings(&json!({
            "painted": {"pinentry-gtk-2": [39.0], "zenity": [103.0], "Doorbell, 1 field": [15.0]},
            "cold": {"Doorbell, cold": [450.0]},
            "answered": {"Doorbell, answer": [2.4]},
            "hooked": {"hook, to the board": [3.0], "hook, to the form": [16.0]},
        }));
        let best: Vec<_> = findings
            .iter()
            .map(|finding| {
                (
                    finding.name.as_str(),
                    finding.best_peer().map(|peer| peer.median),
                )
            })
            .collect();
        assert_eq!(
            best,
            [
                ("form, 1 field", Some(39.0)),
                ("form, cold", Some(39.0)),
                ("answer", None),
                ("hook, to the board", None),
                ("hook, to the form", Some(39.0)),
            ]
        );
    }
}
