//! Responses in all formats.

use super::harness::*;

const CALL: &str = r#"{"jsonrpc":"2.0", "id":1.0,"method":"tools/call","params":{"name":"a"}}"#;
const RESULT: &str = r#"{"jsonrpc":"2.0","id":1,"result":{}}"#;

#[test]
fn message_is_posted_unchanged() {
    let mut harness = new_harness();
    harness.send(CALL);
    let request = harness.next_request();
    assert!(request.head.starts_with("POST /mcp HTTP/1.1\r\n"));
    assert_eq!(request.body, CALL);
    assert_eq!(request.header("content-type"), Some("application/json"));
    assert_eq!(
        request.header("accept"),
        Some("application/json, text/event-stream")
    );
    request.json(RESULT);
    assert_eq!(
        harness.next_line(),
        (RESULT.to_owned(), Some("1".to_owned()))
    );
}

#[test]
fn multiline_json_becomes_one_line() {
    let mut harness = new_harness();
    harness.send(CALL);
    harness
        .next_request()
        .json("{\r\n  \"id\": 1,\n  \"result\": {\"a\": \"\\n\"}\n}\n");
    assert_eq!(
        harness.next_line().0,
        r#"{    "id": 1,   "result": {"a": "\n"} }"#
    );
}

#[test]
fn events_are_forwarded_one_by_one_with_their_request() {
    let mut harness = new_harness();
    harness.send(CALL);
    let mut events = harness.next_request().events();
    for message in [
        r#"{"method":"notifications/progress"}"#,
        r#"{"id":0,"method":"elicitation/create"}"#,
    ] {
        events.message(message);
        assert_eq!(
            harness.next_line(),
            (message.to_owned(), Some("1".to_owned()))
        );
    }
    events.send(": ping\n\nevent: other\ndata: x\n\ndata: {\"id\":1,\ndata: \"result\":{}}\n\n");
    assert_eq!(harness.next_line().0, r#"{"id":1, "result":{}}"#);
    events.end();
    harness.leave();
    assert!(harness.reports.try_recv().is_err());
}

/// A server that never ends its streams must not use up all connections.
#[test]
fn stream_is_closed_after_response() {
    let mut harness = new_harness();
    harness.send(CALL);
    let mut events = harness.next_request().events();
    events.message(RESULT);
    events.wait_for_close();
    assert_eq!(harness.next_line().0, RESULT);
}

#[test]
fn event_that_is_not_json_is_dropped() {
    let mut harness = new_harness();
    harness.send(CALL);
    let mut events = harness.next_request().events();
    events.send("data: hunter2\n\n").message(RESULT);
    assert_eq!(harness.next_line().0, RESULT);
    let report = harness.next_report();
    assert!(
        report.ends_with("sent an event that is not JSON; it was skipped"),
        "{report}"
    );
}

#[test]
fn batch_is_split() {
    let mut harness = new_harness();
    harness.send(CALL);
    harness
        .next_request()
        .json(&format!("[{{\"method\":\"m\"}},\n{RESULT}]"));
    assert_eq!(harness.next_line().0, r#"{"method":"m"}"#);
    assert_eq!(harness.next_line().0, RESULT);
}

#[test]
fn host_batch_is_posted_unchanged_and_response_is_split() {
    let mut harness = new_harness();
    let batch = r#"[{"id":1,"method":"ping"},{"id":2,"method":"ping"}]"#;
    harness.send(batch);
    let request = harness.next_request();
    assert_eq!(request.body, batch);
    request.json(r#"[{"id":1,"result":{}},{"id":2,"result":{}}]"#);
    assert_eq!(
        harness.next_line(),
        (r#"{"id":1,"result":{}}"#.to_owned(), None)
    );
    assert_eq!(
        harness.next_line(),
        (r#"{"id":2,"result":{}}"#.to_owned(), None)
    );
}

#[test]
fn requests_run_in_parallel() {
    let mut harness = new_harness();
    harness.send(CALL);
    harness.send(r#"{"id":"two","method":"ping"}"#);
    let mut requests = [harness.next_request(), harness.next_request()];
    requests.sort_by_key(|request| request.body.len());
    let [second, first] = requests;
    second.json(r#"{"id":"two","result":{}}"#);
    assert_eq!(harness.next_line().1.as_deref(), Some("\"two\""));
    first.json(RESULT);
    assert_eq!(harness.next_line().1.as_deref(), Some("1"));
}

#[test]
fn blank_lines_are_not_sent() {
    let mut harness = new_harness();
    harness.send("");
    harness.send(" \r");
    harness.send(CALL);
    assert_eq!(harness.next_request().body, CALL);
}
