//! Legacy sessions.

use super::harness::*;
use crate::http::Headers;

const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;

#[test]
fn later_requests_carry_session_headers() {
    let mut harness = new_harness();
    harness.send(INITIALIZE);
    let request = harness.next_request();
    assert_eq!(request.header("mcp-session-id"), None);
    assert_eq!(request.header("mcp-protocol-version"), None);
    let mut events = request.events_with("mcp-session-id: s1\r\n");
    events.message(INITIALIZE_RESULT);
    events.end();
    assert_eq!(
        harness.next_line(),
        (INITIALIZE_RESULT.to_owned(), Some("0".to_owned()))
    );

    harness.send(INITIALIZED);
    let posted = harness.next_request();
    assert_eq!(posted.body, INITIALIZED);
    let session = ["s1", "2025-06-18"].map(|value| Some(value.to_owned()));
    let of = |request: &Request| {
        ["mcp-session-id", "mcp-protocol-version"]
            .map(|name| request.header(name).map(str::to_owned))
    };
    assert_eq!(of(&posted), session);
    posted.accept();

    let standalone = harness.next_request();
    assert!(standalone.head.starts_with("GET /mcp HTTP/1.1\r\n"));
    assert_eq!(standalone.header("accept"), Some("text/event-stream"));
    assert_eq!(of(&standalone), session);
    standalone.answer("405 Method Not Allowed", &[], "");

    harness.send(PING);
    let ping = harness.next_request();
    assert_eq!(of(&ping), session);
    assert_eq!(ping.header("mcp-method"), None);
    ping.json(r#"{"id":1,"result":{}}"#);
    harness.next_line();

    harness.sender = None;
    let end = harness.next_request();
    assert!(end.head.starts_with("DELETE /mcp HTTP/1.1\r\n"));
    assert_eq!(of(&end), session);
    end.answer("200 OK", &[], "");
    harness.wait_for_end();
    assert!(harness.reports.try_recv().is_err());
}

#[test]
fn server_without_session_gets_no_delete() {
    let mut harness = new_harness();
    harness.send(INITIALIZE);
    harness.next_request().json(INITIALIZE_RESULT);
    harness.next_line();
    harness.leave_without_requests();
}

#[test]
fn standalone_messages_have_no_related_request() {
    let mut harness = new_harness();
    harness.send(INITIALIZE);
    harness.next_request().json(INITIALIZE_RESULT);
    harness.next_line();
    harness.send(INITIALIZED);
    harness.next_request().accept();
    let mut events = harness.next_request().events();
    let question = r#"{"jsonrpc":"2.0","id":0,"method":"elicitation/create","params":{}}"#;
    events.message(question);
    assert_eq!(harness.next_line(), (question.to_owned(), None));
    let answer = r#"{"jsonrpc":"2.0","id":0,"result":{"action":"cancel"}}"#;
    harness.send(answer);
    let posted = harness.next_request();
    assert_eq!(posted.body, answer);
    posted.accept();
}

/// A server may depend on the order.
#[test]
fn notifications_keep_their_order() {
    let mut harness = new_harness();
    harness.send(INITIALIZE);
    for number in 1..4 {
        harness.send(&format!(r#"{{"method":"notifications/{number}"}}"#));
    }
    harness.send(PING);
    harness.next_request().json(INITIALIZE_RESULT);
    for number in 1..4 {
        let next = harness.next_request();
        assert!(
            next.body.contains(&format!("notifications/{number}")),
            "{}",
            next.body
        );
        next.accept();
    }
    assert_eq!(harness.next_request().body, PING);
    assert_eq!(harness.max_open_requests(), 1);
}

/// Later messages wait only for the status.
#[test]
fn slow_initialize_result_does_not_block() {
    let mut harness = new_harness();
    harness.send(INITIALIZE);
    harness.send(PING);
    let events = harness.next_request().events_with("mcp-session-id: s1\r\n");
    let ping = harness.next_request();
    assert_eq!(ping.header("mcp-session-id"), Some("s1"));
    drop(events);
}

#[test]
fn second_initialize_starts_new_session() {
    let mut harness = new_harness();
    harness.initialize();
    harness.send(INITIALIZE);
    let request = harness.next_request();
    assert_eq!(request.header("mcp-session-id"), None);
    assert_eq!(request.header("mcp-protocol-version"), None);
    request.answer("503 Service Unavailable", &[], "");
    harness.next_error("0");
    harness.send(PING);
    let ping = harness.next_request();
    assert_eq!(ping.header("mcp-session-id"), None);
    assert_eq!(ping.header("mcp-protocol-version"), None);

    harness.send(INITIALIZE);
    harness.next_request().json(INITIALIZE_RESULT);
    harness.next_line();
    harness.send(PING);
    let ping = harness.next_request();
    assert_eq!(ping.header("mcp-session-id"), None);
    assert_eq!(ping.header("mcp-protocol-version"), Some("2025-06-18"));
}

#[test]
fn configured_headers_are_sent_with_every_request() {
    let mut headers = Headers::default();
    headers
        .add_env("Authorization=T", |_| Some("Bearer hunter2".into()))
        .unwrap();
    let mut harness = harness_with(short_limits(), headers);
    harness.send(INITIALIZE);
    let posted = harness.next_request();
    assert_eq!(posted.header("authorization"), Some("Bearer hunter2"));
    posted.answer(
        "200 OK",
        &["Content-Type: application/json", "mcp-session-id: s1"],
        INITIALIZE_RESULT,
    );
    harness.next_line();
    harness.send(INITIALIZED);
    harness.next_request().accept();
    let standalone = harness.next_request();
    assert_eq!(standalone.header("authorization"), Some("Bearer hunter2"));
    standalone.answer("405 Method Not Allowed", &[], "");
    harness.sender = None;
    assert_eq!(
        harness.next_request().header("authorization"),
        Some("Bearer hunter2")
    );
}
