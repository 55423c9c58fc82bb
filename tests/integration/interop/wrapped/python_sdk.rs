//! A server built on the MCP Python SDK, with an agent of 2025-11-25.

use doorbell_daemon::view::{OpenedLinkStateView, Press};
use serde_json::{Value, json};

use super::{
    SampleServer, answer_form, assert_no_reply, open_and_finish_link, open_link, text, wrapped,
};
use crate::support::{Era, Host};

pub const TABLE: &str = "Which table shall I book?";
pub const WAITING: &str = "Waiting for your answer in Doorbell";

#[test]
fn form_can_be_answered_refused_or_cancelled() {
    let (doorbell, mut host) = wrapped(SampleServer::PythonSdk, Era::Legacy);
    let person = doorbell.person();
    for tool in ["ask_form", "ask_form_either_way"] {
        let call = host.call_tool(tool, json!({}));
        let question = person.wait_for_question(TABLE);
        question.type_text("Name", "Zoë");
        question.type_text("Guests", "5");
        question.send();
        assert_eq!(
            text(&host.wait_for_reply(call)),
            r#"accept {"name":"Zoë","guests":5,"note":null}"#
        );
    }
    for (press, expected) in [(Press::Decline, "decline"), (Press::Dismiss, "cancel")] {
        let call = host.call_tool("ask_form", json!({}));
        person.wait_for_question(TABLE).press(press);
        assert_eq!(text(&host.wait_for_reply(call)), expected);
    }

    // The server itself withdraws the question when the call is cancelled.
    let call = host.call_tool("ask_form", json!({}));
    person.wait_for_question(TABLE);
    host.notify("notifications/cancelled", json!({"requestId": call}));
    person.wait_for_empty_screen();
    assert_no_reply(&mut host, call);
    assert!(!host.has_unclaimed(|message| message["method"] == "notifications/cancelled"));

    // The question is withdrawn with the agent too. The exit status is ignored: on a busy machine
    // the interpreter exits later than the proxy allows.
    host.call_tool("ask_form", json!({}));
    person.wait_for_question(TABLE);
    host.close_stdin();
    host.wait_for_exit();
    doorbell.advance_until_screen_is_empty();
}

#[test]
fn link_ends_when_the_server_reports_completion() {
    let (doorbell, mut host) = wrapped(SampleServer::PythonSdk, Era::Legacy);
    let person = doorbell.person();
    let call = host.call_tool("ask_link", json!({}));
    open_link(person, "Please sign in");
    assert_eq!(text(&host.wait_for_reply(call)), "accept");
    person.wait_for_card("example.com", OpenedLinkStateView::Done);
    doorbell.advance_until_screen_is_empty();

    // The completion notification also continues a call that requires the link.
    let account = json!({"account": "mail"});
    let call = host.call_tool("require_link", account.clone());
    open_link(person, "Please sign in to mail");
    person.wait_for_card("example.com", OpenedLinkStateView::Waiting);
    let reply = host.call_tool_and_wait("finish_link", account);
    assert_eq!(text(&reply), "said");
    assert_eq!(text(&host.wait_for_reply(call)), "signed in to mail");
    assert_no_reply(&mut host, call);
    doorbell.advance_until_screen_is_empty();

    let account = json!({"account": "bank"});
    let call = host.call_tool("require_link", account);
    open_and_finish_link(person, "Please sign in to bank");
    assert_eq!(text(&host.wait_for_reply(call)), "signed in to bank");

    // The agent receives no notification about links that Doorbell asked for.
    assert!(
        !host.has_unclaimed(|message| message["method"] == "notifications/elicitation/complete")
    );
    assert_eq!(doorbell.desktop.lock().opened_links.len(), 3);
}

#[test]
fn agent_receives_progress_while_waiting() {
    let (doorbell, mut host) = wrapped(SampleServer::PythonSdk, Era::Legacy);
    let call = host.send_request(
        "tools/call",
        json!({
            "name": "count",
            "arguments": {"to": 4, "ask": true},
            "_meta": {"progressToken": "t"},
        }),
    );
    answer_form(doorbell.person(), TABLE, "Name", "Zoë");
    assert_eq!(text(&host.wait_for_reply(call)), "counted to 4");
    assert_eq!(
        progress(&mut host, 5),
        [
            json!({"progressToken": "t", "progress": 1, "total": 4, "message": "counted 1"}),
            json!({"progressToken": "t", "progress": 2, "total": 4, "message": "counted 2"}),
            json!({"progressToken": "t", "progress": 2.001, "message": WAITING}),
            json!({"progressToken": "t", "progress": 3, "total": 4, "message": "counted 3"}),
            json!({"progressToken": "t", "progress": 4, "total": 4, "message": "counted 4"}),
        ]
    );

    // A call without a token gets no progress.
    let call = host.call_tool("ask_form", json!({}));
    answer_form(doorbell.person(), TABLE, "Name", "Zoë");
    host.wait_for_reply(call);
    assert_no_reply(&mut host, call);
    assert!(!host.has_unclaimed(|message| message["method"] == "notifications/progress"));
}

/// Waits for the params of the next progress notifications.
pub fn progress(host: &mut Host, count: usize) -> Vec<Value> {
    std::iter::repeat_with(|| host.wait_for_notification("notifications/progress")["params"].take())
        .take(count)
        .collect()
}
