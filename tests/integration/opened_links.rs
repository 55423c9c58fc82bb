//! Opened links: the card, the completion notification, and `doorbell/awaitDone`.

use std::time::Duration;

use doorbell_core::board::BoardRules;
use doorbell_daemon::view::{OpenedLinkPress, OpenedLinkStateView, Press, PressReply};
use serde_json::{Value, json};

use crate::support::{Asker, Browser, Doorbell, ONE_MS, name_form};

const URL: &str = "https://example.com/connect?x=1";
const BUSY: &str = r#"{"jsonrpc":"2.0","id":99,"error":{"code":-32000,"message":"too many requests wait for links already"}}"#;

#[test]
fn completion_notification_finishes_only_the_link_of_its_asker() {
    let doorbell = Doorbell::start();
    let (mut asker, mut other) = (doorbell.asker(), doorbell.asker());
    ask_and_open(&doorbell, &mut asker, Some("e-1"));
    let card = doorbell
        .person()
        .wait_for_card("example.com", OpenedLinkStateView::Waiting);
    assert_eq!(card.id, "q1");
    assert_eq!(card.trouble, None);
    send_await_done(&mut asker, 5, "q1");
    // Unknown, empty, mistyped and missing ids, and the right id from another asker.
    send_complete(&mut asker, json!({"elicitationId": "e-2"}));
    send_complete(&mut asker, json!({"elicitationId": ""}));
    send_complete(&mut asker, json!({"elicitationId": 1}));
    send_complete(&mut asker, json!({}));
    send_complete(&mut other, json!({"elicitationId": "e-1"}));
    other.assert_nothing_unread();
    asker.assert_nothing_unread();
    doorbell
        .person()
        .wait_for_card("example.com", OpenedLinkStateView::Waiting);

    send_complete(&mut asker, json!({"elicitationId": "e-1"}));
    assert_eq!(
        asker.read_result(5),
        json!({"state": "done", "by": "server"})
    );
    doorbell
        .person()
        .wait_for_card("example.com", OpenedLinkStateView::Done);
    // Repeated notifications and presses on a finished card are ignored.
    send_complete(&mut asker, json!({"elicitationId": "e-1"}));
    for press in [
        OpenedLinkPress::Done,
        OpenedLinkPress::Cancel,
        OpenedLinkPress::OpenAgain,
    ] {
        let reply = doorbell.person().press_card("q1", press);
        assert_eq!(reply, PressReply::Stale);
    }
    asker.assert_nothing_unread();
    assert_card_disappears(&doorbell, OpenedLinkStateView::Done);
    assert_eq!(opened_count(&doorbell), 1);
}

#[test]
fn link_without_elicitation_id_ignores_completion_notifications() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    ask_and_open(&doorbell, &mut asker, None);
    send_complete(&mut asker, json!({"elicitationId": ""}));
    send_complete(&mut asker, json!({"elicitationId": "q1"}));
    send_complete(&mut asker, json!({}));
    asker.assert_nothing_unread();
    doorbell
        .person()
        .wait_for_card("example.com", OpenedLinkStateView::Waiting);
}

#[test]
fn person_can_mark_a_link_done_or_cancelled() {
    for (press, state, result) in [
        (
            OpenedLinkPress::Done,
            OpenedLinkStateView::Done,
            json!({"state": "done", "by": "person"}),
        ),
        (
            OpenedLinkPress::Cancel,
            OpenedLinkStateView::Over,
            json!({"state": "cancelled", "by": "person"}),
        ),
    ] {
        let doorbell = Doorbell::start();
        let mut asker = doorbell.asker();
        ask_and_open(&doorbell, &mut asker, Some("e-1"));
        send_await_done(&mut asker, 5, "q1");
        asker.assert_nothing_unread();
        doorbell.person().wait_for_cards_only();
        let reply = doorbell.person().press_card("q1", press);
        assert_eq!(reply, PressReply::Done);
        assert_eq!(asker.read_result(5), result);
        doorbell.person().wait_for_card("example.com", state);
        // The daemon remembers the result; the completion notification comes too late.
        send_complete(&mut asker, json!({"elicitationId": "e-1"}));
        assert_eq!(await_done(&mut asker, "q1"), result);
        assert_card_disappears(&doorbell, state);
    }
}

#[test]
fn card_reopens_its_link_and_shows_failures() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    ask_and_open(&doorbell, &mut asker, None);
    let person = doorbell.person();
    person.wait_for_cards_only();
    doorbell.desktop.lock().browser = Browser::Fails("There is no browser.".into());
    let open_again = || {
        assert_eq!(
            person.press_card("q1", OpenedLinkPress::OpenAgain),
            PressReply::Done
        )
    };
    let wait_for_trouble = |expected: Option<&str>| {
        doorbell.desktop.wait_for("the card's trouble", |state| {
            let card = state.view.opened_links.first()?;
            (card.trouble.as_deref() == expected).then_some(())
        });
    };
    open_again();
    wait_for_trouble(Some("There is no browser."));
    doorbell.desktop.lock().browser = Browser::Starts;
    open_again();
    wait_for_trouble(None);
    person.wait_for_card("example.com", OpenedLinkStateView::Waiting);
    let three_times = vec![("q1".to_owned(), URL.to_owned()); 3];
    assert_eq!(doorbell.desktop.lock().opened_links, three_times);
    asker.assert_nothing_unread();
}

#[test]
fn unfinished_link_expires() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    ask_and_open(&doorbell, &mut asker, Some("e-1"));
    send_await_done(&mut asker, 5, "q1");
    doorbell.advance(BoardRules::STANDARD.link_wait - ONE_MS);
    asker.assert_nothing_unread();
    doorbell.advance(ONE_MS);
    assert_eq!(asker.read_result(5), json!({"state": "expired"}));
    send_complete(&mut asker, json!({"elicitationId": "e-1"}));
    assert_eq!(await_done(&mut asker, "q1"), json!({"state": "expired"}));
    assert_card_disappears(&doorbell, OpenedLinkStateView::Over);
}

#[test]
fn await_done_of_a_non_link_is_unknown() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.ask(1, "A form", name_form());
    let question = doorbell.wait_for_question("A form");
    for name in [
        "q1",
        "q2",
        "q0",
        "q99999999999999999999",
        "",
        "Q1",
        "nonsense",
    ] {
        assert_eq!(
            await_done(&mut asker, name),
            json!({"state": "unknown"}),
            "{name}"
        );
    }
    question.type_text("Name", "Ada");
    question.send();
    asker.read_result(1);
    assert_eq!(await_done(&mut asker, "q1"), json!({"state": "unknown"}));
}

#[test]
fn await_done_may_start_before_consent() {
    let doorbell = Doorbell::start();
    let (mut asker, mut other) = (doorbell.asker(), doorbell.asker());
    asker.ask_with(1, link(Some("e-1"), json!({})));
    let question = doorbell.wait_for_question("Sign in");
    send_await_done(&mut asker, 5, "q1");
    send_await_done(&mut other, 6, "q1");
    asker.assert_nothing_unread();
    other.assert_nothing_unread();
    question.press(Press::Open);
    assert_eq!(asker.read_result(1)["action"], "accept");
    asker.assert_nothing_unread();
    send_complete(&mut asker, json!({"elicitationId": "e-1"}));
    let done = json!({"state": "done", "by": "server"});
    assert_eq!(asker.read_result(5), done);
    assert_eq!(other.read_result(6), done);
}

#[test]
fn link_question_without_consent_is_cancelled() {
    let by_person = json!({"state": "cancelled", "by": "person"});
    let by_none = json!({"state": "cancelled"});
    let soon = json!({"dev.doorbell/asker": {"deadlineMs": 1000}});
    type End<'a> = &'a dyn Fn(&Doorbell, &mut Asker);
    let rows: [(Value, End, &Value); 5] = [
        (
            json!({}),
            &|doorbell, _| doorbell.wait_for_question("Sign in").press(Press::Decline),
            &by_person,
        ),
        (
            json!({}),
            &|doorbell, _| doorbell.wait_for_question("Sign in").press(Press::Dismiss),
            &by_person,
        ),
        (json!({}), &|_, asker| asker.withdraw(1), &by_none),
        (
            soon,
            &|doorbell, _| doorbell.advance(Duration::from_secs(1)),
            &by_none,
        ),
        (
            json!({}),
            &|doorbell, _| doorbell.handle.window_failed("There is no display.".into()),
            &by_none,
        ),
    ];
    for (meta, end, result) in rows {
        let doorbell = Doorbell::start();
        let (mut asker, mut other) = (doorbell.asker(), doorbell.asker());
        asker.ask_with(1, link(None, meta));
        doorbell.wait_for_question("Sign in");
        send_await_done(&mut other, 5, "q1");
        other.assert_nothing_unread();
        end(&doorbell, &mut asker);
        assert_eq!(&other.read_result(5), result);
        assert_eq!(&await_done(&mut other, "q1"), result);
        assert_eq!(opened_count(&doorbell), 0);
    }
}

#[test]
fn disconnecting_cancels_the_links_of_the_asker() {
    let doorbell = Doorbell::start();
    let (mut asker, mut other) = (doorbell.asker(), doorbell.asker());
    ask_and_open(&doorbell, &mut asker, Some("e-1"));
    asker.ask_with(2, link(Some("e-2"), json!({})));
    doorbell.wait_for_question("Sign in");
    send_await_done(&mut other, 5, "q1");
    send_await_done(&mut other, 6, "q2");
    other.assert_nothing_unread();
    drop(asker);
    let mut replies = [other.read_json(), other.read_json()];
    replies.sort_by_key(|reply| reply["id"].as_i64());
    for (reply, id) in replies.iter().zip([5, 6]) {
        assert_eq!(reply["id"], id);
        assert_eq!(reply["result"], json!({"state": "cancelled"}));
    }
    doorbell
        .person()
        .wait_for_card("example.com", OpenedLinkStateView::Over);
    // A later request gets the same result.
    for question in ["q1", "q2"] {
        let mut returned = doorbell.asker();
        assert_eq!(
            await_done(&mut returned, question),
            json!({"state": "cancelled"})
        );
    }
}

#[test]
fn asker_that_cancels_await_done_cancels_its_link() {
    let doorbell = Doorbell::start();
    let (mut asker, mut other) = (doorbell.asker(), doorbell.asker());
    ask_and_open(&doorbell, &mut asker, None);
    send_await_done(&mut asker, 5, "q1");
    send_await_done(&mut other, 6, "q1");
    send_await_done(&mut other, 7, "q1");
    other.assert_nothing_unread();
    // Cancelling the request of another asker does not affect the link.
    other.withdraw(6);
    other.assert_nothing_unread();
    doorbell
        .person()
        .wait_for_card("example.com", OpenedLinkStateView::Waiting);
    asker.withdraw(5);
    assert_eq!(other.read_result(7), json!({"state": "cancelled"}));
    doorbell
        .person()
        .wait_for_card("example.com", OpenedLinkStateView::Over);
    asker.assert_nothing_unread();
}

#[test]
fn shutdown_answers_pending_await_done_requests() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    ask_and_open(&doorbell, &mut asker, None);
    send_await_done(&mut asker, 5, "q1");
    asker.assert_nothing_unread();
    doorbell.handle.stop();
    assert_eq!(asker.read_result(5), json!({"state": "cancelled"}));
    asker.expect_disconnect();
}

#[test]
fn cancelled_await_done_gets_no_response() {
    let doorbell = Doorbell::start();
    let (mut asker, mut other) = (doorbell.asker(), doorbell.asker());
    ask_and_open(&doorbell, &mut asker, Some("e-1"));
    send_await_done(&mut asker, 5, "q1");
    send_await_done(&mut asker, 6, "q1");
    // The same id on another connection is another request.
    other.withdraw(6);
    other.assert_nothing_unread();
    asker.withdraw(5);
    send_complete(&mut asker, json!({"elicitationId": "e-1"}));
    asker.read_result(6);
    asker.assert_nothing_unread();
}

#[test]
fn await_done_requests_are_limited_per_connection() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    ask_and_open(&doorbell, &mut asker, Some("e-1"));
    for id in 100..132 {
        send_await_done(&mut asker, id, "q1");
    }
    send_await_done(&mut asker, 99, "q1");
    assert_eq!(asker.read_line(), BUSY);
    send_complete(&mut asker, json!({"elicitationId": "e-1"}));
    for id in 100..132 {
        assert_eq!(asker.read_result(id)["state"], "done");
    }
    asker.assert_nothing_unread();
}

#[test]
fn connection_with_await_done_is_not_dropped_for_a_newcomer() {
    let doorbell = Doorbell::start_with(|config| config.limits.connections = 3);
    let mut asker = doorbell.asker();
    ask_and_open(&doorbell, &mut asker, Some("e-1"));
    let mut waiting = doorbell.asker();
    send_await_done(&mut waiting, 100, "q1");
    waiting.assert_nothing_unread();
    let mut idle = doorbell.asker();
    doorbell.asker().assert_nothing_unread();
    assert_eq!(idle.read_json()["error"]["code"], -32000);
    send_complete(&mut asker, json!({"elicitationId": "e-1"}));
    assert_eq!(waiting.read_result(100)["state"], "done");
}

#[test]
fn await_done_requests_are_limited_in_total() {
    let doorbell = Doorbell::start_with(|config| config.limits.connections_per_process = 16);
    let mut asker = doorbell.asker();
    ask_and_open(&doorbell, &mut asker, Some("e-1"));
    let mut many: Vec<_> = (0..8).map(|_| doorbell.asker()).collect();
    for waiting in &mut many {
        for id in 100..132 {
            send_await_done(waiting, id, "q1");
        }
        waiting.assert_nothing_unread();
    }
    send_await_done(&mut asker, 99, "q1");
    assert_eq!(asker.read_line(), BUSY);
    // A cancelled request frees a slot.
    many[0].withdraw(100);
    many[0].assert_nothing_unread();
    send_await_done(&mut asker, 99, "q1");
    asker.assert_nothing_unread();
    send_complete(&mut asker, json!({"elicitationId": "e-1"}));
    assert_eq!(asker.read_result(99)["state"], "done");
    for id in 101..132 {
        assert_eq!(many[0].read_result(id)["state"], "done");
    }
    many[0].assert_nothing_unread();
}

#[test]
fn next_question_is_shown_beside_the_card() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    ask_and_open(&doorbell, &mut asker, Some("e-1"));
    doorbell.person().wait_for_cards_only();
    asker.ask(2, "Meanwhile", name_form());
    let question = doorbell.wait_for_question("Meanwhile");
    question.type_text("Name", "Ada");
    send_complete(&mut asker, json!({"elicitationId": "e-1"}));
    doorbell
        .person()
        .wait_for_card("example.com", OpenedLinkStateView::Done);
    // The question that the person types into does not change.
    question.send();
    assert_eq!(asker.read_result(2)["content"], json!({"name": "Ada"}));
    doorbell.wait_for_empty_screen();
}

#[test]
fn closing_the_window_keeps_cards_and_open_shows_them_again() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    ask_and_open(&doorbell, &mut asker, Some("e-1"));
    send_await_done(&mut asker, 5, "q1");
    let person = doorbell.person();
    person.wait_for_cards_only();
    doorbell.handle.window_closed();
    person.wait_for_empty_screen();
    asker.assert_nothing_unread();
    let showing = asker.call("doorbell/open", json!({}));
    assert_eq!(showing, json!({"showing": null}));
    let generation = person.wait_for_cards_only();
    assert_eq!(
        person.try_press("", generation, Press::Dismiss),
        PressReply::Done
    );
    person.wait_for_empty_screen();
    asker.assert_nothing_unread();
    send_complete(&mut asker, json!({"elicitationId": "e-1"}));
    assert_eq!(asker.read_result(5)["state"], "done");
}

fn link(elicitation: Option<&str>, meta: Value) -> Value {
    let mut params = json!({"mode": "url", "message": "Sign in", "url": URL, "_meta": meta});
    if let Some(elicitation) = elicitation {
        params["elicitationId"] = elicitation.into();
    }
    params
}

/// Asks for a link, which the person opens.
fn ask_and_open(doorbell: &Doorbell, asker: &mut Asker, elicitation: Option<&str>) {
    asker.ask_with(1, link(elicitation, json!({})));
    doorbell.wait_for_question("Sign in").press(Press::Open);
    assert_eq!(asker.read_result(1)["action"], "accept");
}

fn send_complete(asker: &mut Asker, params: Value) {
    let notification = json!({
        "jsonrpc": "2.0",
        "method": "notifications/elicitation/complete",
        "params": params,
    });
    asker.send_line(&notification.to_string());
}

fn send_await_done(asker: &mut Asker, id: i64, question: &str) {
    asker.send_request(id, "doorbell/awaitDone", json!({"question": question}));
}

/// Requests the result of a link and skips other responses.
fn await_done(asker: &mut Asker, question: &str) -> Value {
    asker.send_request("now", "doorbell/awaitDone", json!({"question": question}));
    loop {
        let mut reply = asker.read_json();
        if reply["id"] == "now" {
            return reply["result"].take();
        }
    }
}

/// Asserts that a finished card stays for a fixed time and then disappears.
fn assert_card_disappears(doorbell: &Doorbell, state: OpenedLinkStateView) {
    doorbell.advance(BoardRules::STANDARD.done_shown - ONE_MS);
    doorbell.person().wait_for_card("example.com", state);
    doorbell.advance(ONE_MS);
    doorbell.wait_for_empty_screen();
}

fn opened_count(doorbell: &Doorbell) -> usize {
    doorbell.desktop.lock().opened_links.len()
}
