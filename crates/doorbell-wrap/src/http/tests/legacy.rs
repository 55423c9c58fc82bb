//! Sessions.

use super::kit::*;
use crate::http::Headers;

const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;

#[test]
fn a_session_is_named_in_every_later_request() {
    let mut talk = talk();
    talk.send(INITIALIZE);
    let request = talk.request();
    assert_eq!(request.header("mcp-session-id"), None);
    assert_eq!(request.header("mcp-protocol-version"), None);
    let mut events = request.events_with("mcp-session-id: s1\r\n");
    events.message(INITIALIZE_RESULT);
    events.end();
    assert_eq!(
        talk.line(),
        (INITIALIZE_RESULT.to_owned(), Some("0".to_owned()))
    );

    talk.send(INITIALIZED);
    let posted = talk.request();
    assert_eq!(posted.body, INITIALIZED);
    let session = ["s1", "2025-06-18"].map(|value| Some(value.to_owned()));
    let of = |request: &Request| {
        ["mcp-session-id", "mcp-protocol-version"]
            .map(|name| request.header(name).map(str::to_owned))
    };
    assert_eq!(of(&posted), session);
    posted.accept();

    let listening = talk.request();
    assert!(listening.head.starts_with("GET /mcp HTTP/1.1\r\n"));
    assert_eq!(listening.header("accept"), Some("text/event-stream"));
    assert_eq!(of(&listening), session);
    listening.answer("405 Method Not Allowed", &[], "");

    talk.send(PING);
    let ping = talk.request();
    assert_eq!(of(&ping), session);
    assert_eq!(ping.header("mcp-method"), None);
    ping.json(r#"{"id":1,"result":{}}"#);
    talk.line();

    talk.sender = None;
    let end = talk.request();
    assert!(end.head.starts_with("DELETE /mcp HTTP/1.1\r\n"));
    assert_eq!(of(&end), session);
    end.answer("200 OK", &[], "");
    talk.ended();
    assert!(talk.troubles.try_recv().is_err());
}

#[test]
fn a_server_without_sessions_is_not_asked_to_end_one() {
    let mut talk = talk();
    talk.send(INITIALIZE);
    talk.request().json(INITIALIZE_RESULT);
    talk.line();
    talk.leaves_nothing();
}

#[test]
fn what_the_server_says_by_itself_belongs_to_no_request() {
    let mut talk = talk();
    talk.send(INITIALIZE);
    talk.request().json(INITIALIZE_RESULT);
    talk.line();
    talk.send(INITIALIZED);
    talk.request().accept();
    let mut events = talk.request().events();
    let question = r#"{"jsonrpc":"2.0","id":0,"method":"elicitation/create","params":{}}"#;
    events.message(question);
    assert_eq!(talk.line(), (question.to_owned(), None));
    let answer = r#"{"jsonrpc":"2.0","id":0,"result":{"action":"cancel"}}"#;
    talk.send(answer);
    let posted = talk.request();
    assert_eq!(posted.body, answer);
    posted.accept();
}

/// A server may depend on having seen one before the next.
#[test]
fn messages_without_answers_keep_their_order() {
    let mut talk = talk();
    talk.send(INITIALIZE);
    for number in 1..4 {
        talk.send(&format!(r#"{{"method":"notifications/{number}"}}"#));
    }
    talk.send(PING);
    talk.request().json(INITIALIZE_RESULT);
    for number in 1..4 {
        let next = talk.request();
        assert!(
            next.body.contains(&format!("notifications/{number}")),
            "{}",
            next.body
        );
        next.accept();
    }
    assert_eq!(talk.request().body, PING);
    assert_eq!(talk.most_at_once(), 1);
}

/// Only the status counts: the result may come much later.
#[test]
fn a_slow_result_of_initialize_holds_nothing_up() {
    let mut talk = talk();
    talk.send(INITIALIZE);
    talk.send(PING);
    let events = talk.request().events_with("mcp-session-id: s1\r\n");
    let ping = talk.request();
    assert_eq!(ping.header("mcp-session-id"), Some("s1"));
    drop(events);
}

#[test]
fn a_second_initialize_begins_anew() {
    let mut talk = talk();
    talk.initialize();
    talk.send(INITIALIZE);
    let request = talk.request();
    assert_eq!(request.header("mcp-session-id"), None);
    assert_eq!(request.header("mcp-protocol-version"), None);
    request.answer("503 Service Unavailable", &[], "");
    talk.error("0");
    talk.send(PING);
    let ping = talk.request();
    assert_eq!(ping.header("mcp-session-id"), None);
    assert_eq!(ping.header("mcp-protocol-version"), None);

    talk.send(INITIALIZE);
    talk.request().json(INITIALIZE_RESULT);
    talk.line();
    talk.send(PING);
    let ping = talk.request();
    assert_eq!(ping.header("mcp-session-id"), None);
    assert_eq!(ping.header("mcp-protocol-version"), Some("2025-06-18"));
}

#[test]
fn headers_of_the_person_go_with_every_request() {
    let mut headers = Headers::default();
    headers
        .add_env("Authorization=T", |_| Some("Bearer hunter2".into()))
        .unwrap();
    let mut talk = talk_within(quick(), headers);
    talk.send(INITIALIZE);
    let posted = talk.request();
    assert_eq!(posted.header("authorization"), Some("Bearer hunter2"));
    posted.answer(
        "200 OK",
        &["Content-Type: application/json", "mcp-session-id: s1"],
        INITIALIZE_RESULT,
    );
    talk.line();
    talk.send(INITIALIZED);
    talk.request().accept();
    let listening = talk.request();
    assert_eq!(listening.header("authorization"), Some("Bearer hunter2"));
    listening.answer("405 Method Not Allowed", &[], "");
    talk.sender = None;
    assert_eq!(
        talk.request().header("authorization"),
        Some("Bearer hunter2")
    );
}
