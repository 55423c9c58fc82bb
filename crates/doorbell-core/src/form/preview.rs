//! Renders the exact JSON that will be sent, with secrets masked.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::text;

/// Replaces a secret.
pub(super) const MASK: &str = "••••";

/// Escapes invisible characters, which does not change the meaning of the JSON.
pub(super) fn render(content: &Map<String, Value>) -> String {
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
