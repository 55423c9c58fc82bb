//! Answers in all their forms.

use super::kit::*;

const CALL: &str = r#"{"jsonrpc":"2.0", "id":1.0,"method":"tools/call","params":{"name":"a"}}"#;
const RESULT: &str = r#"{"jsonrpc":"2.0","id":1,"result":{}}"#;

#[test]
fn a_message_is_posted_as_it_is() {
    let mut talk = talk();
    talk.send(CALL);
    let request = talk.request();
    assert!(request.head.starts_with("POST /mcp HTTP/1.1\r\n"));
    assert_eq!(request.body, CALL);
    assert_eq!(request.header("content-type"), Some("application/json"));
    assert_eq!(
        request.header("accept"),
        Some("application/json, text/event-stream")
    );
    request.json(RESULT);
    assert_eq!(talk.line(), (RESULT.to_owned(), Some("1".to_owned())));
}

#[test]
fn json_over_several_lines_becomes_one() {
    let mut talk = talk();
    talk.send(CALL);
    talk.request()
        .json("{\r\n  \"id\": 1,\n  \"result\": {\"a\": \"\\n\"}\n}\n");
    assert_eq!(talk.line().0, r#"{    "id": 1,   "result": {"a": "\n"} }"#);
}

#[test]
fn events_come_one_by_one_and_belong_to_their_request() {
    let mut talk = talk();
    talk.send(CALL);
    let mut events = talk.request().events();
    for message in [
        r#"{"method":"notifications/progress"}"#,
        r#"{"id":0,"method":"elicitation/create"}"#,
    ] {
        events.message(message);
        assert_eq!(talk.line(), (message.to_owned(), Some("1".to_owned())));
    }
    events.send(": ping\n\nevent: other\ndata: x\n\ndata: {\"id\":1,\ndata: \"result\":{}}\n\n");
    assert_eq!(talk.line().0, r#"{"id":1, "result":{}}"#);
    events.end();
    talk.leave();
    assert!(talk.troubles.try_recv().is_err());
}

/// Else a server that never ends its streams would use up all connections.
#[test]
fn a_stream_is_closed_after_its_answer() {
    let mut talk = talk();
    talk.send(CALL);
    let mut events = talk.request().events();
    events.message(RESULT);
    events.closed();
    assert_eq!(talk.line().0, RESULT);
}

#[test]
fn an_event_that_is_no_json_is_left_out() {
    let mut talk = talk();
    talk.send(CALL);
    let mut events = talk.request().events();
    events.send("data: hunter2\n\n").message(RESULT);
    assert_eq!(talk.line().0, RESULT);
    let trouble = talk.trouble();
    assert!(
        trouble.ends_with("sent an event that is not JSON; it was left out"),
        "{trouble}"
    );
}

#[test]
fn a_batch_is_taken_apart() {
    let mut talk = talk();
    talk.send(CALL);
    talk.request()
        .json(&format!("[{{\"method\":\"m\"}},\n{RESULT}]"));
    assert_eq!(talk.line().0, r#"{"method":"m"}"#);
    assert_eq!(talk.line().0, RESULT);
}

#[test]
fn a_batch_of_the_host_is_sent_as_it_is_and_answered_in_parts() {
    let mut talk = talk();
    let batch = r#"[{"id":1,"method":"ping"},{"id":2,"method":"ping"}]"#;
    talk.send(batch);
    let request = talk.request();
    assert_eq!(request.body, batch);
    request.json(r#"[{"id":1,"result":{}},{"id":2,"result":{}}]"#);
    assert_eq!(talk.line(), (r#"{"id":1,"result":{}}"#.to_owned(), None));
    assert_eq!(talk.line(), (r#"{"id":2,"result":{}}"#.to_owned(), None));
}

#[test]
fn requests_do_not_wait_for_each_other() {
    let mut talk = talk();
    talk.send(CALL);
    talk.send(r#"{"id":"two","method":"ping"}"#);
    let mut requests = [talk.request(), talk.request()];
    requests.sort_by_key(|request| request.body.len());
    let [second, first] = requests;
    second.json(r#"{"id":"two","result":{}}"#);
    assert_eq!(talk.line().1.as_deref(), Some("\"two\""));
    first.json(RESULT);
    assert_eq!(talk.line().1.as_deref(), Some("1"));
}

#[test]
fn blank_lines_are_not_sent() {
    let mut talk = talk();
    talk.send("");
    talk.send(" \r");
    talk.send(CALL);
    assert_eq!(talk.request().body, CALL);
}
