//! The reference server.

use doorbell_core::form::Input;
use doorbell_daemon::view::Press;
use serde_json::{Value, json};

use super::{SampleServer, Tap, assert_no_reply, text, wrap, wrapped};
use crate::support::{Doorbell, Era, Host};

pub const FORM: &str = "trigger-elicitation-request";
pub const LINK: &str = "trigger-url-elicitation";
pub const FIELDS: &str = "Please provide inputs for the following fields:";

#[test]
fn form_is_answered_for_an_agent_without_elicitation() {
    let (doorbell, mut host) = start_with_tools();
    let list = host.send_request("tools/list", json!({}));
    let tools = host.wait_for_reply(list).to_string();
    assert!(tools.contains(FORM) && tools.contains(LINK), "{tools}");

    let call = host.call_tool(FORM, json!({}));
    let question = doorbell.wait_for_question(FIELDS);
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
        question.fill(title, input).unwrap();
    }
    question.send();
    assert_eq!(
        raw_result(&host.wait_for_reply(call)),
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
        let call = host.call_tool(FORM, json!({}));
        doorbell.wait_for_question(FIELDS).press(press);
        assert_eq!(
            raw_result(&host.wait_for_reply(call)),
            json!({"action": action})
        );
    }

    host.close_stdin();
    assert!(host.wait_for_exit().success(), "{}", host.stderr());
    // The proxy forwards the server's standard error and adds nothing.
    assert_eq!(host.stderr(), "Starting default (STDIO) server...\n");
}

#[test]
fn cancelled_call_answers_the_question_with_cancel() {
    let doorbell = Doorbell::start();
    let tap = Tap::new();
    let mut host = start_tapped(&doorbell, &tap);
    let call = host.call_tool(FORM, json!({}));
    doorbell.wait_for_question(FIELDS);
    host.notify(
        "notifications/cancelled",
        json!({"requestId": call, "reason": "enough"}),
    );
    doorbell.wait_for_empty_screen();
    // The server ignores the cancelled call and would wait ten minutes for an answer.
    let answer = tap.wait_for_message("the answer", |message| {
        message["id"] == 0 && message["method"].is_null()
    });
    assert_eq!(answer["result"], json!({"action": "cancel"}));
    let notification = tap.wait_for_message("the end of the call", |message| {
        message["method"] == "notifications/cancelled"
    });
    assert_eq!(
        notification["params"],
        json!({"requestId": call, "reason": "enough"})
    );
    assert_no_reply(&mut host, call);
}

#[test]
fn task_may_ask_while_the_agent_waits() {
    let doorbell = Doorbell::start();
    let tap = Tap::new();
    let mut host = start_tapped(&doorbell, &tap);
    let call = host.send_request(
        "tools/call",
        json!({
            "name": "simulate-research-query",
            "arguments": {"topic": "python", "ambiguous": true},
            "task": {"ttl": 60000},
        }),
    );
    let task = host.wait_for_reply(call)["result"]["task"]["taskId"].take();
    let result = host.send_request("tasks/result", json!({"taskId": task}));
    let message = "The research query \"python\" could have multiple interpretations. \
                   Please clarify what you're looking for:";
    let question = doorbell.wait_for_question(message);
    question
        .fill("Clarification", Input::Choice { index: 1 })
        .unwrap();
    question.send();
    let reply = host.wait_for_reply(result);
    assert!(text(&reply).contains("**Clarification**: snake"), "{reply}");
    // The answer refers to the same task as the question.
    let answer = tap.wait_for_message("the answer", |message| {
        message["result"]["action"] == "accept"
    });
    assert_eq!(
        answer["result"]["_meta"]["io.modelcontextprotocol/related-task"],
        json!({"taskId": task})
    );
}

/// Starts the wrapped server and waits until it has registered the tools that need elicitation.
pub fn start_with_tools() -> (Doorbell, Host) {
    let (doorbell, mut host) = wrapped(SampleServer::Everything, Era::Legacy);
    host.wait_for_notification("notifications/tools/list_changed");
    (doorbell, host)
}

/// Like [`start_with_tools`], with a tap on the server.
pub fn start_tapped(doorbell: &Doorbell, tap: &Tap) -> Host {
    let server = tap.command(&SampleServer::Everything.command());
    let wrap = wrap(&doorbell.socket(), &[], &server);
    let mut host = Host::start(wrap, Era::Legacy, json!({}));
    host.wait_for_notification("notifications/tools/list_changed");
    host
}

/// The answer that the server received, which it prints in its last text.
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
