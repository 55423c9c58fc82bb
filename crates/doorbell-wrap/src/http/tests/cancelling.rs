//! Requests that the host no longer wants.

use super::kit::*;

const MODERN: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#;
const LEGACY: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}"#;
const CANCEL: &str =
    r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#;

#[test]
fn a_modern_request_is_closed() {
    let mut talk = talk();
    talk.send(MODERN);
    let mut events = talk.request().events();
    events.message(r#"{"method":"notifications/progress"}"#);
    talk.line();
    talk.send(CANCEL);
    events.closed();
    talk.nothing_more();
}

#[test]
fn a_modern_request_is_closed_before_its_answer_begins() {
    let mut talk = talk();
    talk.send(MODERN);
    let request = talk.request();
    talk.send(CANCEL);
    request.closed();
    talk.nothing_more();
}

#[test]
fn a_modern_request_that_is_answered_needs_nothing() {
    let mut talk = talk();
    talk.send(MODERN);
    talk.request().json(r#"{"id":1,"result":{}}"#);
    talk.line();
    talk.send(CANCEL);
    talk.nothing_more();
}

#[test]
fn a_legacy_server_is_told() {
    let mut talk = talk();
    talk.initialize();
    talk.send(LEGACY);
    let call = talk.request();
    talk.send(CANCEL);
    let told = talk.request();
    assert_eq!(told.body, CANCEL);
    assert_eq!(told.header("mcp-session-id"), Some("s1"));
    told.accept();
    // Not every server answers or ends what is cancelled.
    call.closed();
    talk.nothing_more();
}

/// An error now would answer a request that the host has forgotten.
#[test]
fn a_cancelled_request_has_no_error() {
    let mut talk = talk();
    talk.initialize();
    talk.send(LEGACY);
    let mut events = talk.request().events();
    events.send("id: 1\ndata:\n\n");
    talk.send(CANCEL);
    let told = talk.request();
    drop(events);
    told.accept();
    talk.nothing_more();
}
