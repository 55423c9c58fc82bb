//! The host leaves, or does not read.

use std::thread;
use std::time::Duration;

use super::kit::*;
use crate::http::Headers;
use crate::http::limits::Limits;
use crate::transport::ToServer as _;

const CALL: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}"#;

#[test]
fn requests_under_way_are_given_up() {
    let mut talk = talk();
    talk.send(CALL);
    let request = talk.request();
    talk.leave();
    request.closed();
}

#[test]
fn what_was_sent_last_still_leaves() {
    let mut talk = talk();
    talk.send(r#"{"method":"notifications/a"}"#);
    talk.send(r#"{"method":"notifications/b"}"#);
    talk.sender = None;
    talk.request().accept();
    let last = talk.request();
    assert!(last.body.contains("notifications/b"));
    last.accept();
    talk.ended();
}

#[test]
fn a_server_that_does_not_react_holds_nothing_up() {
    let limits = Limits {
        end: Duration::from_millis(10),
        ..quick()
    };
    let mut talk = talk_within(limits, Headers::default());
    talk.initialize();
    talk.send(r#"{"method":"notifications/a"}"#);
    let notification = talk.request();
    talk.sender = None;
    let end = talk.request();
    assert!(end.head.starts_with("DELETE "));
    talk.ended();
    drop((notification, end));
}

#[test]
fn a_message_that_is_not_taken_in_time_lets_the_next_one_pass() {
    let limits = Limits {
        order: Duration::from_millis(10),
        ..quick()
    };
    let mut talk = talk_within(limits, Headers::default());
    talk.send(r#"{"method":"notifications/a"}"#);
    talk.send(CALL);
    let slow = talk.request();
    let call = talk.request();
    assert_eq!(call.body, CALL);
    slow.accept();
}

#[test]
fn a_host_that_reads_no_more_ends_the_transport() {
    let mut talk = talk();
    let (sender, receiver) = open(
        &format!("http://{}", talk.address),
        quick(),
        Headers::default(),
        |_| {},
    );
    let mut sender = sender;
    sender.send(CALL.as_bytes()).unwrap();
    let request = talk.request();
    drop(receiver);
    request.closed();
    while sender.send(CALL.as_bytes()).is_ok() {}
    talk.leave();
}

/// A slow host makes the server wait instead of filling the memory.
#[test]
fn a_server_waits_for_the_host() {
    let talk = talk();
    let (mut sender, mut receiver) = open(
        &format!("http://{}", talk.address),
        quick(),
        Headers::default(),
        |_| {},
    );
    sender.send(CALL.as_bytes()).unwrap();
    let mut events = talk.request().events();
    events.write_timeout(Duration::from_millis(200));
    let event = format!(
        "data: {{\"method\":\"m\",\"params\":\"{}\"}}\n\n",
        "x".repeat(64 * 1024)
    );
    let mut sent = 0;
    while events.try_send(&event).is_ok() {
        sent += 1;
        assert!(
            sent < 2000,
            "128 MiB were taken from the server and given to nobody"
        );
    }
    use crate::transport::FromServer as _;
    for _ in 0..sent {
        let received = receiver.receive().unwrap().unwrap();
        assert!(received.line.len() > 64 * 1024);
    }
}

/// A slow server makes the host wait.
#[test]
fn a_host_waits_for_the_server() {
    let mut talk = talk();
    let mut sender = talk.sender.take().unwrap();
    let (count, sent) = std::sync::mpsc::channel();
    let host = thread::spawn(move || {
        for _ in 0..40 {
            sender.send(b"{\"method\":\"notifications/a\"}\n").unwrap();
            count.send(()).unwrap();
        }
    });
    let first = talk.request();
    talk.no_request();
    assert!(sent.try_iter().count() <= 20);
    first.accept();
    for _ in 1..40 {
        talk.request().accept();
    }
    host.join().unwrap();
}
