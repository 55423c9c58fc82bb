//! Agents that can ask by themselves: what is left to them, and what the person gives back.

use doorbell_daemon::view::{Press, PressReply};
use serde_json::{Value, json};

use super::super::{accept, answered};
use super::everything::{FIELDS, FORM, LINK, raw_result};
use super::{Server, Tap, forms_and_links, opens, opens_and_finishes, text, wrap, wrapped_for};
use crate::support::{Doorbell, Era, Host};

const URL: &str = "https://example.com/connect";
const ASKED: &str = "Please open the link to complete this action.";
const NAME: &str = "What is your name?";

#[test]
fn only_what_the_agent_cannot_ask_is_asked() {
    let doorbell = Doorbell::start();
    let tap = Tap::new();
    let server = tap.on(&Server::Everything.command());
    let wrap = wrap(&doorbell.socket(), &["--when", "missing"], &server);
    let mut host = Host::start(wrap, Era::Legacy, json!({"elicitation": {"form": {}}}));
    host.hears_notice("notifications/tools/list_changed");

    let call = host.calls(FORM, json!({}));
    asked_and_answered(&mut host, &tap);
    assert_eq!(
        raw_result(&host.hears_reply(call)),
        accept(json!({"name": "Zoë"}))
    );

    let call = host.calls(LINK, json!({"url": URL}));
    let question = doorbell.person().sees(ASKED);
    assert!(!question.view.hand_back);
    assert_eq!(question.presses(Press::AnswerInTerminal), PressReply::Stale);
    question.does(Press::Open);
    assert_eq!(
        raw_result(&host.hears_reply(call)),
        json!({"action": "accept"})
    );
    assert!(!host.kept(|message| message["method"] == "elicitation/create"));
}

#[test]
fn what_is_given_back_is_the_agents_to_ask() {
    let doorbell = Doorbell::start();
    let tap = Tap::new();
    let server = tap.on(&Server::Everything.command());
    let wrap = wrap(&doorbell.socket(), &[], &server);
    let mut host = Host::start(wrap, Era::Legacy, forms_and_links());
    host.hears_notice("notifications/tools/list_changed");
    let person = doorbell.person();

    let call = host.calls(FORM, json!({}));
    let question = person.sees(FIELDS);
    assert!(question.view.hand_back);
    question.does(Press::AnswerInTerminal);
    asked_and_answered(&mut host, &tap);
    assert_eq!(
        raw_result(&host.hears_reply(call)),
        accept(json!({"name": "Zoë"}))
    );
    person.sees_nothing();

    // A link that a call requires goes back as the server's error, word for word.
    let required = json!({"url": URL, "errorPath": true});
    let call = host.calls(LINK, required.clone());
    let question =
        person.sees("Open this link to satisfy the prerequisite, then retry the request.");
    question.does(Press::AnswerInTerminal);
    let reply = host.hears_reply(call);
    assert_eq!(reply["error"]["code"], -32042);
    tap.has_said(host.heard().last().unwrap());
    // And the agent may call again.
    let call = host.calls(LINK, required);
    opens(person, ASKED);
    assert_eq!(
        raw_result(&host.hears_reply(call)),
        json!({"action": "accept"})
    );
}

#[test]
fn a_part_of_a_round_is_given_back() {
    let capabilities = json!({"elicitation": {"form": {}}});
    let (doorbell, mut host) = wrapped_for(Server::PythonSdk, Era::Modern, capabilities);
    let person = doorbell.person();
    let params = json!({"name": "ask_in_rounds", "arguments": {"greeting": "Hello"}});
    let call = host.requests("tools/call", params.clone());
    let question = person.sees(NAME);
    assert!(question.view.hand_back);
    question.does(Press::AnswerInTerminal);
    let link = person.sees("Please sign in");
    assert!(!link.view.hand_back);
    opens_and_finishes(person, "Please sign in");
    let round = host.hears_reply(call);
    let keys: Vec<_> = round["result"]["inputRequests"]
        .as_object()
        .unwrap()
        .keys()
        .collect();
    assert_eq!(keys, ["name"]);
    assert!(is_ours(&round["result"]["requestState"]));

    let answers = json!({"name": accept(json!({"name": "Zoë"}))});
    let call = host.requests("tools/call", answered(params.clone(), &round, answers));
    person.sees("Which colour?").does(Press::AnswerInTerminal);
    // All of this round is the agent's: it gets the server's own state.
    let round = host.hears_reply(call);
    assert!(!is_ours(&round["result"]["requestState"]));
    let answers = json!({"colour": accept(json!({"colour": "red"}))});
    let call = host.requests("tools/call", answered(params, &round, answers));
    assert_eq!(text(&host.hears_reply(call)), "Hello Zoë, red");
}

/// Whether a state is the proxy's, and not the server's.
fn is_ours(state: &Value) -> bool {
    state.as_str().unwrap().starts_with("doorbell-")
}

/// The agent hears the question as the server asked it, and answers.
fn asked_and_answered(host: &mut Host, tap: &Tap) {
    let question: Value = host.hears_question();
    tap.has_said(host.heard().last().unwrap());
    host.answers(&question, accept(json!({"name": "Zoë"})));
}
