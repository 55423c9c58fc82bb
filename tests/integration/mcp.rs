//! `doorbell mcp`, run by an agent over pipes in both eras.

mod cancellation;
mod handshake;
mod permission;
mod tool_calls;

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::support::{Doorbell, Era, Host, doorbell_binary};

/// A `doorbell mcp` command whose environment has only the socket. Without a display it starts no
/// Doorbell of its own.
fn command(socket: &Path) -> Command {
    let mut command = Command::new(doorbell_binary());
    command
        .arg("mcp")
        .env_clear()
        .env("DOORBELL_SOCKET", socket);
    command
}

/// Starts the server and connects an agent.
fn agent(doorbell: &Doorbell, era: Era) -> Host {
    Host::start(command(&doorbell.socket()), era, json!({}))
}

/// The structured result. Asserts that the text content is the same.
fn structured_result(reply: &Value) -> &Value {
    let result = &reply["result"];
    let structured = &result["structuredContent"];
    let text = result["content"][0]["text"].as_str();
    let text: Value = serde_json::from_str(text.unwrap_or_else(|| panic!("{reply}"))).unwrap();
    assert_eq!(text, *structured);
    structured
}

fn assert_outcome(reply: &Value, outcome: &str, is_error: bool) {
    assert_eq!(structured_result(reply)["outcome"], outcome, "{reply}");
    assert_eq!(reply["result"]["isError"], is_error, "{reply}");
}
