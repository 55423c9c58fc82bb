//! A server built on the MCP Python SDK, over streamable HTTP.

use doorbell_tests::process::ChildProcess;
use serde_json::{Value, json};

use super::{forms_and_links, python, text};

#[test]
fn http_server_serves_both_eras_and_reads_headers() {
    let logs = tempfile::tempdir().unwrap();
    let mut command = python("sdk_server.py");
    command.args(["--http", "0"]);
    let (_server, url) =
        ChildProcess::start_and_read_line("http-server", command, logs.path()).unwrap();

    let reply = call(&url, "header", &json!({"name": "x-token"}));
    assert_eq!(text(&reply), "secret");
    let reply = call(&url, "ask_without_state", &json!({}));
    assert_eq!(reply["result"]["resultType"], "input_required");

    // An agent of the older era.
    let reply = post(
        &url,
        &[],
        &json!({
            "jsonrpc": "2.0",
            "id": 0,
            "method": "initialize",
            "params": {
                "protocolVersion": "2025-11-25",
                "capabilities": forms_and_links(),
                "clientInfo": {"name": "doorbell-tests", "version": "1.0.0"},
            },
        }),
    );
    assert!(reply.headers().contains_key("mcp-session-id"));
    assert_eq!(
        message(reply)["result"]["protocolVersion"],
        json!("2025-11-25")
    );
}

/// Calls a tool without a handshake, as 2026-07-28 specifies.
fn call(url: &str, tool: &str, arguments: &Value) -> Value {
    let headers = [
        ("mcp-protocol-version", "2026-07-28"),
        ("mcp-method", "tools/call"),
        ("mcp-name", tool),
        ("x-token", "secret"),
    ];
    let request = json!({
        "jsonrpc": "2.0",
        "id": 0,
        "method": "tools/call",
        "params": {
            "name": tool,
            "arguments": arguments,
            "_meta": {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientInfo": {"name": "doorbell-tests", "version": "1.0.0"},
                "io.modelcontextprotocol/clientCapabilities": forms_and_links(),
            },
        },
    });
    message(post(url, &headers, &request))
}

type Response = ureq::http::Response<ureq::Body>;

fn post(url: &str, headers: &[(&str, &str)], message: &Value) -> Response {
    let mut request = ureq::post(url)
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.send(message.to_string()).unwrap()
}

/// The message in a response body or in its last server-sent event.
fn message(mut response: Response) -> Value {
    let body = response.body_mut().read_to_string().unwrap();
    let data = body
        .lines()
        .filter_map(|line| line.strip_prefix("data: "))
        .rfind(|data| !data.is_empty());
    serde_json::from_str(data.unwrap_or(&body)).unwrap()
}
