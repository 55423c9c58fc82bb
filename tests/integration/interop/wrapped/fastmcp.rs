//! A server built on FastMCP.

use doorbell_core::form::Input;
use doorbell_daemon::view::Press;
use serde_json::json;

use super::{SampleServer, answer_form, text, wrapped};
use crate::support::Era;

#[test]
fn every_form_type_is_returned_correctly() {
    let (doorbell, mut host) = wrapped(SampleServer::FastMcp, Era::Legacy);
    let person = doorbell.person();
    for (tool, message, title, input, expected) in [
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
        let call = host.call_tool(tool, json!({}));
        let question = person.wait_for_question(message);
        question.fill(title, input).unwrap();
        question.send();
        assert_eq!(text(&host.wait_for_reply(call)), expected);
    }

    let call = host.call_tool("ask_twice", json!({}));
    answer_form(person, "What is your name?", "Value", "Zoë");
    let question = person.wait_for_question("And your colour?");
    question
        .fill(&question.form().fields[0].title, Input::Choice { index: 1 })
        .unwrap();
    question.send();
    assert_eq!(
        text(&host.wait_for_reply(call)),
        "accept 'Zoë'; accept 'blue'"
    );

    for (press, expected) in [(Press::Decline, "decline"), (Press::Dismiss, "cancel")] {
        let call = host.call_tool("ask_data", json!({}));
        person.wait_for_question("What shall I order?").press(press);
        assert_eq!(text(&host.wait_for_reply(call)), expected);
    }
}

#[test]
fn round_is_asked_in_doorbell() {
    let (doorbell, mut host) = wrapped(SampleServer::FastMcp, Era::Modern);
    let call = host.call_tool("ask_in_rounds", json!({}));
    answer_form(doorbell.person(), "What is your name?", "name", "Zoë");
    assert_eq!(text(&host.wait_for_reply(call)), "asked for a name: Zoë");
    // FastMCP does not push to agents of the newer era and returns an error itself.
    let reply = host.call_tool_and_wait("ask_text", json!({}));
    assert_eq!(reply["result"]["isError"], true);
}

fn typed(text: &str) -> Input {
    Input::Text {
        text: text.to_owned(),
    }
}
