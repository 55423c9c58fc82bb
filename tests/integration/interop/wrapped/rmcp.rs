//! A server built on rmcp.

use doorbell_daemon::view::{OpenedLinkStateView, Press};
use serde_json::json;

use super::python_sdk::{TABLE, WAITING};
use super::{SampleServer, Tap, answer_form, open_link, text, wrap, wrapped};
use crate::support::{Doorbell, Era, Host};

#[test]
fn server_receives_progress_while_the_person_is_asked() {
    let doorbell = Doorbell::start();
    let tap = Tap::new();
    let server = tap.command(&SampleServer::Rmcp.command());
    let mut host = Host::start(
        wrap(&doorbell.socket(), &[], &server),
        Era::Legacy,
        json!({}),
    );
    let person = doorbell.person();
    let call = host.call_tool("ask_form", json!({}));
    let question = person.wait_for_question(TABLE);
    question.type_text("name", "Zoë");
    question.type_text("guests", "3");
    let notification = tap.wait_for_message("progress", |message| {
        message["method"] == "notifications/progress"
    });
    // rmcp uses the request id as the token.
    assert_eq!(
        notification["params"],
        json!({"progressToken": 0, "progress": 1.0, "message": WAITING})
    );
    question.send();
    assert_eq!(
        text(&host.wait_for_reply(call)),
        "accept Zoë, Some(3) guests"
    );

    for (press, answer) in [(Press::Decline, "decline"), (Press::Dismiss, "cancel")] {
        let call = host.call_tool("ask_form", json!({}));
        person.wait_for_question(TABLE).press(press);
        assert_eq!(text(&host.wait_for_reply(call)), answer);
    }

    let call = host.call_tool("ask_link", json!({}));
    open_link(person, "Please sign in");
    assert_eq!(text(&host.wait_for_reply(call)), "accept");
    person.wait_for_card("example.com", OpenedLinkStateView::Waiting);
}

#[test]
fn unusual_request_state_is_returned_unchanged() {
    let (doorbell, mut host) = wrapped(SampleServer::Rmcp, Era::Modern);
    for (greeting, name) in [("Hello", "Zoë"), ("Good\tmorning", "\"Z\" \\ O'Hara")] {
        let call = host.call_tool("ask_in_rounds", json!({"greeting": greeting}));
        answer_form(doorbell.person(), "What is your name?", "name", name);
        assert_eq!(
            text(&host.wait_for_reply(call)),
            format!("{greeting} {name}")
        );
    }
    let call = host.call_tool("ask_in_rounds", json!({"greeting": "Hello"}));
    doorbell
        .wait_for_question("What is your name?")
        .press(Press::Decline);
    assert_eq!(text(&host.wait_for_reply(call)), "\"decline\"");
}

/// Agents try the newer era first. Each message follows the rules of its own era.
#[test]
fn both_eras_work_on_one_connection() {
    let doorbell = Doorbell::start();
    let wrap = wrap(&doorbell.socket(), &[], &SampleServer::Rmcp.command());
    let mut host = Host::start_without_handshake(wrap, Era::Modern, json!({}));
    let probe = host.send_request("server/discover", json!({}));
    host.wait_for_reply(probe);
    host.handshake();
    let call = host.send_request_as(
        Era::Legacy,
        "tools/call",
        json!({"name": "ask_form", "arguments": {}}),
    );
    answer_form(doorbell.person(), TABLE, "name", "Zoë");
    assert_eq!(text(&host.wait_for_reply(call)), "accept Zoë, None guests");
}
