//! Questions for the tests of Home.

use serde_json::{Value, json};

/// A form with one required text field, asked by this server.
pub fn form(server: &str, message: &str) -> Value {
    json!({
        "mode": "form",
        "message": message,
        "requestedSchema": crate::questions::name_form(),
        "_meta": {"dev.doorbell/asker": {
            "server": {"name": server},
            "tool": "release",
            "project": "shop"
        }}
    })
}
