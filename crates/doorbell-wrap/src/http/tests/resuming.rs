//! Streams that break off.

use std::time::Duration;

use super::kit::*;
use crate::http::Headers;
use crate::http::limits::Limits;

const CALL: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}"#;
const RESULT: &str = r#"{"jsonrpc":"2.0","id":1,"result":{}}"#;

/// So long that a test only passes if the server's own pause is used instead.
fn patient() -> Limits {
    Limits {
        first_pause: Duration::from_secs(3600),
        ..quick()
    }
}

#[test]
fn an_answer_is_resumed_after_the_last_event() {
    let mut talk = talk_within(patient(), Headers::default());
    talk.initialize();
    talk.send(CALL);
    let mut events = talk.request().events();
    events.send("id: e1\nretry: 1\ndata:\n\nid: e2\ndata: {\"method\":\"m\"}\n\nid: e3\ndata: {");
    assert_eq!(talk.line().1.as_deref(), Some("1"));
    drop(events);

    let resumed = talk.request();
    assert!(resumed.head.starts_with("GET "));
    assert_eq!(resumed.header("last-event-id"), Some("e2"));
    assert_eq!(resumed.header("mcp-session-id"), Some("s1"));
    let mut events = resumed.events();
    events.send("id: e3\ndata: {\"method\":\"n\"}\n\n");
    assert_eq!(talk.line().1.as_deref(), Some("1"));
    events.end();

    let resumed = talk.request();
    assert_eq!(resumed.header("last-event-id"), Some("e3"));
    let mut events = resumed.events();
    events.message(RESULT);
    assert_eq!(talk.line(), (RESULT.to_owned(), Some("1".to_owned())));
}

#[test]
fn without_ids_a_broken_answer_is_an_error() {
    let mut talk = talk();
    talk.initialize();
    talk.send(CALL);
    talk.request().events().end();
    assert!(
        talk.error("1")
            .ends_with("closed the connection before it answered")
    );
    talk.nothing_more();
}

#[test]
fn attempts_to_resume_come_to_an_end() {
    let limits = Limits {
        resumes: 3,
        ..quick()
    };
    let mut talk = talk_within(limits, Headers::default());
    talk.initialize();
    talk.send(CALL);
    let mut events = talk.request().events();
    events.send("id: e1\ndata:\n\n");
    drop(events);
    talk.request().answer("503 Service Unavailable", &[], "");
    talk.request().events().end();
    drop(talk.request());
    assert!(
        talk.error("1")
            .ends_with("closed the connection before it answered")
    );
    talk.nothing_more();
}

#[test]
fn a_server_that_does_not_resume_is_believed() {
    let mut talk = talk();
    talk.initialize();
    for (status, error) in [
        ("405 Method Not Allowed", "answered with HTTP 405"),
        ("404 Not Found", "has ended the session"),
    ] {
        talk.send(CALL);
        let mut events = talk.request().events();
        events.send("id: e1\ndata:\n\n");
        drop(events);
        talk.request().answer(status, &[], "");
        let message = talk.error("1");
        assert!(message.contains(error), "{message}");
    }
}

#[test]
fn the_server_is_listened_to_again() {
    let mut talk = talk_within(patient(), Headers::default());
    talk.send(INITIALIZE);
    talk.request().json(INITIALIZE_RESULT);
    talk.line();
    talk.send(INITIALIZED);
    talk.request().accept();

    let first = talk.request();
    assert_eq!(first.header("last-event-id"), None);
    let mut events = first.events();
    events.send("retry: 1\nid: a\ndata: {\"method\":\"m\"}\n\n");
    talk.line();
    events.end();
    let second = talk.request();
    assert_eq!(second.header("last-event-id"), Some("a"));
    let mut events = second.events();
    events.send("id\ndata: {\"method\":\"n\"}\n\n");
    assert_eq!(talk.line().1, None);
    drop(events);
    let third = talk.request();
    assert_eq!(third.header("last-event-id"), None);
}

#[test]
fn listening_goes_on_after_errors_that_pass_and_ends_with_others() {
    let mut talk = talk();
    talk.send(INITIALIZE);
    talk.request().json(INITIALIZE_RESULT);
    talk.line();
    talk.send(INITIALIZED);
    talk.request().accept();
    talk.request().answer("502 Bad Gateway", &[], "");
    drop(talk.request());
    talk.request().answer("429 Too Many Requests", &[], "");
    talk.request().answer("400 Bad Request", &[], "hunter2");
    let trouble = talk.trouble();
    assert!(trouble.contains("answered with HTTP 400"), "{trouble}");
    assert!(!trouble.contains("hunter2"));
    talk.nothing_more();
}
