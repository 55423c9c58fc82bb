//! Streams that break.

use std::time::Duration;

use super::harness::*;
use crate::http::Headers;
use crate::http::limits::Limits;

const CALL: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}"#;
const RESULT: &str = r#"{"jsonrpc":"2.0","id":1,"result":{}}"#;

/// So long that a test passes only with the server's own delay.
fn long_retry_limits() -> Limits {
    Limits {
        first_retry_delay: Duration::from_secs(3600),
        ..short_limits()
    }
}

#[test]
fn response_resumes_after_last_event() {
    let mut harness = harness_with(long_retry_limits(), Headers::default());
    harness.initialize();
    harness.send(CALL);
    let mut events = harness.next_request().events();
    events.send("id: e1\nretry: 1\ndata:\n\nid: e2\ndata: {\"method\":\"m\"}\n\nid: e3\ndata: {");
    assert_eq!(harness.next_line().1.as_deref(), Some("1"));
    drop(events);

    let resumed = harness.next_request();
    assert!(resumed.head.starts_with("GET "));
    assert_eq!(resumed.header("last-event-id"), Some("e2"));
    assert_eq!(resumed.header("mcp-session-id"), Some("s1"));
    let mut events = resumed.events();
    events.send("id: e3\ndata: {\"method\":\"n\"}\n\n");
    assert_eq!(harness.next_line().1.as_deref(), Some("1"));
    events.end();

    let resumed = harness.next_request();
    assert_eq!(resumed.header("last-event-id"), Some("e3"));
    let mut events = resumed.events();
    events.message(RESULT);
    assert_eq!(
        harness.next_line(),
        (RESULT.to_owned(), Some("1".to_owned()))
    );
}

#[test]
fn broken_response_without_event_ids_fails() {
    let mut harness = new_harness();
    harness.initialize();
    harness.send(CALL);
    harness.next_request().events().end();
    assert!(
        harness
            .next_error("1")
            .ends_with("closed the connection before it answered")
    );
    harness.assert_idle();
}

#[test]
fn resume_attempts_are_limited() {
    let limits = Limits {
        max_resumes: 3,
        ..short_limits()
    };
    let mut harness = harness_with(limits, Headers::default());
    harness.initialize();
    harness.send(CALL);
    let mut events = harness.next_request().events();
    events.send("id: e1\ndata:\n\n");
    drop(events);
    harness
        .next_request()
        .answer("503 Service Unavailable", &[], "");
    harness.next_request().events().end();
    drop(harness.next_request());
    assert!(
        harness
            .next_error("1")
            .ends_with("closed the connection before it answered")
    );
    harness.assert_idle();
}

#[test]
fn refused_resume_fails_request() {
    let mut harness = new_harness();
    harness.initialize();
    for (status, error) in [
        ("405 Method Not Allowed", "answered with HTTP 405"),
        ("404 Not Found", "has ended the session"),
    ] {
        harness.send(CALL);
        let mut events = harness.next_request().events();
        events.send("id: e1\ndata:\n\n");
        drop(events);
        harness.next_request().answer(status, &[], "");
        let message = harness.next_error("1");
        assert!(message.contains(error), "{message}");
    }
}

#[test]
fn standalone_stream_is_resumed() {
    let mut harness = harness_with(long_retry_limits(), Headers::default());
    harness.send(INITIALIZE);
    harness.next_request().json(INITIALIZE_RESULT);
    harness.next_line();
    harness.send(INITIALIZED);
    harness.next_request().accept();

    let first = harness.next_request();
    assert_eq!(first.header("last-event-id"), None);
    let mut events = first.events();
    events.send("retry: 1\nid: a\ndata: {\"method\":\"m\"}\n\n");
    harness.next_line();
    events.end();
    let second = harness.next_request();
    assert_eq!(second.header("last-event-id"), Some("a"));
    let mut events = second.events();
    events.send("id\ndata: {\"method\":\"n\"}\n\n");
    assert_eq!(harness.next_line().1, None);
    drop(events);
    let third = harness.next_request();
    assert_eq!(third.header("last-event-id"), None);
}

#[test]
fn standalone_stream_retries_only_temporary_errors() {
    let mut harness = new_harness();
    harness.send(INITIALIZE);
    harness.next_request().json(INITIALIZE_RESULT);
    harness.next_line();
    harness.send(INITIALIZED);
    harness.next_request().accept();
    harness.next_request().answer("502 Bad Gateway", &[], "");
    drop(harness.next_request());
    harness
        .next_request()
        .answer("429 Too Many Requests", &[], "");
    harness
        .next_request()
        .answer("400 Bad Request", &[], "hunter2");
    let report = harness.next_report();
    assert!(report.contains("answered with HTTP 400"), "{report}");
    assert!(!report.contains("hunter2"));
    harness.assert_idle();
}
