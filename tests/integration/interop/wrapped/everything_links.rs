//! Links of the reference server: asked for, or required by an error before a call can go on.

use doorbell_daemon::view::{Press, OpenedLinkPress};
use serde_json::{Value, json};

use super::everything::{FIELDS, FORM, LINK, raw_result, tapped, with_tools};
use super::{Tap, ends, hears_nothing_of, opens, opens_and_finishes, text};
use crate::support::{Doorbell, wait_until};

pub const URL: &str = "https://example.com/connect?x=1";
pub const ASKED: &str = "Please open the link to complete this action.";
pub const REQUIRED: &str = "Open this link to satisfy the prerequisite, then retry the request.";
const REQUIRED_URL: &str = "https://modelcontextprotocol.io/";
const REQUIRED_DOMAIN: &str = "modelcontextprotocol.io";

#[test]
fn a_link_is_opened_once_or_not_at_all() {
    let (doorbell, mut host) = with_tools();
    for (press, action) in [(Press::Decline, "decline"), (Press::Dismiss, "cancel")] {
        let call = host.calls(LINK, json!({"url": URL}));
        doorbell.person().sees(ASKED).does(press);
        assert_eq!(
            raw_result(&host.hears_reply(call)),
            json!({"action": action})
        );
    }
    assert_eq!(opened(&doorbell), Vec::<String>::new());

    // Consent is the answer; whether the person is done is not known, and not waited for.
    let call = host.calls(LINK, json!({"url": URL}));
    let question = opens(doorbell.person(), ASKED);
    assert_eq!(
        raw_result(&host.hears_reply(call)),
        json!({"action": "accept"})
    );
    ends(doorbell.person(), &question, OpenedLinkPress::Done);
    assert_eq!(opened(&doorbell), [URL]);
}

#[test]
fn a_call_that_requires_a_link_is_repeated_when_it_is_done() {
    let (doorbell, mut host) = with_tools();
    let call = host.calls(LINK, required());
    opens_and_finishes(doorbell.person(), REQUIRED);
    // The repeated call asks for a link of its own.
    opens(doorbell.person(), ASKED);
    let reply = host.hears_reply(call);
    assert_eq!(raw_result(&reply), json!({"action": "accept"}));
    hears_nothing_of(&mut host, call);
    assert_eq!(opened(&doorbell), [REQUIRED_URL, URL]);
}

#[test]
fn a_call_whose_link_is_refused_is_not_repeated() {
    let (doorbell, mut host) = with_tools();
    for (press, why) in [
        (Press::Decline, "The person declined to open"),
        (Press::Dismiss, "The person closed the question about"),
    ] {
        // The name tells the server that this is another call.
        let mut arguments = required();
        arguments["elicitationId"] = json!(why);
        let call = host.calls(LINK, arguments);
        doorbell.person().sees(REQUIRED).does(press);
        let reply = host.hears_reply(call);
        assert_eq!(reply.get("error"), None);
        assert_eq!(reply["result"]["isError"], true);
        assert_eq!(
            text(&reply),
            format!("{why} {REQUIRED_DOMAIN}; the call was not repeated.")
        );
        hears_nothing_of(&mut host, call);
    }

    // Opened, and then given up.
    let call = host.calls(LINK, required());
    let question = opens(doorbell.person(), REQUIRED);
    ends(doorbell.person(), &question, OpenedLinkPress::Cancel);
    let reply = host.hears_reply(call);
    assert_eq!(reply["result"]["isError"], true);
    assert!(
        text(&reply).starts_with("The person did not finish"),
        "{reply}"
    );
}

#[test]
fn a_call_can_be_cancelled_before_and_after_it_is_repeated() {
    let doorbell = Doorbell::start();
    let tap = Tap::new();
    let mut host = tapped(&doorbell, &tap);
    let person = doorbell.person();
    for (name, is_opened) in [("before consent", false), ("after consent", true)] {
        let mut arguments = required();
        arguments["elicitationId"] = json!(name);
        let call = host.calls(LINK, arguments);
        if is_opened {
            opens(person, REQUIRED);
            // Whoever hears of this end has heard of the consent before it.
            let another = host.calls(FORM, json!({}));
            person.sees(FIELDS).does(Press::Decline);
            host.hears_reply(another);
        } else {
            person.sees(REQUIRED);
        }
        host.notifies("notifications/cancelled", json!({"requestId": call}));
        doorbell.clears_the_screen();
        hears_nothing_of(&mut host, call);
    }
    // The server had answered them, and was told nothing.
    let sent = |word: &str| tap.sent().iter().filter(|line| line.contains(word)).count();
    wait_until("the pings", || sent("\"ping\"") == 2);
    assert_eq!(sent("notifications/cancelled"), 0);

    let late = host.calls(LINK, required());
    opens_and_finishes(person, REQUIRED);
    person.sees(ASKED);
    host.notifies("notifications/cancelled", json!({"requestId": late}));
    let is_repeated =
        |message: &Value| message["method"] == "tools/call" && message["id"].is_string();
    let repeated = tap.sees("the repeated call", is_repeated);
    assert_eq!(repeated["params"]["arguments"], required());
    let told = tap.sees("its end", |message| {
        message["method"] == "notifications/cancelled"
    });
    assert_eq!(told["params"]["requestId"], repeated["id"]);
    hears_nothing_of(&mut host, late);
    assert_eq!(opened(&doorbell), [REQUIRED_URL; 2]);
}

pub fn required() -> Value {
    json!({"url": URL, "errorPath": true})
}

/// The links that were opened.
fn opened(doorbell: &Doorbell) -> Vec<String> {
    let screen = doorbell.screen.lock();
    screen.opened.iter().map(|(_, url)| url.clone()).collect()
}
