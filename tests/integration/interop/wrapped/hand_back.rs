//! Agents with elicitation: questions that stay with the agent, and questions that the person hands
//! back to it.

use doorbell_daemon::view::{Press, PressReply};
use serde_json::{Value, json};

use super::super::{accept, with_answers};
use super::everything::{FIELDS, FORM, LINK, raw_result};
use super::{
    SampleServer, Tap, forms_and_links, open_and_finish_link, open_link, text, wrap, wrapped_for,
};
use crate::support::{Doorbell, Era, Host};

const URL: &str = "https://example.com/connect";
const ASKED: &str = "Please open the link to complete this action.";
const NAME: &str = "What is your name?";

#[test]
fn when_missing_asks_only_what_the_agent_cannot() {
    let doorbell = Doorbell::start();
    let tap = Tap::new();
    let server = tap.command(&SampleServer::Everything.command());
    let wrap = wrap(&doorbell.socket(), &["--when", "missing"], &server);
    let mut host = Host::start(wrap, Era::Legacy, json!({"elicitation": {"form": {}}}));
    host.wait_for_notification("notifications/tools/list_changed");

    let call = host.call_tool(FORM, json!({}));
    answer_as_agent(&mut host, &tap);
    assert_eq!(
        raw_result(&host.wait_for_reply(call)),
        accept(json!({"name": "Zoë"}))
    );

    let call = host.call_tool(LINK, json!({"url": URL}));
    let question = doorbell.wait_for_question(ASKED);
    assert!(!question.view.hand_back);
    assert_eq!(
        question.try_press(Press::AnswerInTerminal),
        PressReply::Stale
    );
    question.press(Press::Open);
    assert_eq!(
        raw_result(&host.wait_for_reply(call)),
        json!({"action": "accept"})
    );
    assert!(!host.has_unclaimed(|message| message["method"] == "elicitation/create"));
}

#[test]
fn handed_back_questions_reach_the_agent() {
    let doorbell = Doorbell::start();
    let tap = Tap::new();
    let server = tap.command(&SampleServer::Everything.command());
    let wrap = wrap(&doorbell.socket(), &[], &server);
    let mut host = Host::start(wrap, Era::Legacy, forms_and_links());
    host.wait_for_notification("notifications/tools/list_changed");
    let person = doorbell.person();

    let call = host.call_tool(FORM, json!({}));
    let question = person.wait_for_question(FIELDS);
    assert!(question.view.hand_back);
    question.press(Press::AnswerInTerminal);
    answer_as_agent(&mut host, &tap);
    assert_eq!(
        raw_result(&host.wait_for_reply(call)),
        accept(json!({"name": "Zoë"}))
    );
    person.wait_for_empty_screen();

    // A required link is handed back as the server's original error.
    let required = json!({"url": URL, "errorPath": true});
    let call = host.call_tool(LINK, required.clone());
    let question = person
        .wait_for_question("Open this link to satisfy the prerequisite, then retry the request.");
    question.press(Press::AnswerInTerminal);
    let reply = host.wait_for_reply(call);
    assert_eq!(reply["error"]["code"], -32042);
    tap.wait_for_server_line(host.received_lines().last().unwrap());
    // The agent may retry the call.
    let call = host.call_tool(LINK, required);
    open_link(person, ASKED);
    assert_eq!(
        raw_result(&host.wait_for_reply(call)),
        json!({"action": "accept"})
    );
}

#[test]
fn part_of_a_round_can_be_handed_back() {
    let capabilities = json!({"elicitation": {"form": {}}});
    let (doorbell, mut host) = wrapped_for(SampleServer::PythonSdk, Era::Modern, capabilities);
    let person = doorbell.person();
    let params = json!({"name": "ask_in_rounds", "arguments": {"greeting": "Hello"}});
    let call = host.send_request("tools/call", params.clone());
    let question = person.wait_for_question(NAME);
    assert!(question.view.hand_back);
    question.press(Press::AnswerInTerminal);
    let link = person.wait_for_question("Please sign in");
    assert!(!link.view.hand_back);
    open_and_finish_link(person, "Please sign in");
    let round = host.wait_for_reply(call);
    let keys: Vec<_> = round["result"]["inputRequests"]
        .as_object()
        .unwrap()
        .keys()
        .collect();
    assert_eq!(keys, ["name"]);
    assert!(is_proxy_state(&round["result"]["requestState"]));

    let answers = json!({"name": accept(json!({"name": "Zoë"}))});
    let call = host.send_request("tools/call", with_answers(params.clone(), &round, answers));
    person
        .wait_for_question("Which colour?")
        .press(Press::AnswerInTerminal);
    // The agent answers this whole round, so it gets the server's own state.
    let round = host.wait_for_reply(call);
    assert!(!is_proxy_state(&round["result"]["requestState"]));
    let answers = json!({"colour": accept(json!({"colour": "red"}))});
    let call = host.send_request("tools/call", with_answers(params, &round, answers));
    assert_eq!(text(&host.wait_for_reply(call)), "Hello Zoë, red");
}

/// Whether a request state was created by the proxy.
fn is_proxy_state(state: &Value) -> bool {
    state.as_str().unwrap().starts_with("doorbell-")
}

/// Asserts that the agent receives the question exactly as the server sent it, and answers.
fn answer_as_agent(host: &mut Host, tap: &Tap) {
    let question: Value = host.wait_for_question();
    tap.wait_for_server_line(host.received_lines().last().unwrap());
    host.respond(&question, accept(json!({"name": "Zoë"})));
}
