//! What the servers of these tests ask.

use serde_json::{Value, json};

/// One required text, asked by a server of this name.
pub fn form(server: &str, message: &str) -> Value {
    json!({
        "mode": "form",
        "message": message,
        "requestedSchema": crate::questions::name(),
        "_meta": {"dev.doorbell/asker": {
            "server": {"name": server},
            "tool": "release",
            "project": "shop"
        }}
    })
}
