//! A server on the MCP Python SDK, speaking to agents of 2026-07-28: it ends a call with
//! `input_required` and is called again.

use serde_json::json;

use super::python_sdk::{TOLD, progress, table};
use super::{Server, accept, answered, forms_and_links, text};
use crate::support::{Era, Host};

#[test]
fn it_seals_its_state_or_has_none() {
    let mut host = Server::PythonSdk.start(Era::Modern);
    let params = json!({"name": "ask_form_either_way", "arguments": {}});
    let call = host.requests("tools/call", params.clone());
    let round = host.hears_reply(call);
    let key = "__main__:which_table";
    let question = &round["result"]["inputRequests"][key];
    assert_eq!(question["method"], "elicitation/create");
    assert_eq!(question.get("id"), None);

    let mut forged = answered(params.clone(), &round, json!({key: accept(table())}));
    forged["requestState"] = json!("v1.forged");
    let call = host.requests("tools/call", forged);
    assert_eq!(host.hears_reply(call)["error"]["code"], -32602);

    let retry = answered(params, &round, json!({key: accept(table())}));
    let call = host.requests("tools/call", retry);
    assert_eq!(text(&host.hears_reply(call)), TOLD);

    let params = json!({"name": "ask_without_state", "arguments": {}});
    let call = host.requests("tools/call", params.clone());
    let round = host.hears_reply(call);
    assert_eq!(round["result"].get("requestState"), None);
    let retry = answered(params, &round, json!({"name": accept(table())}));
    let call = host.requests("tools/call", retry);
    assert_eq!(text(&host.hears_reply(call)), "accept, state None");
}

#[test]
fn it_asks_a_form_and_a_link_at_once_and_then_again() {
    let mut host = Server::PythonSdk.start(Era::Modern);
    let params = json!({"name": "ask_in_rounds", "arguments": {"greeting": "Hello"}});
    let call = host.requests("tools/call", params.clone());
    let round = host.hears_reply(call);
    let link = &round["result"]["inputRequests"]["sign-in"]["params"];
    assert_eq!(link["mode"], "url");
    assert_eq!(link.get("elicitationId"), None);

    let answers = json!({"name": accept(table()), "sign-in": {"action": "accept"}});
    let call = host.requests("tools/call", answered(params.clone(), &round, answers));
    let round = host.hears_reply(call);
    let answers = json!({"colour": accept(json!({"colour": "red"}))});
    let call = host.requests("tools/call", answered(params.clone(), &round, answers));
    assert_eq!(text(&host.hears_reply(call)), "Hello Zoë, red");

    let call = host.requests("tools/call", params.clone());
    let round = host.hears_reply(call);
    let answers = json!({"name": {"action": "decline"}, "sign-in": {"action": "cancel"}});
    let call = host.requests("tools/call", answered(params, &round, answers));
    assert_eq!(
        text(&host.hears_reply(call)),
        "name: decline, sign-in: cancel"
    );
}

#[test]
fn it_asks_for_more_than_a_person_knows_and_not_only_from_tools() {
    let mut capabilities = forms_and_links();
    capabilities["roots"] = json!({});
    let mut host = Host::start(Server::PythonSdk.command(), Era::Modern, capabilities);
    let params = json!({"name": "ask_for_roots_too", "arguments": {}});
    let call = host.requests("tools/call", params.clone());
    let round = host.hears_reply(call);
    assert_eq!(
        round["result"]["inputRequests"]["roots"],
        json!({"method": "roots/list"})
    );
    let answers = json!({"name": accept(table()), "roots": {"roots": [{"uri": "file:///"}]}});
    let call = host.requests("tools/call", answered(params, &round, answers));
    assert_eq!(text(&host.hears_reply(call)), "accept, 1 roots");

    for (method, params, told) in [
        ("prompts/get", json!({"name": "letter"}), "Write a letter"),
        (
            "resources/read",
            json!({"uri": "notes://cats"}),
            "notes on cats: accept",
        ),
    ] {
        let request = host.requests(method, params.clone());
        let round = host.hears_reply(request);
        let retry = answered(params, &round, json!({"name": accept(table())}));
        let request = host.requests(method, retry);
        let reply = host.hears_reply(request);
        assert!(reply.to_string().contains(told), "{reply}");
    }
}

#[test]
fn it_reports_progress_and_cannot_push() {
    let mut host = Server::PythonSdk.start(Era::Modern);
    let call = host.requests(
        "tools/call",
        json!({"name": "count", "arguments": {"to": 2}, "_meta": {"progressToken": 5}}),
    );
    assert_eq!(progress(&mut host, 2), [1.0, 2.0]);
    assert_eq!(text(&host.hears_reply(call)), "counted to 2");

    for tool in ["ask_form", "ask_link"] {
        let reply = host.calls_to_the_end(tool, json!({}));
        assert_eq!(reply["error"]["code"], -32600);
    }
    // The revision has no such error any more; the SDK lets it pass.
    let reply = host.calls_to_the_end("require_link", json!({"account": "mail"}));
    assert_eq!(reply["error"]["code"], -32042);
}

#[test]
fn it_does_not_always_look_what_the_request_declared() {
    let mut host = Host::start(Server::PythonSdk.command(), Era::Modern, json!({}));
    let reply = host.calls_to_the_end("ask_form_either_way", json!({}));
    assert_eq!(reply["error"]["code"], -32021);
    // Where the tool itself asks, nobody looks.
    let reply = host.calls_to_the_end("ask_without_state", json!({}));
    assert_eq!(reply["result"]["resultType"], "input_required");
}
