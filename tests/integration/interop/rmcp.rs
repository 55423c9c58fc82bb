//! A server on rmcp.

use serde_json::json;

use super::{Server, accept, answered, text};
use crate::support::{Era, Host};

#[test]
fn it_pushes_a_form_and_would_hear_of_progress() {
    let mut host = Server::Rmcp.start(Era::Legacy);
    for (answer, told) in [
        (
            accept(json!({"name": "Zoë", "guests": 3})),
            "accept Zoë, Some(3) guests",
        ),
        (accept(json!({"name": "Zoë"})), "accept Zoë, None guests"),
        (json!({"action": "decline"}), "decline"),
        (json!({"action": "cancel"}), "cancel"),
    ] {
        let call = host.calls("ask_form", json!({}));
        let question = host.hears_question();
        // Its token is the number of its request.
        assert_eq!(question["params"]["_meta"]["progressToken"], question["id"]);
        host.answers(&question, answer);
        assert_eq!(text(&host.hears_reply(call)), told);
    }
}

#[test]
fn it_pushes_a_link() {
    let mut host = Server::Rmcp.start(Era::Legacy);
    let call = host.calls("ask_link", json!({}));
    let question = host.hears_question();
    assert_eq!(question["params"]["elicitationId"], "sign-in");
    host.answers(&question, json!({"action": "accept"}));
    assert_eq!(text(&host.hears_reply(call)), "accept");
}

#[test]
fn it_pushes_only_what_the_agent_declared() {
    for capabilities in [json!({}), json!({"elicitation": {"url": {}}})] {
        let mut host = Host::start(Server::Rmcp.command(), Era::Legacy, capabilities);
        let reply = host.calls_to_the_end("ask_form", json!({}));
        assert_eq!(reply["error"]["code"], -32603);
    }
}

#[test]
fn it_has_another_way_to_ask_in_each_era() {
    let mut host = Server::Rmcp.start(Era::Legacy);
    let params = json!({"name": "ask_in_rounds", "arguments": {"greeting": "Hello"}});
    let call = host.requests("tools/call", params.clone());
    assert_eq!(host.hears_reply(call)["error"]["code"], -32600);

    let mut host = Server::Rmcp.start(Era::Modern);
    let reply = host.calls_to_the_end("ask_form", json!({}));
    assert_eq!(reply["error"]["code"], -32603);

    let call = host.requests("tools/call", params.clone());
    let round = host.hears_reply(call);
    let state = round["result"]["requestState"].as_str().unwrap();
    assert!(state.contains("\n\t") && state.contains('é'), "{state:?}");
    let answers = json!({"name": accept(json!({"name": "Zoë"}))});
    let call = host.requests("tools/call", answered(params, &round, answers));
    assert_eq!(text(&host.hears_reply(call)), "Hello Zoë");
}

/// The order in which agents try the two eras.
#[test]
fn it_shakes_hands_after_a_probe() {
    let mut host = Host::start_silent(Server::Rmcp.command(), Era::Modern, json!({}));
    let probe = host.requests("server/discover", json!({}));
    let versions = &host.hears_reply(probe)["result"]["supportedVersions"];
    assert!(versions.to_string().contains("2026-07-28"), "{versions}");
    let reply = host.shakes_hands();
    assert_eq!(reply["result"]["protocolVersion"], "2025-11-25");
}
