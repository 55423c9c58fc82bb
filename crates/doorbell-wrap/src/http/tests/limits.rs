//! The largest and the most, at the edge.

use super::kit::*;
use crate::http::Headers;
use crate::http::limits::Limits;

const CALL: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}"#;

fn result(length: usize) -> String {
    let empty = r#"{"id":1,"result":""}"#;
    empty.replace(
        r#":""#,
        &format!(r#":"{}"#, "x".repeat(length - empty.len())),
    )
}

fn small() -> Talk {
    let limits = Limits {
        message: 1000,
        ..quick()
    };
    talk_within(limits, Headers::default())
}

#[test]
fn a_body_may_be_as_large_as_the_limit_and_no_larger() {
    let mut talk = small();
    talk.send(CALL);
    talk.request().json(&result(1000));
    assert_eq!(talk.line().0, result(1000));
    talk.send(CALL);
    talk.request().json(&result(1001));
    assert!(
        talk.error("1")
            .ends_with("sent an answer larger than 64 MiB")
    );
}

#[test]
fn an_event_may_be_as_large_as_the_limit_and_no_larger() {
    let mut talk = small();
    talk.send(CALL);
    talk.request().events().message(&result(1000));
    assert_eq!(talk.line().0, result(1000));
    talk.send(CALL);
    let mut events = talk.request().events();
    events.send("id: 1\n").message(&result(1001));
    assert!(
        talk.error("1")
            .ends_with("sent an answer larger than 64 MiB")
    );
    events.closed();
    talk.nothing_more();
}

#[test]
fn one_request_too_many_is_refused() {
    let limits = Limits {
        in_flight: 2,
        ..quick()
    };
    let mut talk = talk_within(limits, Headers::default());
    talk.send(CALL);
    talk.send(&CALL.replace("\"id\":1", "\"id\":2"));
    let waiting = [talk.request(), talk.request()];
    talk.send(&CALL.replace("\"id\":1", "\"id\":3"));
    assert!(talk.error("3").contains("requests to answer already"));
    // Notifications, and so the answers that the server may wait for, still pass.
    talk.send(INITIALIZED);
    talk.request().accept();
    for request in waiting {
        let id = if request.body.contains("\"id\":1") {
            1
        } else {
            2
        };
        request.json(&format!(r#"{{"id":{id},"result":{{}}}}"#));
        talk.line();
    }
    talk.send(CALL);
    talk.request().json(&result(30));
    talk.line();
}
