//! `doorbell wrap` without a running Doorbell.

use std::path::Path;

use serde_json::json;

use super::everything::{FORM, LINK};
use super::{SampleServer, forms_and_links, wrap};
use crate::support::{Era, Host};

#[test]
fn elicitation_tools_are_hidden_without_doorbell() {
    let folder = tempfile::tempdir().unwrap();
    let mut host = start(folder.path(), json!({}));
    let list = host.send_request("tools/list", json!({}));
    let tools = host.wait_for_reply(list).to_string();
    assert!(tools.contains("echo"), "{tools}");
    assert!(!tools.contains(FORM) && !tools.contains(LINK), "{tools}");
}

#[test]
fn capable_agent_asks_without_doorbell() {
    let folder = tempfile::tempdir().unwrap();
    let mut host = start(folder.path(), forms_and_links());
    for (tool, arguments) in [
        (FORM, json!({})),
        (LINK, json!({"url": "https://example.com/"})),
    ] {
        let call = host.call_tool(tool, arguments);
        let question = host.wait_for_question();
        host.respond(&question, json!({"action": "decline"}));
        let reply = host.wait_for_reply(call).to_string();
        assert!(reply.contains("User declined"), "{reply}");
    }
}

/// Starts the reference server behind a proxy that finds no Doorbell.
fn start(folder: &Path, capabilities: serde_json::Value) -> Host {
    let wrap = wrap(
        &folder.join("doorbell.sock"),
        &[],
        &SampleServer::Everything.command(),
    );
    let mut host = Host::start(wrap, Era::Legacy, capabilities);
    host.wait_for_notification("notifications/tools/list_changed");
    host
}
