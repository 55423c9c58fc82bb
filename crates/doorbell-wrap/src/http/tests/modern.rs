//! Requests that stand for themselves.

use super::kit::*;

fn modern(id: u32, method: &str, params: &str) -> String {
    let meta = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#;
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{{params}{meta}}}}}"#)
}

#[test]
fn a_request_describes_itself() {
    let mut talk = talk();
    talk.send(&modern(1, "tools/call", r#""name":"déployer","#));
    let request = talk.request();
    assert_eq!(request.header("mcp-protocol-version"), Some("2026-07-28"));
    assert_eq!(request.header("mcp-method"), Some("tools/call"));
    assert_eq!(request.header("mcp-name"), Some("=?base64?ZMOpcGxveWVy?="));
    assert_eq!(request.header("mcp-session-id"), None);
}

/// A host may ask a server which era it is of, and then go on in the other.
#[test]
fn an_era_is_that_of_one_message() {
    let mut talk = talk();
    talk.send(&modern(1, "server/discover", ""));
    let request = talk.request();
    assert_eq!(request.header("mcp-method"), Some("server/discover"));
    request.answer(
        "400 Bad Request",
        &["Content-Type: application/json"],
        r#"{"jsonrpc":"2.0","error":{"code":-32000,"message":"Not initialized"},"id":null}"#,
    );
    let (line, within) = talk.line();
    assert_eq!(
        line,
        r#"{"id":1,"jsonrpc":"2.0","error":{"code":-32000,"message":"Not initialized"}}"#
    );
    assert_eq!(within.as_deref(), Some("1"));

    talk.initialize();
    talk.send(&modern(2, "tools/list", ""));
    let request = talk.request();
    assert_eq!(request.header("mcp-session-id"), None);
    assert_eq!(request.header("mcp-protocol-version"), Some("2026-07-28"));
    request.json(r#"{"id":2,"result":{}}"#);
    talk.line();
    talk.send(r#"{"jsonrpc":"2.0","id":3,"method":"tools/list"}"#);
    assert_eq!(talk.request().header("mcp-session-id"), Some("s1"));
}

#[test]
fn an_error_passes_whatever_the_status_is() {
    let mut talk = talk();
    for (status, code) in [
        ("400 Bad Request", -32022),
        ("404 Not Found", -32601),
        ("401 Unauthorized", -32021),
    ] {
        let error = format!(
            r#"{{"jsonrpc":"2.0","id":7,"error":{{"code":{code},"message":"m","data":{{"x":1.0}}}}}}"#
        );
        talk.send(&modern(7, "tools/list", ""));
        talk.request()
            .answer(status, &["Content-Type: application/json"], &error);
        assert_eq!(talk.line(), (error, Some("7".to_owned())), "{status}");
    }
}

#[test]
fn parameters_are_mirrored_once_the_tools_are_known() {
    let mut talk = talk();
    let call = modern(
        2,
        "tools/call",
        r#""name":"q","arguments":{"region":"eu"},"#,
    );
    talk.send(&call);
    let request = talk.request();
    assert_eq!(request.header("mcp-param-region"), None);
    drop(request);
    talk.error("2");

    talk.send(&modern(1, "tools/list", ""));
    let good = r#"{"name":"q","inputSchema":{"properties":{"region":{"type":"string","x-mcp-header":"Region"}}}}"#;
    let bad = r#"{"name":"b","inputSchema":{"x-mcp-header":"Region"}}"#;
    let list = |tools: &str| format!(r#"{{"id":1,"result":{{"tools":[{tools}]}}}}"#);
    talk.request().json(&list(&format!("{bad},{good}")));
    assert_eq!(talk.line().0, list(good));
    assert!(talk.trouble().contains(r#"a tool "b""#));

    talk.send(&call);
    assert_eq!(talk.request().header("mcp-param-region"), Some("eu"));
}

#[test]
fn there_is_no_stream_beside_the_answers_and_no_end_to_tell() {
    let mut talk = talk();
    talk.send(&modern(1, "server/discover", ""));
    talk.request().json(r#"{"id":1,"result":{}}"#);
    talk.line();
    talk.send(INITIALIZED);
    talk.request().accept();
    talk.leaves_nothing();
}

#[test]
fn a_broken_stream_is_not_resumed() {
    let mut talk = talk();
    talk.send(&modern(1, "subscriptions/listen", ""));
    let mut events = talk.request().events();
    events.send("id: 1\ndata: {\"method\":\"m\"}\n\n");
    talk.line();
    drop(events);
    assert!(
        talk.error("1")
            .ends_with("closed the connection before it answered")
    );
    talk.nothing_more();
}
