//! A server on the MCP Python SDK, behind an agent of 2026-07-28.

use doorbell_daemon::view::Press;
use serde_json::{Value, json};

use super::super::answered;
use super::python_sdk::{TABLE, WAITING, progress};
use super::{Server, Tap, opens_and_finishes, text, types, wrap, wrapped, wrapped_for};
use crate::support::{Doorbell, Era, Host, wait_until};

pub const NAME: &str = "What is your name?";
pub const SIGN_IN: &str = "Please sign in";

#[test]
fn every_state_goes_back_as_it_came() {
    let doorbell = Doorbell::start();
    let tap = Tap::new();
    let server = tap.on(&Server::PythonSdk.command());
    let wrap = wrap(&doorbell.socket(), &[], &server);
    let mut host = Host::start(wrap, Era::Modern, json!({}));

    // Sealed: a changed one is refused.
    let call = host.calls("ask_form_either_way", json!({}));
    types(doorbell.person(), TABLE, "Name", "Zoë");
    assert_eq!(
        text(&host.hears_reply(call)),
        r#"accept {"name":"Zoë","guests":2,"note":null}"#
    );
    let call = host.calls("ask_without_state", json!({}));
    types(doorbell.person(), NAME, "name", "Zoë");
    assert_eq!(text(&host.hears_reply(call)), "accept, state None");

    wait_until("the last call", || tap.sent().len() >= 4);
    // Each call was sent twice: under the agent's id, and under one it never uses.
    let sent: Vec<Value> = tap
        .sent()
        .iter()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(sent.len(), 4, "{sent:#?}");
    for pair in sent.chunks(2) {
        let (first, mut second) = (pair[0].clone(), pair[1].clone());
        assert!(first["id"].is_number() && second["id"].is_string());
        let params = second["params"].as_object_mut().unwrap();
        assert!(params.remove("inputResponses").is_some());
        params.remove("requestState");
        assert_eq!(first["params"], second["params"]);
    }
    // No answer was written to it: there are only requests in this era.
    assert!(sent.iter().all(|message| message["method"] == "tools/call"));
}

#[test]
fn a_form_and_a_link_are_asked_at_once_and_then_another() {
    let (doorbell, mut host) = wrapped(Server::PythonSdk, Era::Modern);
    let person = doorbell.person();
    let call = host.requests(
        "tools/call",
        json!({
            "name": "ask_in_rounds",
            "arguments": {"greeting": "Hello"},
            "_meta": {"progressToken": 7},
        }),
    );
    types(person, NAME, "name", "Zoë");
    opens_and_finishes(person, SIGN_IN);
    types(person, "Which colour?", "colour", "red");
    assert_eq!(text(&host.hears_reply(call)), "Hello Zoë, red");
    let told = progress(&mut host, 3);
    assert!(
        told.iter().all(|told| told["message"] == WAITING),
        "{told:#?}"
    );
    assert!(
        told.is_sorted_by(|a, b| a["progress"].as_f64() < b["progress"].as_f64()),
        "{told:#?}"
    );

    // The last word of a round is the server's, whatever the person pressed.
    let call = host.calls("ask_in_rounds", json!({"greeting": "Hello"}));
    person.sees(NAME).does(Press::Decline);
    person.sees(SIGN_IN).does(Press::Dismiss);
    assert_eq!(
        text(&host.hears_reply(call)),
        "name: decline, sign-in: cancel"
    );
}

#[test]
fn a_round_is_shared_with_an_agent_that_has_a_part_in_it() {
    let (doorbell, mut host) = wrapped_for(Server::PythonSdk, Era::Modern, json!({"roots": {}}));
    let person = doorbell.person();
    let params = json!({"name": "ask_for_roots_too", "arguments": {}});
    let call = host.requests("tools/call", params.clone());
    types(person, NAME, "name", "Zoë");
    let round = host.hears_reply(call);
    assert_eq!(round["result"]["resultType"], "input_required");
    assert_eq!(
        round["result"]["inputRequests"],
        json!({"roots": {"method": "roots/list"}})
    );
    let roots = json!({"roots": {"roots": [{"uri": "file:///"}]}});
    let retry = answered(params, &round, roots);
    let call = host.requests("tools/call", retry.clone());
    assert_eq!(text(&host.hears_reply(call)), "accept, 1 roots");
    // An answer of the person's is good for one call.
    let call = host.requests("tools/call", retry);
    assert_eq!(host.hears_reply(call)["error"]["code"], -32602);
    person.sees_nothing();
}

#[test]
fn prompts_and_resources_ask_too() {
    let (doorbell, mut host) = wrapped(Server::PythonSdk, Era::Modern);
    let person = doorbell.person();
    let request = host.requests("prompts/get", json!({"name": "letter"}));
    let question = person.sees("Who is the letter for?");
    assert_eq!(question.view.asker.claimed.tool.as_deref(), Some("letter"));
    question.types("name", "Zoë");
    question.sends();
    let reply = host.hears_reply(request).to_string();
    assert!(
        reply.contains("Write a letter") && reply.contains("Zoë"),
        "{reply}"
    );

    let request = host.requests("resources/read", json!({"uri": "notes://cats"}));
    types(person, "Whose notes on cats?", "name", "Zoë");
    let reply = host.hears_reply(request).to_string();
    assert!(reply.contains("notes on cats: accept"), "{reply}");

    // A call that is given up while the person is asked: there is nothing to tell the server.
    let cancelled = host.calls("ask_without_state", json!({}));
    person.sees(NAME);
    host.notifies("notifications/cancelled", json!({"requestId": cancelled}));
    person.sees_nothing();

    // The revision has no such error, and the SDK sends it all the same; the link is as good.
    let call = host.calls("require_link", json!({"account": "mail"}));
    opens_and_finishes(person, "Please sign in to mail");
    assert_eq!(text(&host.hears_reply(call)), "signed in to mail");

    // Nothing was pushed, and so nobody was asked.
    let reply = host.calls_to_the_end("ask_form", json!({}));
    assert_eq!(reply["error"]["code"], -32600);
    assert!(!host.kept(|message| message["id"] == cancelled));
}
