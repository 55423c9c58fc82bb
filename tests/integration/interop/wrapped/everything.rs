//! The reference server.

use doorbell_core::form::Input;
use doorbell_daemon::view::Press;
use serde_json::{Value, json};

use super::{Server, Tap, hears_nothing_of, text, wrap, wrapped};
use crate::support::{Doorbell, Era, Host};

pub const FORM: &str = "trigger-elicitation-request";
pub const LINK: &str = "trigger-url-elicitation";
pub const FIELDS: &str = "Please provide inputs for the following fields:";

#[test]
fn it_asks_an_agent_that_can_ask_nobody() {
    let (doorbell, mut host) = with_tools();
    let list = host.requests("tools/list", json!({}));
    let tools = host.hears_reply(list).to_string();
    assert!(tools.contains(FORM) && tools.contains(LINK), "{tools}");

    let call = host.calls(FORM, json!({}));
    let question = doorbell.person().sees(FIELDS);
    assert_eq!(question.form().fields.len(), 13);
    for (title, input) in [
        ("String", typed("Zoë \"Z\" O'Hara")),
        ("Boolean", Input::Flag { on: false }),
        ("String with email format", typed("zoe@example.com")),
        ("String with date format", typed("1999-12-31")),
        ("Integer", typed("7")),
        ("Number in range 1-1000", typed("2.5")),
        ("Untitled Single Select Enum", Input::Choice { index: 4 }),
        (
            "Titled Multiple Select Enum",
            Input::Choices {
                indices: vec![0, 2],
            },
        ),
        (
            "Legacy Titled Single Select Enum",
            Input::Choice { index: 1 },
        ),
    ] {
        question.fills(title, input).unwrap();
    }
    question.sends();
    assert_eq!(
        raw_result(&host.hears_reply(call)),
        json!({
            "action": "accept",
            "content": {
                "name": "Zoë \"Z\" O'Hara",
                "check": false,
                "firstLine": "It was a dark and stormy night.",
                "email": "zoe@example.com",
                "birthdate": "1999-12-31",
                "integer": 7,
                "number": 2.5,
                "untitledSingleSelectEnum": "Ross",
                "untitledMultipleSelectEnum": ["Guitar"],
                "titledSingleSelectEnum": "hero-1",
                "titledMultipleSelectEnum": ["fish-1", "fish-3"],
                "legacyTitledEnum": "pet-2",
            },
        })
    );

    for (press, action) in [(Press::Decline, "decline"), (Press::Dismiss, "cancel")] {
        let call = host.calls(FORM, json!({}));
        doorbell.person().sees(FIELDS).does(press);
        assert_eq!(
            raw_result(&host.hears_reply(call)),
            json!({"action": action})
        );
    }

    host.closes();
    assert!(host.sees_end().success(), "{}", host.complaints());
    // What the server says to people is the agent's to see, and the proxy adds nothing.
    assert_eq!(host.complaints(), "Starting default (STDIO) server...\n");
}

#[test]
fn its_question_ends_with_the_call() {
    let doorbell = Doorbell::start();
    let tap = Tap::new();
    let mut host = tapped(&doorbell, &tap);
    let call = host.calls(FORM, json!({}));
    doorbell.person().sees(FIELDS);
    host.notifies(
        "notifications/cancelled",
        json!({"requestId": call, "reason": "enough"}),
    );
    doorbell.person().sees_nothing();
    // It would wait for ten minutes: it does not look for the call.
    let answer = tap.sees("the answer", |message| {
        message["id"] == 0 && message["method"].is_null()
    });
    assert_eq!(answer["result"], json!({"action": "cancel"}));
    let told = tap.sees("the end of the call", |message| {
        message["method"] == "notifications/cancelled"
    });
    assert_eq!(
        told["params"],
        json!({"requestId": call, "reason": "enough"})
    );
    hears_nothing_of(&mut host, call);
}

#[test]
fn its_task_asks_while_the_agent_waits_for_the_result() {
    let doorbell = Doorbell::start();
    let tap = Tap::new();
    let mut host = tapped(&doorbell, &tap);
    let call = host.requests(
        "tools/call",
        json!({
            "name": "simulate-research-query",
            "arguments": {"topic": "python", "ambiguous": true},
            "task": {"ttl": 60000},
        }),
    );
    let task = host.hears_reply(call)["result"]["task"]["taskId"].take();
    let result = host.requests("tasks/result", json!({"taskId": task}));
    let message = "The research query \"python\" could have multiple interpretations. \
                   Please clarify what you're looking for:";
    let question = doorbell.person().sees(message);
    question
        .fills("Clarification", Input::Choice { index: 1 })
        .unwrap();
    question.sends();
    let reply = host.hears_reply(result);
    assert!(text(&reply).contains("**Clarification**: snake"), "{reply}");
    // The answer names the task, as the question did.
    let answer = tap.sees("the answer", |message| {
        message["result"]["action"] == "accept"
    });
    assert_eq!(
        answer["result"]["_meta"]["io.modelcontextprotocol/related-task"],
        json!({"taskId": task})
    );
}

/// With the tools that come once it knows what the agent can do.
pub fn with_tools() -> (Doorbell, Host) {
    let (doorbell, mut host) = wrapped(Server::Everything, Era::Legacy);
    host.hears_notice("notifications/tools/list_changed");
    (doorbell, host)
}

/// The same, with a tap on the server.
pub fn tapped(doorbell: &Doorbell, tap: &Tap) -> Host {
    let server = tap.on(&Server::Everything.command());
    let wrap = wrap(&doorbell.socket(), &[], &server);
    let mut host = Host::start(wrap, Era::Legacy, json!({}));
    host.hears_notice("notifications/tools/list_changed");
    host
}

/// What the server was answered: it tells so with the last of its texts.
pub fn raw_result(reply: &Value) -> Value {
    let last = reply["result"]["content"]
        .as_array()
        .and_then(|all| all.last());
    let text = last
        .and_then(|last| last["text"].as_str())
        .unwrap_or_default();
    let raw = text.strip_prefix("\nRaw result: ");
    serde_json::from_str(raw.unwrap_or_else(|| panic!("{reply}"))).unwrap()
}

fn typed(text: &str) -> Input {
    Input::Text {
        text: text.to_owned(),
    }
}
