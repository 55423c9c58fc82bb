//! A server built on rmcp.

use serde_json::json;

use super::{SampleServer, accept, text, with_answers};
use crate::support::{Era, Host};

#[test]
fn pushed_form_has_a_progress_token() {
    let mut host = SampleServer::Rmcp.start(Era::Legacy);
    for (answer, expected) in [
        (
            accept(json!({"name": "Zoë", "guests": 3})),
            "accept Zoë, Some(3) guests",
        ),
        (accept(json!({"name": "Zoë"})), "accept Zoë, None guests"),
        (json!({"action": "decline"}), "decline"),
        (json!({"action": "cancel"}), "cancel"),
    ] {
        let call = host.call_tool("ask_form", json!({}));
        let question = host.wait_for_question();
        // rmcp uses the request id as the token.
        assert_eq!(question["params"]["_meta"]["progressToken"], question["id"]);
        host.respond(&question, answer);
        assert_eq!(text(&host.wait_for_reply(call)), expected);
    }
}

#[test]
fn link_is_pushed() {
    let mut host = SampleServer::Rmcp.start(Era::Legacy);
    let call = host.call_tool("ask_link", json!({}));
    let question = host.wait_for_question();
    assert_eq!(question["params"]["elicitationId"], "sign-in");
    host.respond(&question, json!({"action": "accept"}));
    assert_eq!(text(&host.wait_for_reply(call)), "accept");
}

#[test]
fn only_declared_capabilities_are_used() {
    for capabilities in [json!({}), json!({"elicitation": {"url": {}}})] {
        let mut host = Host::start(SampleServer::Rmcp.command(), Era::Legacy, capabilities);
        let reply = host.call_tool_and_wait("ask_form", json!({}));
        assert_eq!(reply["error"]["code"], -32603);
    }
}

#[test]
fn each_era_asks_in_its_own_way() {
    let mut host = SampleServer::Rmcp.start(Era::Legacy);
    let params = json!({"name": "ask_in_rounds", "arguments": {"greeting": "Hello"}});
    let call = host.send_request("tools/call", params.clone());
    assert_eq!(host.wait_for_reply(call)["error"]["code"], -32600);

    let mut host = SampleServer::Rmcp.start(Era::Modern);
    let reply = host.call_tool_and_wait("ask_form", json!({}));
    assert_eq!(reply["error"]["code"], -32603);

    let call = host.send_request("tools/call", params.clone());
    let round = host.wait_for_reply(call);
    let state = round["result"]["requestState"].as_str().unwrap();
    assert!(state.contains("\n\t") && state.contains('é'), "{state:?}");
    let answers = json!({"name": accept(json!({"name": "Zoë"}))});
    let call = host.send_request("tools/call", with_answers(params, &round, answers));
    assert_eq!(text(&host.wait_for_reply(call)), "Hello Zoë");
}

/// Agents try the newer era first.
#[test]
fn handshake_works_after_a_probe() {
    let mut host =
        Host::start_without_handshake(SampleServer::Rmcp.command(), Era::Modern, json!({}));
    let probe = host.send_request("server/discover", json!({}));
    let versions = &host.wait_for_reply(probe)["result"]["supportedVersions"];
    assert!(versions.to_string().contains("2026-07-28"), "{versions}");
    let reply = host.handshake();
    assert_eq!(reply["result"]["protocolVersion"], "2025-11-25");
}
