//! An agent on the MCP Python SDK that can ask nobody.

use doorbell_tests::process::output;
use serde_json::{Value, json};

use super::{Server, python};

#[test]
fn it_speaks_both_eras_and_hears_progress() {
    for (era, version) in [("legacy", "2025-11-25"), ("modern", "2026-07-28")] {
        let said = call(era, Server::PythonSdk, "count", &json!({"to": 2}));
        assert_eq!(said["protocolVersion"], version);
        assert_eq!(said["progress"].as_array().unwrap().len(), 2);
        assert_eq!(said["result"]["content"][0]["text"], "counted to 2");
    }
}

#[test]
fn it_finds_out_which_era_a_server_knows() {
    let said = call("auto", Server::Everything, "echo", &json!({"message": "a"}));
    assert_eq!(said["protocolVersion"], "2025-11-25");
    let said = call("auto", Server::Rmcp, "ask_form", &json!({}));
    assert_eq!(said["protocolVersion"], "2026-07-28");
}

#[test]
fn a_question_ends_its_call_with_an_error() {
    for (server, era, tool, code) in [
        (Server::PythonSdk, "legacy", "ask_form", -32600),
        (Server::PythonSdk, "modern", "ask_form_either_way", -32021),
        (Server::Rmcp, "modern", "ask_in_rounds", -32600),
    ] {
        let said = call(era, server, tool, &json!({"greeting": "Hello"}));
        assert_eq!(said["error"]["code"], code, "{era} {tool}");
    }
}

/// What the agent prints after a call.
fn call(era: &str, server: Server, tool: &str, arguments: &Value) -> Value {
    let server = server.command();
    let mut agent = python("sdk_client.py");
    agent
        .args([era, tool, &arguments.to_string()])
        .arg(server.get_program())
        .args(server.get_args());
    serde_json::from_str(&output(&mut agent).unwrap()).unwrap()
}
