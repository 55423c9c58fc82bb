//! A server on rmcp.

use doorbell_daemon::view::{Press, OpenedLinkStateView};
use serde_json::json;

use super::python_sdk::{TABLE, WAITING};
use super::{Server, Tap, opens, text, types, wrap, wrapped};
use crate::support::{Doorbell, Era, Host};

#[test]
fn it_is_kept_patient_while_the_person_is_asked() {
    let doorbell = Doorbell::start();
    let tap = Tap::new();
    let server = tap.on(&Server::Rmcp.command());
    let mut host = Host::start(
        wrap(&doorbell.socket(), &[], &server),
        Era::Legacy,
        json!({}),
    );
    let person = doorbell.person();
    let call = host.calls("ask_form", json!({}));
    let question = person.sees(TABLE);
    question.types("name", "Zoë");
    question.types("guests", "3");
    let told = tap.sees("progress", |message| {
        message["method"] == "notifications/progress"
    });
    // Its token is the number of its request.
    assert_eq!(
        told["params"],
        json!({"progressToken": 0, "progress": 1.0, "message": WAITING})
    );
    question.sends();
    assert_eq!(text(&host.hears_reply(call)), "accept Zoë, Some(3) guests");

    for (press, answer) in [(Press::Decline, "decline"), (Press::Dismiss, "cancel")] {
        let call = host.calls("ask_form", json!({}));
        person.sees(TABLE).does(press);
        assert_eq!(text(&host.hears_reply(call)), answer);
    }

    let call = host.calls("ask_link", json!({}));
    opens(person, "Please sign in");
    assert_eq!(text(&host.hears_reply(call)), "accept");
    person.sees_card("example.com", OpenedLinkStateView::Waiting);
}

#[test]
fn its_odd_state_goes_back_as_it_came() {
    let (doorbell, mut host) = wrapped(Server::Rmcp, Era::Modern);
    for (greeting, name) in [("Hello", "Zoë"), ("Good\tmorning", "\"Z\" \\ O'Hara")] {
        let call = host.calls("ask_in_rounds", json!({"greeting": greeting}));
        types(doorbell.person(), "What is your name?", "name", name);
        assert_eq!(text(&host.hears_reply(call)), format!("{greeting} {name}"));
    }
    let call = host.calls("ask_in_rounds", json!({"greeting": "Hello"}));
    doorbell
        .person()
        .sees("What is your name?")
        .does(Press::Decline);
    assert_eq!(text(&host.hears_reply(call)), "\"decline\"");
}

/// The order in which agents try the two eras: the rules are those of each message.
#[test]
fn both_eras_are_asked_in_on_one_connection() {
    let doorbell = Doorbell::start();
    let wrap = wrap(&doorbell.socket(), &[], &Server::Rmcp.command());
    let mut host = Host::start_silent(wrap, Era::Modern, json!({}));
    let probe = host.requests("server/discover", json!({}));
    host.hears_reply(probe);
    host.shakes_hands();
    let call = host.requests_as(
        Era::Legacy,
        "tools/call",
        json!({"name": "ask_form", "arguments": {}}),
    );
    types(doorbell.person(), TABLE, "name", "Zoë");
    assert_eq!(text(&host.hears_reply(call)), "accept Zoë, None guests");
}
