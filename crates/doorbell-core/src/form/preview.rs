//! "What will be sent": the exact JSON, with secrets masked.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::text;

/// Stands for a secret.
pub(super) const MASK: &str = "••••";

/// Spells the answer out. Invisible characters are escaped, which does not change what it means.
pub(super) fn spell(content: &Map<String, Value>) -> String {
    #[derive(Serialize)]
    struct Answer<'a> {
        action: &'static str,
        content: &'a Map<String, Value>,
    }
    let action = "accept";
    let answer = serde_json::to_string_pretty(&Answer { action, content })
        .expect("a map of values with names can be written as JSON");
    text::escape_json(&answer)
}
