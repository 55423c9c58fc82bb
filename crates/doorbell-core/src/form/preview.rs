//! "What will be sent": the exact JSON, with secrets masked.

use serde_json::{Map, Value};

use crate::text;

/// Stands for a secret.
pub(super) const MASK: &str = "••••";

/// Spells the answer out. Invisible characters are escaped, which does not change what it means.
pub(super) fn spell(content: Map<String, Value>) -> String {
    let answer = Value::Object(Map::from_iter([
        ("action".to_owned(), Value::from("accept")),
        ("content".to_owned(), Value::Object(content)),
    ]));
    text::escape_json(&format!("{answer:#}"))
}
