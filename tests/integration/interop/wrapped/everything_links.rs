//! Links of the reference server, pushed as questions or required by an error before a call can
//! continue.

use doorbell_daemon::view::{OpenedLinkPress, Press};
use serde_json::{Value, json};

use super::everything::{FIELDS, FORM, LINK, raw_result, start_tapped, start_with_tools};
use super::{Tap, assert_no_reply, open_and_finish_link, open_link, press_card, text};
use crate::support::{Doorbell, wait_until};

pub const URL: &str = "https://example.com/connect?x=1";
pub const ASKED: &str = "Please open the link to complete this action.";
pub const REQUIRED: &str = "Open this link to satisfy the prerequisite, then retry the request.";
const REQUIRED_URL: &str = "https://modelcontextprotocol.io/";
const REQUIRED_DOMAIN: &str = "modelcontextprotocol.io";

#[test]
fn link_is_opened_at_most_once() {
    let (doorbell, mut host) = start_with_tools();
    for (press, action) in [(Press::Decline, "decline"), (Press::Dismiss, "cancel")] {
        let call = host.call_tool(LINK, json!({"url": URL}));
        doorbell.wait_for_question(ASKED).press(press);
        assert_eq!(
            raw_result(&host.wait_for_reply(call)),
            json!({"action": action})
        );
    }
    assert_eq!(opened(&doorbell), Vec::<String>::new());

    // Consent is the answer; the proxy does not wait for completion.
    let call = host.call_tool(LINK, json!({"url": URL}));
    let question = open_link(doorbell.person(), ASKED);
    assert_eq!(
        raw_result(&host.wait_for_reply(call)),
        json!({"action": "accept"})
    );
    press_card(doorbell.person(), &question, OpenedLinkPress::Done);
    assert_eq!(opened(&doorbell), [URL]);
}

#[test]
fn call_is_retried_when_its_required_link_is_done() {
    let (doorbell, mut host) = start_with_tools();
    let call = host.call_tool(LINK, required());
    open_and_finish_link(doorbell.person(), REQUIRED);
    // The retried call pushes a link of its own.
    open_link(doorbell.person(), ASKED);
    let reply = host.wait_for_reply(call);
    assert_eq!(raw_result(&reply), json!({"action": "accept"}));
    assert_no_reply(&mut host, call);
    assert_eq!(opened(&doorbell), [REQUIRED_URL, URL]);
}

#[test]
fn call_is_not_retried_when_its_link_is_refused() {
    let (doorbell, mut host) = start_with_tools();
    for (press, why) in [
        (Press::Decline, "The person declined to open"),
        (Press::Dismiss, "The person cancelled the question about"),
    ] {
        // The id makes this a new call for the server.
        let mut arguments = required();
        arguments["elicitationId"] = json!(why);
        let call = host.call_tool(LINK, arguments);
        doorbell.wait_for_question(REQUIRED).press(press);
        let reply = host.wait_for_reply(call);
        assert_eq!(reply.get("error"), None);
        assert_eq!(reply["result"]["isError"], true);
        assert_eq!(
            text(&reply),
            format!("{why} {REQUIRED_DOMAIN}; the call was not repeated.")
        );
        assert_no_reply(&mut host, call);
    }

    // The person opens the link and then cancels.
    let call = host.call_tool(LINK, required());
    let question = open_link(doorbell.person(), REQUIRED);
    press_card(doorbell.person(), &question, OpenedLinkPress::Cancel);
    let reply = host.wait_for_reply(call);
    assert_eq!(reply["result"]["isError"], true);
    assert!(
        text(&reply).starts_with("The person did not finish"),
        "{reply}"
    );
}

#[test]
fn call_can_be_cancelled_before_and_after_its_retry() {
    let doorbell = Doorbell::start();
    let tap = Tap::new();
    let mut host = start_tapped(&doorbell, &tap);
    let person = doorbell.person();
    for (name, is_opened) in [("before consent", false), ("after consent", true)] {
        let mut arguments = required();
        arguments["elicitationId"] = json!(name);
        let call = host.call_tool(LINK, arguments);
        if is_opened {
            open_link(person, REQUIRED);
            // The reply to this call arrives after the proxy has handled the consent.
            let another = host.call_tool(FORM, json!({}));
            person.wait_for_question(FIELDS).press(Press::Decline);
            host.wait_for_reply(another);
        } else {
            person.wait_for_question(REQUIRED);
        }
        host.notify("notifications/cancelled", json!({"requestId": call}));
        doorbell.advance_until_screen_is_empty();
        assert_no_reply(&mut host, call);
    }
    // The server had already answered these calls, so the proxy sends it no cancellation.
    let sent = |word: &str| {
        tap.sent_to_server()
            .iter()
            .filter(|line| line.contains(word))
            .count()
    };
    wait_until("the pings", || sent("\"ping\"") == 2);
    assert_eq!(sent("notifications/cancelled"), 0);

    let late = host.call_tool(LINK, required());
    open_and_finish_link(person, REQUIRED);
    person.wait_for_question(ASKED);
    host.notify("notifications/cancelled", json!({"requestId": late}));
    let is_retry = |message: &Value| message["method"] == "tools/call" && message["id"].is_string();
    let retry = tap.wait_for_message("the retried call", is_retry);
    assert_eq!(retry["params"]["arguments"], required());
    let notification = tap.wait_for_message("its cancellation", |message| {
        message["method"] == "notifications/cancelled"
    });
    assert_eq!(notification["params"]["requestId"], retry["id"]);
    assert_no_reply(&mut host, late);
    assert_eq!(opened(&doorbell), [REQUIRED_URL; 2]);
}

pub fn required() -> Value {
    json!({"url": URL, "errorPath": true})
}

fn opened(doorbell: &Doorbell) -> Vec<String> {
    let screen = doorbell.desktop.lock();
    screen
        .opened_links
        .iter()
        .map(|(_, url)| url.clone())
        .collect()
}
