//! Limits at their edge.

use super::harness::*;
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

fn harness_with_small_messages() -> HttpHarness {
    let limits = Limits {
        max_message: 1000,
        ..short_limits()
    };
    harness_with(limits, Headers::default())
}

#[test]
fn body_size_is_limited() {
    let mut harness = harness_with_small_messages();
    harness.send(CALL);
    harness.next_request().json(&result(1000));
    assert_eq!(harness.next_line().0, result(1000));
    harness.send(CALL);
    harness.next_request().json(&result(1001));
    assert!(
        harness
            .next_error("1")
            .ends_with("sent an answer larger than 64 MiB")
    );
}

#[test]
fn event_size_is_limited() {
    let mut harness = harness_with_small_messages();
    harness.send(CALL);
    harness.next_request().events().message(&result(1000));
    assert_eq!(harness.next_line().0, result(1000));
    harness.send(CALL);
    let mut events = harness.next_request().events();
    events.send("id: 1\n").message(&result(1001));
    assert!(
        harness
            .next_error("1")
            .ends_with("sent an answer larger than 64 MiB")
    );
    events.wait_for_close();
    harness.assert_idle();
}

#[test]
fn requests_beyond_limit_are_refused() {
    let limits = Limits {
        max_in_flight: 2,
        ..short_limits()
    };
    let mut harness = harness_with(limits, Headers::default());
    harness.send(CALL);
    harness.send(&CALL.replace("\"id\":1", "\"id\":2"));
    let waiting = [harness.next_request(), harness.next_request()];
    harness.send(&CALL.replace("\"id\":1", "\"id\":3"));
    assert!(
        harness
            .next_error("3")
            .contains("requests to answer already")
    );
    // Notifications, and so answers to the server, still pass.
    harness.send(INITIALIZED);
    harness.next_request().accept();
    for request in waiting {
        let id = if request.body.contains("\"id\":1") {
            1
        } else {
            2
        };
        request.json(&format!(r#"{{"id":{id},"result":{{}}}}"#));
        harness.next_line();
    }
    harness.send(CALL);
    harness.next_request().json(&result(30));
    harness.next_line();
}
