//! A server on the MCP Python SDK, behind an agent of 2025-11-25.

use doorbell_daemon::view::{Press, OpenedLinkStateView};
use serde_json::{Value, json};

use super::{Server, hears_nothing_of, opens, opens_and_finishes, text, types, wrapped};
use crate::support::{Era, Host};

pub const TABLE: &str = "Which table shall I book?";
pub const WAITING: &str = "Waiting for your answer in Doorbell";

#[test]
fn a_form_has_three_ends() {
    let (doorbell, mut host) = wrapped(Server::PythonSdk, Era::Legacy);
    let person = doorbell.person();
    for tool in ["ask_form", "ask_form_either_way"] {
        let call = host.calls(tool, json!({}));
        let question = person.sees(TABLE);
        question.types("Name", "Zoë");
        question.types("Guests", "5");
        question.sends();
        assert_eq!(
            text(&host.hears_reply(call)),
            r#"accept {"name":"Zoë","guests":5,"note":null}"#
        );
    }
    for (press, told) in [(Press::Decline, "decline"), (Press::Dismiss, "cancel")] {
        let call = host.calls("ask_form", json!({}));
        person.sees(TABLE).does(press);
        assert_eq!(text(&host.hears_reply(call)), told);
    }

    // The server withdraws it by itself when the call is given up.
    let call = host.calls("ask_form", json!({}));
    person.sees(TABLE);
    host.notifies("notifications/cancelled", json!({"requestId": call}));
    person.sees_nothing();
    hears_nothing_of(&mut host, call);
    assert!(!host.kept(|message| message["method"] == "notifications/cancelled"));

    // It goes with the agent too. On a busy machine an interpreter takes longer to end than the
    // proxy lets it, so how it ends is not looked at.
    host.calls("ask_form", json!({}));
    person.sees(TABLE);
    host.closes();
    host.sees_end();
    doorbell.clears_the_screen();
}

#[test]
fn a_link_ends_when_the_server_says_so() {
    let (doorbell, mut host) = wrapped(Server::PythonSdk, Era::Legacy);
    let person = doorbell.person();
    let call = host.calls("ask_link", json!({}));
    opens(person, "Please sign in");
    assert_eq!(text(&host.hears_reply(call)), "accept");
    person.sees_card("example.com", OpenedLinkStateView::Done);
    doorbell.clears_the_screen();

    // A call that requires it goes on by the server's word too.
    let account = json!({"account": "mail"});
    let call = host.calls("require_link", account.clone());
    opens(person, "Please sign in to mail");
    person.sees_card("example.com", OpenedLinkStateView::Waiting);
    let reply = host.calls_to_the_end("finish_link", account);
    assert_eq!(text(&reply), "said");
    assert_eq!(text(&host.hears_reply(call)), "signed in to mail");
    hears_nothing_of(&mut host, call);
    doorbell.clears_the_screen();

    let account = json!({"account": "bank"});
    let call = host.calls("require_link", account);
    opens_and_finishes(person, "Please sign in to bank");
    assert_eq!(text(&host.hears_reply(call)), "signed in to bank");

    // What Doorbell asked about, the agent hears nothing of.
    assert!(!host.kept(|message| message["method"] == "notifications/elicitation/complete"));
    assert_eq!(doorbell.screen.lock().opened.len(), 3);
}

#[test]
fn the_agent_is_kept_patient() {
    let (doorbell, mut host) = wrapped(Server::PythonSdk, Era::Legacy);
    let call = host.requests(
        "tools/call",
        json!({
            "name": "count",
            "arguments": {"to": 4, "ask": true},
            "_meta": {"progressToken": "t"},
        }),
    );
    types(doorbell.person(), TABLE, "Name", "Zoë");
    assert_eq!(text(&host.hears_reply(call)), "counted to 4");
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

    // An agent that gave no token hears of none.
    let call = host.calls("ask_form", json!({}));
    types(doorbell.person(), TABLE, "Name", "Zoë");
    host.hears_reply(call);
    hears_nothing_of(&mut host, call);
    assert!(!host.kept(|message| message["method"] == "notifications/progress"));
}

/// The params of the next notices of progress.
pub fn progress(host: &mut Host, count: usize) -> Vec<Value> {
    std::iter::repeat_with(|| host.hears_notice("notifications/progress")["params"].take())
        .take(count)
        .collect()
}
