//! `doorbell mcp` as an agent runs it: a server on pipes, in both eras, with a scripted person.

mod calls;
mod eras;
mod losses;

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::support::{Doorbell, Era, Host, program};

/// The server with nothing in its environment but the way to one Doorbell: no display to start
/// another on.
fn command(socket: &Path) -> Command {
    let mut command = Command::new(program());
    command
        .arg("mcp")
        .env_clear()
        .env("DOORBELL_SOCKET", socket);
    command
}

/// An agent that has begun to talk to it.
fn agent(doorbell: &Doorbell, era: Era) -> Host {
    Host::start(command(&doorbell.socket()), era, json!({}))
}

/// The structured result, which every client gets as text, too.
fn told(reply: &Value) -> &Value {
    let result = &reply["result"];
    let told = &result["structuredContent"];
    let text = result["content"][0]["text"].as_str();
    let text: Value = serde_json::from_str(text.unwrap_or_else(|| panic!("{reply}"))).unwrap();
    assert_eq!(text, *told);
    told
}

/// That it ended so, and whether the call failed.
fn check(reply: &Value, outcome: &str, is_error: bool) {
    assert_eq!(told(reply)["outcome"], outcome, "{reply}");
    assert_eq!(reply["result"]["isError"], is_error, "{reply}");
}
