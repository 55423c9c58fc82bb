//! A server built on the MCP Python SDK, with an agent of 2026-07-28.

use doorbell_daemon::view::Press;
use serde_json::{Value, json};

use super::super::with_answers;
use super::python_sdk::{TABLE, WAITING, progress};
use super::{
    SampleServer, Tap, answer_form, open_and_finish_link, text, wrap, wrapped, wrapped_for,
};
use crate::support::{Doorbell, Era, Host, wait_until};

pub const NAME: &str = "What is your name?";
pub const SIGN_IN: &str = "Please sign in";

#[test]
fn request_state_is_returned_unchanged() {
    let doorbell = Doorbell::start();
    let tap = Tap::new();
    let server = tap.command(&SampleServer::PythonSdk.command());
    let wrap = wrap(&doorbell.socket(), &[], &server);
    let mut host = Host::start(wrap, Era::Modern, json!({}));

    // The server rejects a changed state.
    let call = host.call_tool("ask_form_either_way", json!({}));
    answer_form(doorbell.person(), TABLE, "Name", "Zoë");
    assert_eq!(
        text(&host.wait_for_reply(call)),
        r#"accept {"name":"Zoë","guests":2,"note":null}"#
    );
    let call = host.call_tool("ask_without_state", json!({}));
    answer_form(doorbell.person(), NAME, "name", "Zoë");
    assert_eq!(text(&host.wait_for_reply(call)), "accept, state None");

    wait_until("the last call", || tap.sent_to_server().len() >= 4);
    // Each call was sent twice: with the agent's id, and with a string id of the proxy.
    let sent: Vec<Value> = tap
        .sent_to_server()
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
    // In this era the server receives only requests.
    assert!(sent.iter().all(|message| message["method"] == "tools/call"));
}

#[test]
fn round_with_form_and_link_is_followed_by_another() {
    let (doorbell, mut host) = wrapped(SampleServer::PythonSdk, Era::Modern);
    let person = doorbell.person();
    let call = host.send_request(
        "tools/call",
        json!({
            "name": "ask_in_rounds",
            "arguments": {"greeting": "Hello"},
            "_meta": {"progressToken": 7},
        }),
    );
    answer_form(person, NAME, "name", "Zoë");
    open_and_finish_link(person, SIGN_IN);
    answer_form(person, "Which colour?", "colour", "red");
    assert_eq!(text(&host.wait_for_reply(call)), "Hello Zoë, red");
    let reports = progress(&mut host, 3);
    assert!(
        reports.iter().all(|report| report["message"] == WAITING),
        "{reports:#?}"
    );
    assert!(
        reports.is_sorted_by(|a, b| a["progress"].as_f64() < b["progress"].as_f64()),
        "{reports:#?}"
    );

    // The server decides the result of a round, whatever the person pressed.
    let call = host.call_tool("ask_in_rounds", json!({"greeting": "Hello"}));
    person.wait_for_question(NAME).press(Press::Decline);
    person.wait_for_question(SIGN_IN).press(Press::Dismiss);
    assert_eq!(
        text(&host.wait_for_reply(call)),
        "name: decline, sign-in: cancel"
    );
}

#[test]
fn round_is_shared_with_an_agent_that_answers_part_of_it() {
    let (doorbell, mut host) =
        wrapped_for(SampleServer::PythonSdk, Era::Modern, json!({"roots": {}}));
    let person = doorbell.person();
    let params = json!({"name": "ask_for_roots_too", "arguments": {}});
    let call = host.send_request("tools/call", params.clone());
    answer_form(person, NAME, "name", "Zoë");
    let round = host.wait_for_reply(call);
    assert_eq!(round["result"]["resultType"], "input_required");
    assert_eq!(
        round["result"]["inputRequests"],
        json!({"roots": {"method": "roots/list"}})
    );
    let roots = json!({"roots": {"roots": [{"uri": "file:///"}]}});
    let retry = with_answers(params, &round, roots);
    let call = host.send_request("tools/call", retry.clone());
    assert_eq!(text(&host.wait_for_reply(call)), "accept, 1 roots");
    // An answer of the person is valid for one call.
    let call = host.send_request("tools/call", retry);
    assert_eq!(host.wait_for_reply(call)["error"]["code"], -32602);
    person.wait_for_empty_screen();
}

#[test]
fn prompts_and_resources_ask_too() {
    let (doorbell, mut host) = wrapped(SampleServer::PythonSdk, Era::Modern);
    let person = doorbell.person();
    let request = host.send_request("prompts/get", json!({"name": "letter"}));
    let question = person.wait_for_question("Who is the letter for?");
    assert_eq!(question.view.asker.claimed.tool.as_deref(), Some("letter"));
    question.type_text("name", "Zoë");
    question.send();
    let reply = host.wait_for_reply(request).to_string();
    assert!(
        reply.contains("Write a letter") && reply.contains("Zoë"),
        "{reply}"
    );

    let request = host.send_request("resources/read", json!({"uri": "notes://cats"}));
    answer_form(person, "Whose notes on cats?", "name", "Zoë");
    let reply = host.wait_for_reply(request).to_string();
    assert!(reply.contains("notes on cats: accept"), "{reply}");

    // A call cancelled while the person is asked. The server needs no notification.
    let cancelled = host.call_tool("ask_without_state", json!({}));
    person.wait_for_question(NAME);
    host.notify("notifications/cancelled", json!({"requestId": cancelled}));
    person.wait_for_empty_screen();

    // The revision has no such error, but the SDK sends it, and the proxy supports it.
    let call = host.call_tool("require_link", json!({"account": "mail"}));
    open_and_finish_link(person, "Please sign in to mail");
    assert_eq!(text(&host.wait_for_reply(call)), "signed in to mail");

    // The server cannot push in this era, so no question is asked.
    let reply = host.call_tool_and_wait("ask_form", json!({}));
    assert_eq!(reply["error"]["code"], -32600);
    assert!(!host.has_unclaimed(|message| message["id"] == cancelled));
}
