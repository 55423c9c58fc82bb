//! Modern requests.

use super::harness::*;

fn modern(id: u32, method: &str, params: &str) -> String {
    let meta = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#;
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{{params}{meta}}}}}"#)
}

#[test]
fn modern_request_carries_metadata_headers() {
    let mut harness = new_harness();
    harness.send(&modern(1, "tools/call", r#""name":"déployer","#));
    let request = harness.next_request();
    assert_eq!(request.header("mcp-protocol-version"), Some("2026-07-28"));
    assert_eq!(request.header("mcp-method"), Some("tools/call"));
    assert_eq!(request.header("mcp-name"), Some("=?base64?ZMOpcGxveWVy?="));
    assert_eq!(request.header("mcp-session-id"), None);
}

/// A host may probe with a modern request and continue with legacy ones.
#[test]
fn era_is_decided_per_message() {
    let mut harness = new_harness();
    harness.send(&modern(1, "server/discover", ""));
    let request = harness.next_request();
    assert_eq!(request.header("mcp-method"), Some("server/discover"));
    request.answer(
        "400 Bad Request",
        &["Content-Type: application/json"],
        r#"{"jsonrpc":"2.0","error":{"code":-32000,"message":"Not initialized"},"id":null}"#,
    );
    let (line, related_request) = harness.next_line();
    assert_eq!(
        line,
        r#"{"id":1,"jsonrpc":"2.0","error":{"code":-32000,"message":"Not initialized"}}"#
    );
    assert_eq!(related_request.as_deref(), Some("1"));

    harness.initialize();
    harness.send(&modern(2, "tools/list", ""));
    let request = harness.next_request();
    assert_eq!(request.header("mcp-session-id"), None);
    assert_eq!(request.header("mcp-protocol-version"), Some("2026-07-28"));
    request.json(r#"{"id":2,"result":{}}"#);
    harness.next_line();
    harness.send(r#"{"jsonrpc":"2.0","id":3,"method":"tools/list"}"#);
    assert_eq!(harness.next_request().header("mcp-session-id"), Some("s1"));
}

#[test]
fn json_rpc_error_passes_with_any_status() {
    let mut harness = new_harness();
    for (status, code) in [
        ("400 Bad Request", -32022),
        ("404 Not Found", -32601),
        ("401 Unauthorized", -32021),
    ] {
        let error = format!(
            r#"{{"jsonrpc":"2.0","id":7,"error":{{"code":{code},"message":"m","data":{{"x":1.0}}}}}}"#
        );
        harness.send(&modern(7, "tools/list", ""));
        harness
            .next_request()
            .answer(status, &["Content-Type: application/json"], &error);
        assert_eq!(
            harness.next_line(),
            (error, Some("7".to_owned())),
            "{status}"
        );
    }
}

#[test]
fn parameters_are_mirrored_after_tools_are_listed() {
    let mut harness = new_harness();
    let call = modern(
        2,
        "tools/call",
        r#""name":"q","arguments":{"region":"eu"},"#,
    );
    harness.send(&call);
    let request = harness.next_request();
    assert_eq!(request.header("mcp-param-region"), None);
    drop(request);
    harness.next_error("2");

    harness.send(&modern(1, "tools/list", ""));
    let good = r#"{"name":"q","inputSchema":{"properties":{"region":{"type":"string","x-mcp-header":"Region"}}}}"#;
    let bad = r#"{"name":"b","inputSchema":{"x-mcp-header":"Region"}}"#;
    let list = |tools: &str| format!(r#"{{"id":1,"result":{{"tools":[{tools}]}}}}"#);
    harness.next_request().json(&list(&format!("{bad},{good}")));
    assert_eq!(harness.next_line().0, list(good));
    assert!(harness.next_report().contains(r#"a tool "b""#));

    harness.send(&call);
    assert_eq!(
        harness.next_request().header("mcp-param-region"),
        Some("eu")
    );
}

#[test]
fn modern_server_gets_no_standalone_stream_and_no_delete() {
    let mut harness = new_harness();
    harness.send(&modern(1, "server/discover", ""));
    harness.next_request().json(r#"{"id":1,"result":{}}"#);
    harness.next_line();
    harness.send(INITIALIZED);
    harness.next_request().accept();
    harness.leave_without_requests();
}

#[test]
fn broken_modern_stream_is_not_resumed() {
    let mut harness = new_harness();
    harness.send(&modern(1, "subscriptions/listen", ""));
    let mut events = harness.next_request().events();
    events.send("id: 1\ndata: {\"method\":\"m\"}\n\n");
    harness.next_line();
    drop(events);
    assert!(
        harness
            .next_error("1")
            .ends_with("closed the connection before it answered")
    );
    harness.assert_idle();
}
