//! The states in which memory was measured.

use serde_json::Value;

use super::mib;
use crate::bench::finding::{Finding, Held};
use crate::bench::table::number;

/// One of them.
pub struct State {
    /// What people call it.
    pub name: String,
    /// What was held, if that could be told.
    pub held: Option<Held>,
}

/// Every state that was measured, whatever it is called.
pub fn states(measured: &Value) -> impl Iterator<Item = State> {
    let states = measured.as_object().into_iter().flatten();
    states.filter_map(|(key, state)| {
        let private_dirty = mib(state.get("privateDirtyKib")?);
        let held = private_dirty.zip(mib(&state["pssKib"]));
        Some(State {
            name: name(key, measured),
            held: held.map(|(private_dirty, proportional)| Held {
                private_dirty,
                proportional,
            }),
        })
    })
}

/// A row of the table of everything for each.
pub fn findings(measured: &Value) -> Vec<Finding> {
    states(measured)
        .map(|state| Finding::memory(format!("memory, {}", state.name), state.held))
        .collect()
}

fn name(key: &str, measured: &Value) -> String {
    match (key, measured["questions"].as_f64()) {
        ("afterQuestions", Some(many)) => format!("after {} questions", number(Some(many))),
        _ => spaced(key),
    }
}

/// `neverWarmed` as people write it.
fn spaced(key: &str) -> String {
    let mut words = String::new();
    for letter in key.chars() {
        if letter.is_ascii_uppercase() {
            words.push(' ');
        }
        words.push(letter.to_ascii_lowercase());
    }
    words
}

#[cfg(test)]
mod tests {
    use super::findings;
    use serde_json::json;

    #[test]
    fn every_state_is_found_and_nothing_else() {
        let findings = findings(&json!({
            "neverWarmed": {"privateDirtyKib": 26 * 1024, "pssKib": 97 * 1024},
            "afterQuestions": {"privateDirtyKib": 95 * 1024, "pssKib": 253 * 1024},
            "questions": 1000,
        }));
        let names: Vec<_> = findings
            .iter()
            .map(|finding| finding.name.as_str())
            .collect();
        assert_eq!(
            names,
            ["memory, never warmed", "memory, after 1,000 questions"]
        );
        assert_eq!(findings[1].memory.unwrap().proportional, 253.0);
    }
}
