//! Requests that the host cancels.

use super::harness::*;

const MODERN: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#;
const LEGACY: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}"#;
const CANCEL: &str =
    r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#;

#[test]
fn cancelled_modern_request_is_closed() {
    let mut harness = new_harness();
    harness.send(MODERN);
    let mut events = harness.next_request().events();
    events.message(r#"{"method":"notifications/progress"}"#);
    harness.next_line();
    harness.send(CANCEL);
    events.wait_for_close();
    harness.assert_idle();
}

#[test]
fn cancelled_modern_request_is_closed_before_response() {
    let mut harness = new_harness();
    harness.send(MODERN);
    let request = harness.next_request();
    harness.send(CANCEL);
    request.wait_for_close();
    harness.assert_idle();
}

#[test]
fn cancelling_answered_modern_request_sends_nothing() {
    let mut harness = new_harness();
    harness.send(MODERN);
    harness.next_request().json(r#"{"id":1,"result":{}}"#);
    harness.next_line();
    harness.send(CANCEL);
    harness.assert_idle();
}

#[test]
fn legacy_server_gets_cancellation() {
    let mut harness = new_harness();
    harness.initialize();
    harness.send(LEGACY);
    let call = harness.next_request();
    harness.send(CANCEL);
    let cancellation = harness.next_request();
    assert_eq!(cancellation.body, CANCEL);
    assert_eq!(cancellation.header("mcp-session-id"), Some("s1"));
    cancellation.accept();
    // Not every server answers or closes cancelled requests.
    call.wait_for_close();
    harness.assert_idle();
}

/// The host has already forgotten the request.
#[test]
fn cancelled_request_gets_no_error() {
    let mut harness = new_harness();
    harness.initialize();
    harness.send(LEGACY);
    let mut events = harness.next_request().events();
    events.send("id: 1\ndata:\n\n");
    harness.send(CANCEL);
    let cancellation = harness.next_request();
    drop(events);
    cancellation.accept();
    harness.assert_idle();
}
