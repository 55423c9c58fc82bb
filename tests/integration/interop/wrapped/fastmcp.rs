//! A server on FastMCP.

use doorbell_core::form::Input;
use doorbell_daemon::view::Press;
use serde_json::json;

use super::{Server, text, types, wrapped};
use crate::support::Era;

#[test]
fn every_kind_of_form_comes_back_as_its_own_type() {
    let (doorbell, mut host) = wrapped(Server::FastMcp, Era::Legacy);
    let person = doorbell.person();
    for (tool, message, title, input, told) in [
        (
            "ask_text",
            "What is your name?",
            "Value",
            typed("Zoë"),
            "accept 'Zoë'",
        ),
        (
            "ask_yes_no",
            "Shall I order?",
            "Value",
            Input::Flag { on: true },
            "accept True",
        ),
        (
            "ask_choice",
            "Which dish?",
            "value",
            Input::Choice { index: 1 },
            "accept 'salad'",
        ),
        (
            "ask_data",
            "What shall I order?",
            "Dish",
            Input::Choice { index: 0 },
            "accept Order(dish='soup', portions=1, spicy=False)",
        ),
    ] {
        let call = host.calls(tool, json!({}));
        let question = person.sees(message);
        question.fills(title, input).unwrap();
        question.sends();
        assert_eq!(text(&host.hears_reply(call)), told);
    }

    let call = host.calls("ask_twice", json!({}));
    types(person, "What is your name?", "Value", "Zoë");
    let question = person.sees("And your colour?");
    question
        .fills(&question.form().fields[0].title, Input::Choice { index: 1 })
        .unwrap();
    question.sends();
    assert_eq!(text(&host.hears_reply(call)), "accept 'Zoë'; accept 'blue'");

    for (press, told) in [(Press::Decline, "decline"), (Press::Dismiss, "cancel")] {
        let call = host.calls("ask_data", json!({}));
        person.sees("What shall I order?").does(press);
        assert_eq!(text(&host.hears_reply(call)), told);
    }
}

#[test]
fn a_round_is_asked() {
    let (doorbell, mut host) = wrapped(Server::FastMcp, Era::Modern);
    let call = host.calls("ask_in_rounds", json!({}));
    types(doorbell.person(), "What is your name?", "name", "Zoë");
    assert_eq!(text(&host.hears_reply(call)), "asked for a name: Zoë");
    // FastMCP does not push to an agent of the newer era, and says so itself.
    let reply = host.calls_to_the_end("ask_text", json!({}));
    assert_eq!(reply["result"]["isError"], true);
}

fn typed(text: &str) -> Input {
    Input::Text {
        text: text.to_owned(),
    }
}
