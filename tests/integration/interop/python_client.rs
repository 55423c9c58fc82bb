//! An agent built on the MCP Python SDK, without elicitation.

use doorbell_tests::process::output;
use serde_json::{Value, json};

use super::{SampleServer, python};

#[test]
fn client_speaks_both_eras_and_receives_progress() {
    for (era, version) in [("legacy", "2025-11-25"), ("modern", "2026-07-28")] {
        let output = call(era, SampleServer::PythonSdk, "count", &json!({"to": 2}));
        assert_eq!(output["protocolVersion"], version);
        assert_eq!(output["progress"].as_array().unwrap().len(), 2);
        assert_eq!(output["result"]["content"][0]["text"], "counted to 2");
    }
}

#[test]
fn client_detects_the_era_of_a_server() {
    let output = call(
        "auto",
        SampleServer::Everything,
        "echo",
        &json!({"message": "a"}),
    );
    assert_eq!(output["protocolVersion"], "2025-11-25");
    let output = call("auto", SampleServer::Rmcp, "ask_form", &json!({}));
    assert_eq!(output["protocolVersion"], "2026-07-28");
}

#[test]
fn question_fails_the_call_of_an_agent_without_elicitation() {
    for (server, era, tool, code) in [
        (SampleServer::PythonSdk, "legacy", "ask_form", -32600),
        (
            SampleServer::PythonSdk,
            "modern",
            "ask_form_either_way",
            -32021,
        ),
        (SampleServer::Rmcp, "modern", "ask_in_rounds", -32600),
    ] {
        let output = call(era, server, tool, &json!({"greeting": "Hello"}));
        assert_eq!(output["error"]["code"], code, "{era} {tool}");
    }
}

/// Returns what the agent prints after a call.
fn call(era: &str, server: SampleServer, tool: &str, arguments: &Value) -> Value {
    let server = server.command();
    let mut agent = python("sdk_client.py");
    agent
        .args([era, tool, &arguments.to_string()])
        .arg(server.get_program())
        .args(server.get_args());
    serde_json::from_str(&output(&mut agent).unwrap()).unwrap()
}
