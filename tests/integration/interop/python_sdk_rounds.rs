//! A server built on the MCP Python SDK, with agents of 2026-07-28: a call ends with
//! `input_required`, and the agent calls again with the answers.

use serde_json::json;

use super::python_sdk::{TABLE_RESULT, progress, table};
use super::{SampleServer, accept, forms_and_links, text, with_answers};
use crate::support::{Era, Host};

#[test]
fn request_state_is_sealed_or_absent() {
    let mut host = SampleServer::PythonSdk.start(Era::Modern);
    let params = json!({"name": "ask_form_either_way", "arguments": {}});
    let call = host.send_request("tools/call", params.clone());
    let round = host.wait_for_reply(call);
    let key = "__main__:which_table";
    let question = &round["result"]["inputRequests"][key];
    assert_eq!(question["method"], "elicitation/create");
    assert_eq!(question.get("id"), None);

    let mut forged = with_answers(params.clone(), &round, json!({key: accept(table())}));
    forged["requestState"] = json!("v1.forged");
    let call = host.send_request("tools/call", forged);
    assert_eq!(host.wait_for_reply(call)["error"]["code"], -32602);

    let retry = with_answers(params, &round, json!({key: accept(table())}));
    let call = host.send_request("tools/call", retry);
    assert_eq!(text(&host.wait_for_reply(call)), TABLE_RESULT);

    let params = json!({"name": "ask_without_state", "arguments": {}});
    let call = host.send_request("tools/call", params.clone());
    let round = host.wait_for_reply(call);
    assert_eq!(round["result"].get("requestState"), None);
    let retry = with_answers(params, &round, json!({"name": accept(table())}));
    let call = host.send_request("tools/call", retry);
    assert_eq!(text(&host.wait_for_reply(call)), "accept, state None");
}

#[test]
fn form_and_link_are_requested_in_one_round() {
    let mut host = SampleServer::PythonSdk.start(Era::Modern);
    let params = json!({"name": "ask_in_rounds", "arguments": {"greeting": "Hello"}});
    let call = host.send_request("tools/call", params.clone());
    let round = host.wait_for_reply(call);
    let link = &round["result"]["inputRequests"]["sign-in"]["params"];
    assert_eq!(link["mode"], "url");
    assert_eq!(link.get("elicitationId"), None);

    let answers = json!({"name": accept(table()), "sign-in": {"action": "accept"}});
    let call = host.send_request("tools/call", with_answers(params.clone(), &round, answers));
    let round = host.wait_for_reply(call);
    let answers = json!({"colour": accept(json!({"colour": "red"}))});
    let call = host.send_request("tools/call", with_answers(params.clone(), &round, answers));
    assert_eq!(text(&host.wait_for_reply(call)), "Hello Zoë, red");

    let call = host.send_request("tools/call", params.clone());
    let round = host.wait_for_reply(call);
    let answers = json!({"name": {"action": "decline"}, "sign-in": {"action": "cancel"}});
    let call = host.send_request("tools/call", with_answers(params, &round, answers));
    assert_eq!(
        text(&host.wait_for_reply(call)),
        "name: decline, sign-in: cancel"
    );
}

#[test]
fn rounds_can_request_roots_and_come_from_prompts_and_resources() {
    let mut capabilities = forms_and_links();
    capabilities["roots"] = json!({});
    let mut host = Host::start(SampleServer::PythonSdk.command(), Era::Modern, capabilities);
    let params = json!({"name": "ask_for_roots_too", "arguments": {}});
    let call = host.send_request("tools/call", params.clone());
    let round = host.wait_for_reply(call);
    assert_eq!(
        round["result"]["inputRequests"]["roots"],
        json!({"method": "roots/list"})
    );
    let answers = json!({"name": accept(table()), "roots": {"roots": [{"uri": "file:///"}]}});
    let call = host.send_request("tools/call", with_answers(params, &round, answers));
    assert_eq!(text(&host.wait_for_reply(call)), "accept, 1 roots");

    for (method, params, expected) in [
        ("prompts/get", json!({"name": "letter"}), "Write a letter"),
        (
            "resources/read",
            json!({"uri": "notes://cats"}),
            "notes on cats: accept",
        ),
    ] {
        let request = host.send_request(method, params.clone());
        let round = host.wait_for_reply(request);
        let retry = with_answers(params, &round, json!({"name": accept(table())}));
        let request = host.send_request(method, retry);
        let reply = host.wait_for_reply(request);
        assert!(reply.to_string().contains(expected), "{reply}");
    }
}

#[test]
fn progress_is_reported_and_pushes_fail() {
    let mut host = SampleServer::PythonSdk.start(Era::Modern);
    let call = host.send_request(
        "tools/call",
        json!({"name": "count", "arguments": {"to": 2}, "_meta": {"progressToken": 5}}),
    );
    assert_eq!(progress(&mut host, 2), [1.0, 2.0]);
    assert_eq!(text(&host.wait_for_reply(call)), "counted to 2");

    for tool in ["ask_form", "ask_link"] {
        let reply = host.call_tool_and_wait(tool, json!({}));
        assert_eq!(reply["error"]["code"], -32600);
    }
    // The revision no longer has this error; the SDK still sends it.
    let reply = host.call_tool_and_wait("require_link", json!({"account": "mail"}));
    assert_eq!(reply["error"]["code"], -32042);
}

#[test]
fn rounds_ignore_declared_capabilities() {
    let mut host = Host::start(SampleServer::PythonSdk.command(), Era::Modern, json!({}));
    let reply = host.call_tool_and_wait("ask_form_either_way", json!({}));
    assert_eq!(reply["error"]["code"], -32021);
    // The SDK does not check capabilities when the tool itself returns a round.
    let reply = host.call_tool_and_wait("ask_without_state", json!({}));
    assert_eq!(reply["result"]["resultType"], "input_required");
}
