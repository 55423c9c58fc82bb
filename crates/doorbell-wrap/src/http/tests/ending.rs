//! The host leaves, or does not read.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use super::kit::*;
use crate::http::Headers;
use crate::http::limits::Limits;

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
    talk.leave();
    // The end of the session may have come too late to be sent.
    for request in talk.requests.try_iter() {
        assert!(request.head.starts_with("DELETE "), "{}", request.head);
    }
    drop(notification);
}

#[test]
fn a_message_that_is_not_taken_in_time_lets_the_next_one_pass() {
    let limits = Limits {
        order: Duration::from_millis(10),
        ..quick()
    };
    let mut talk = talk_within(limits, Headers::default());
    talk.send(r#"{"method":"notifications/a"}"#);
    let slow = talk.request();
    talk.send(CALL);
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
    /// 128 MiB.
    const EVENTS: usize = 2000;
    /// What the queue and the system may hold of them.
    const HELD: usize = 500;
    let slow = talk();
    let (mut sender, mut receiver) = open(
        &format!("http://{}", slow.address),
        quick(),
        Headers::default(),
        |_| {},
    );
    sender.send(CALL.as_bytes()).unwrap();
    let mut events = slow.request().events();
    let sent = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&sent);
    let server = thread::spawn(move || {
        let event = format!(
            "data: {{\"method\":\"m\",\"params\":\"{}\"}}\n\n",
            "x".repeat(64 * 1024)
        );
        for _ in 0..EVENTS {
            events.send(&event);
            count.fetch_add(1, Ordering::SeqCst);
        }
    });
    // Work enough for a server that does not have to wait to send everything.
    let mut other = talk();
    for _ in 0..100 {
        other.send(CALL);
        other.request().json(r#"{"id":1,"result":{}}"#);
        other.line();
    }
    for read in 0..EVENTS {
        let sent = sent.load(Ordering::SeqCst);
        assert!(sent <= read + HELD, "{sent} were taken and {read} read");
        let received = receiver.blocking_recv().unwrap();
        assert!(received.line.len() > 64 * 1024);
    }
    server.join().unwrap();
}

/// A slow server makes the host wait.
#[test]
fn a_host_waits_for_the_server() {
    const MESSAGES: usize = 200;
    /// The queue, and those on their way into and out of it.
    const HELD: usize = 20;
    let mut talk = talk();
    let mut sender = talk.sender.take().unwrap();
    let sent = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&sent);
    let host = thread::spawn(move || {
        for _ in 0..MESSAGES {
            sender.send(b"{\"method\":\"notifications/a\"}\n").unwrap();
            count.fetch_add(1, Ordering::SeqCst);
        }
    });
    for taken in 0..MESSAGES {
        let next = talk.request();
        let sent = sent.load(Ordering::SeqCst);
        assert!(sent <= taken + HELD, "{sent} were sent and {taken} taken");
        next.accept();
    }
    host.join().unwrap();
}
