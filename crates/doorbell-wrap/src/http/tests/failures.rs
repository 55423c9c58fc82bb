//! Error messages.

use std::net::TcpListener;
use std::thread;

use super::harness::*;
use crate::http::Headers;

const PING: &str = r#"{"jsonrpc":"2.0","id":"p","method":"ping"}"#;

/// Returns the error for such a response.
fn error(status: &str, headers: &[&str], body: &str) -> String {
    let mut harness = new_harness();
    harness.initialize();
    harness.send(PING);
    harness.next_request().answer(status, headers, body);
    let error = harness.next_error("\"p\"");
    let rest = error.strip_prefix(&harness.address).unwrap();
    assert!(!rest.contains("hunter2"), "{error}");
    rest.trim_start().to_owned()
}

#[test]
fn failures_have_helpful_messages() {
    let html = &["Content-Type: text/html", "X-Secret: hunter2"];
    let json = &["Content-Type: application/json"];
    for (status, headers, body, expected) in [
        (
            "401 Unauthorized",
            &html[..],
            "hunter2",
            "wants a sign-in (HTTP 401); give it a token with --header-env",
        ),
        (
            "403 Forbidden",
            json,
            "{\"error\":\"hunter2\"}",
            "wants a sign-in (HTTP 403)",
        ),
        (
            "401 Unauthorized",
            json,
            r#"{"id":null,"error":{"code":1,"message":"hunter2"}}"#,
            "wants a sign-in (HTTP 401)",
        ),
        (
            "404 Not Found",
            json,
            r#"{"id":null,"error":{"code":-32001,"message":"hunter2"}}"#,
            "has ended the session; restart this MCP server in the agent",
        ),
        (
            "307 Temporary Redirect",
            &["Location: http://127.0.0.1:9/hunter2"],
            "",
            "sent a redirect (HTTP 307), which is not followed",
        ),
        (
            "500 Internal Server Error",
            html,
            "hunter2",
            "answered with HTTP 500",
        ),
        (
            "400 Bad Request",
            json,
            "{\"message\":\"hunter2\"}",
            "answered with HTTP 400",
        ),
        (
            "400 Bad Request",
            json,
            r#"{"id":"other","error":{"code":1,"message":"hunter2"}}"#,
            "answered with HTTP 400",
        ),
        (
            "200 OK",
            html,
            "<html>hunter2",
            "answered with neither JSON nor events",
        ),
        ("200 OK", json, "hunter2", "sent an answer that is not JSON"),
        (
            "200 OK",
            json,
            "{\"a\":\"line\nhunter2\"}",
            "sent an answer that is not JSON",
        ),
        (
            "202 Accepted",
            &[],
            "",
            "took the request but does not answer it",
        ),
    ] {
        let error = error(status, headers, body);
        assert!(error.starts_with(expected), "{status}: {error}");
    }
}

#[test]
fn undelivered_message_is_reported_in_one_line() {
    let mut harness = new_harness();
    harness.send(INITIALIZED);
    harness
        .next_request()
        .answer("400 Bad Request", &[], "hunter2");
    let report = harness.next_report();
    let expected = format!(
        "notifications/initialized was not delivered: {} answered with HTTP 400",
        harness.address
    );
    assert!(report.starts_with(&expected), "{report}");
    assert!(!report.contains('\n') && !report.contains("hunter2"));
    harness.assert_idle();
}

/// Returns the error of a connection that fails.
fn unreachable(url: &str) -> String {
    let (mut sender, mut receiver) = open(url, short_limits(), Headers::default(), |_| {});
    sender.send(format!("{PING}\n").as_bytes()).unwrap();
    let received = receiver.blocking_recv().unwrap();
    String::from_utf8(received.line.to_vec()).unwrap()
}

#[test]
fn stopped_server_refuses_connection() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let error = unreachable(&format!("http://{address}/?key=hunter2"));
    assert!(
        error.contains("refused the connection; check that the server runs"),
        "{error}"
    );
    assert!(!error.contains("hunter2"));
}

#[test]
fn server_without_tls_is_not_secure() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        use std::io::Write as _;
        let (mut socket, _) = listener.accept().unwrap();
        socket
            .write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            .unwrap();
    });
    let error = unreachable(&format!("https://{address}/"));
    assert!(error.contains("could not be reached securely"), "{error}");
}
