//! Without a Doorbell the server keeps its own way of doing without.

use std::path::Path;

use serde_json::json;

use super::everything::{FORM, LINK};
use super::{Server, forms_and_links, wrap};
use crate::support::{Era, Host};

#[test]
fn nothing_is_promised_that_nobody_can_keep() {
    let folder = tempfile::tempdir().unwrap();
    let mut host = start(folder.path(), json!({}));
    let list = host.requests("tools/list", json!({}));
    let tools = host.hears_reply(list).to_string();
    assert!(tools.contains("echo"), "{tools}");
    assert!(!tools.contains(FORM) && !tools.contains(LINK), "{tools}");
}

#[test]
fn an_agent_that_can_ask_does() {
    let folder = tempfile::tempdir().unwrap();
    let mut host = start(folder.path(), forms_and_links());
    for (tool, arguments) in [
        (FORM, json!({})),
        (LINK, json!({"url": "https://example.com/"})),
    ] {
        let call = host.calls(tool, arguments);
        let question = host.hears_question();
        host.answers(&question, json!({"action": "decline"}));
        let reply = host.hears_reply(call).to_string();
        assert!(reply.contains("User declined"), "{reply}");
    }
}

/// The reference server behind a proxy that finds no Doorbell.
fn start(folder: &Path, capabilities: serde_json::Value) -> Host {
    let wrap = wrap(
        &folder.join("doorbell.sock"),
        &[],
        &Server::Everything.command(),
    );
    let mut host = Host::start(wrap, Era::Legacy, capabilities);
    host.hears_notice("notifications/tools/list_changed");
    host
}
