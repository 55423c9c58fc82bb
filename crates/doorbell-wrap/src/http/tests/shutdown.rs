//! The host leaves or does not read.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use super::harness::*;
use crate::http::Headers;
use crate::http::limits::Limits;

const CALL: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}"#;

#[test]
fn pending_requests_are_abandoned() {
    let mut harness = new_harness();
    harness.send(CALL);
    let request = harness.next_request();
    harness.leave();
    request.wait_for_close();
}

#[test]
fn last_messages_are_still_sent() {
    let mut harness = new_harness();
    harness.send(r#"{"method":"notifications/a"}"#);
    harness.send(r#"{"method":"notifications/b"}"#);
    harness.sender = None;
    harness.next_request().accept();
    let last = harness.next_request();
    assert!(last.body.contains("notifications/b"));
    last.accept();
    harness.wait_for_end();
}

#[test]
fn unresponsive_server_does_not_delay_end() {
    let limits = Limits {
        shutdown_timeout: Duration::from_millis(10),
        ..short_limits()
    };
    let mut harness = harness_with(limits, Headers::default());
    harness.initialize();
    harness.send(r#"{"method":"notifications/a"}"#);
    let notification = harness.next_request();
    harness.leave();
    // The DELETE may have come too late to be sent.
    for request in harness.requests.try_iter() {
        assert!(request.head.starts_with("DELETE "), "{}", request.head);
    }
    drop(notification);
}

#[test]
fn slow_message_is_overtaken_after_timeout() {
    let limits = Limits {
        accept_timeout: Duration::from_millis(10),
        ..short_limits()
    };
    let mut harness = harness_with(limits, Headers::default());
    harness.send(r#"{"method":"notifications/a"}"#);
    let slow = harness.next_request();
    harness.send(CALL);
    let call = harness.next_request();
    assert_eq!(call.body, CALL);
    slow.accept();
}

#[test]
fn transport_ends_when_host_stops_reading() {
    let mut harness = new_harness();
    let (sender, receiver) = open(
        &format!("http://{}", harness.address),
        short_limits(),
        Headers::default(),
        |_| {},
    );
    let mut sender = sender;
    sender.send(CALL.as_bytes()).unwrap();
    let request = harness.next_request();
    drop(receiver);
    request.wait_for_close();
    while sender.send(CALL.as_bytes()).is_ok() {}
    harness.leave();
}

/// Messages must not pile up in memory.
#[test]
fn slow_host_slows_server() {
    /// 128 MiB.
    const EVENTS: usize = 2000;
    /// Room for the queue and the system's buffers.
    const MAX_BUFFERED: usize = 500;
    let slow = new_harness();
    let (mut sender, mut receiver) = open(
        &format!("http://{}", slow.address),
        short_limits(),
        Headers::default(),
        |_| {},
    );
    sender.send(CALL.as_bytes()).unwrap();
    let mut events = slow.next_request().events();
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
    // Takes long enough that a server without back-pressure would send everything.
    let mut other = new_harness();
    for _ in 0..100 {
        other.send(CALL);
        other.next_request().json(r#"{"id":1,"result":{}}"#);
        other.next_line();
    }
    for read in 0..EVENTS {
        let sent = sent.load(Ordering::SeqCst);
        assert!(
            sent <= read + MAX_BUFFERED,
            "{sent} were taken and {read} read"
        );
        let received = receiver.blocking_recv().unwrap();
        assert!(received.line.len() > 64 * 1024);
    }
    server.join().unwrap();
}

#[test]
fn slow_server_slows_host() {
    const MESSAGES: usize = 200;
    /// The queue, and the messages on their way into and out of it.
    const MAX_BUFFERED: usize = 20;
    let mut harness = new_harness();
    let mut sender = harness.sender.take().unwrap();
    let sent = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&sent);
    let host = thread::spawn(move || {
        for _ in 0..MESSAGES {
            sender.send(b"{\"method\":\"notifications/a\"}\n").unwrap();
            count.fetch_add(1, Ordering::SeqCst);
        }
    });
    for accepted in 0..MESSAGES {
        let next = harness.next_request();
        let sent = sent.load(Ordering::SeqCst);
        assert!(
            sent <= accepted + MAX_BUFFERED,
            "{sent} were sent and {accepted} taken"
        );
        next.accept();
    }
    host.join().unwrap();
}
