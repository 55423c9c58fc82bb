//! After consent: the card, the server's word, and those who wait for the end.

use std::time::Duration;

use doorbell_core::board::BoardRules;
use doorbell_daemon::view::{Press, PressReply, OpenedLinkPress, OpenedLinkStateView};
use serde_json::{Value, json};

use crate::support::{Asker, Browser, Doorbell, MOMENT, name_form};

const URL: &str = "https://example.com/connect?x=1";
const BUSY: &str = r#"{"jsonrpc":"2.0","id":99,"error":{"code":-32000,"message":"too many requests wait for links already"}}"#;

#[test]
fn the_servers_word_finishes_the_link_of_its_own_asker_once() {
    let doorbell = Doorbell::start();
    let (mut asker, mut other) = (doorbell.asker(), doorbell.asker());
    opens(&doorbell, &mut asker, Some("e-1"));
    let card = doorbell
        .person()
        .sees_card("example.com", OpenedLinkStateView::Waiting);
    assert_eq!(card.id, "q1");
    assert_eq!(card.trouble, None);
    awaits(&mut asker, 5, "q1");
    // An unknown id, none at all, one of another type, and the right one of another asker.
    completes(&mut asker, json!({"elicitationId": "e-2"}));
    completes(&mut asker, json!({"elicitationId": ""}));
    completes(&mut asker, json!({"elicitationId": 1}));
    completes(&mut asker, json!({}));
    completes(&mut other, json!({"elicitationId": "e-1"}));
    other.has_heard_everything();
    asker.has_heard_everything();
    doorbell
        .person()
        .sees_card("example.com", OpenedLinkStateView::Waiting);

    completes(&mut asker, json!({"elicitationId": "e-1"}));
    assert_eq!(
        asker.hears_result(5),
        json!({"state": "done", "by": "server"})
    );
    doorbell
        .person()
        .sees_card("example.com", OpenedLinkStateView::Done);
    // Repeated, it means nothing, and neither do presses on what is finished.
    completes(&mut asker, json!({"elicitationId": "e-1"}));
    for press in [OpenedLinkPress::Done, OpenedLinkPress::Cancel, OpenedLinkPress::OpenAgain] {
        let reply = doorbell.person().presses_card("q1", press);
        assert_eq!(reply, PressReply::Stale);
    }
    asker.has_heard_everything();
    the_card_goes(&doorbell, OpenedLinkStateView::Done);
    assert_eq!(opened(&doorbell), 1);
}

#[test]
fn a_link_without_a_name_is_finished_by_no_notification() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    opens(&doorbell, &mut asker, None);
    completes(&mut asker, json!({"elicitationId": ""}));
    completes(&mut asker, json!({"elicitationId": "q1"}));
    completes(&mut asker, json!({}));
    asker.has_heard_everything();
    doorbell
        .person()
        .sees_card("example.com", OpenedLinkStateView::Waiting);
}

#[test]
fn the_person_says_done_or_gives_up() {
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
        opens(&doorbell, &mut asker, Some("e-1"));
        awaits(&mut asker, 5, "q1");
        asker.has_heard_everything();
        doorbell.person().sees_only_cards();
        let reply = doorbell.person().presses_card("q1", press);
        assert_eq!(reply, PressReply::Done);
        assert_eq!(asker.hears_result(5), result);
        doorbell.person().sees_card("example.com", state);
        // The end is remembered, and the server's word comes too late.
        completes(&mut asker, json!({"elicitationId": "e-1"}));
        assert_eq!(now(&mut asker, "q1"), result);
        the_card_goes(&doorbell, state);
    }
}

#[test]
fn a_card_opens_its_link_again_and_says_if_that_fails() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    opens(&doorbell, &mut asker, None);
    let person = doorbell.person();
    person.sees_only_cards();
    doorbell.screen.lock().browser = Browser::Fails("There is no browser.".into());
    let again = || {
        assert_eq!(
            person.presses_card("q1", OpenedLinkPress::OpenAgain),
            PressReply::Done
        )
    };
    let trouble = |wanted: Option<&str>| {
        doorbell.screen.wait_for("the card's trouble", |state| {
            let card = state.view.opened_links.first()?;
            (card.trouble.as_deref() == wanted).then_some(())
        });
    };
    again();
    trouble(Some("There is no browser."));
    doorbell.screen.lock().browser = Browser::Starts;
    again();
    trouble(None);
    person.sees_card("example.com", OpenedLinkStateView::Waiting);
    let every = vec![("q1".to_owned(), URL.to_owned()); 3];
    assert_eq!(doorbell.screen.lock().opened, every);
    asker.has_heard_everything();
}

#[test]
fn a_link_that_nobody_finishes_expires() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    opens(&doorbell, &mut asker, Some("e-1"));
    awaits(&mut asker, 5, "q1");
    doorbell.lets_pass(BoardRules::STANDARD.link_wait - MOMENT);
    asker.has_heard_everything();
    doorbell.lets_pass(MOMENT);
    assert_eq!(asker.hears_result(5), json!({"state": "expired"}));
    completes(&mut asker, json!({"elicitationId": "e-1"}));
    assert_eq!(now(&mut asker, "q1"), json!({"state": "expired"}));
    the_card_goes(&doorbell, OpenedLinkStateView::Over);
}

#[test]
fn what_is_no_link_of_this_session_is_unknown() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.asks(1, "A form", name_form());
    let question = doorbell.person().sees("A form");
    for name in [
        "q1",
        "q2",
        "q0",
        "q99999999999999999999",
        "",
        "Q1",
        "nonsense",
    ] {
        assert_eq!(now(&mut asker, name), json!({"state": "unknown"}), "{name}");
    }
    question.types("Name", "Ada");
    question.sends();
    asker.hears_result(1);
    assert_eq!(now(&mut asker, "q1"), json!({"state": "unknown"}));
}

#[test]
fn waiting_may_begin_before_consent() {
    let doorbell = Doorbell::start();
    let (mut asker, mut other) = (doorbell.asker(), doorbell.asker());
    asker.asks_with(1, link(Some("e-1"), json!({})));
    let question = doorbell.person().sees("Sign in");
    awaits(&mut asker, 5, "q1");
    awaits(&mut other, 6, "q1");
    asker.has_heard_everything();
    other.has_heard_everything();
    question.does(Press::Open);
    assert_eq!(asker.hears_result(1)["action"], "accept");
    asker.has_heard_everything();
    completes(&mut asker, json!({"elicitationId": "e-1"}));
    let done = json!({"state": "done", "by": "server"});
    assert_eq!(asker.hears_result(5), done);
    assert_eq!(other.hears_result(6), done);
}

#[test]
fn a_question_that_ends_without_consent_is_cancelled() {
    let by_person = json!({"state": "cancelled", "by": "person"});
    let by_nobody = json!({"state": "cancelled"});
    let soon = json!({"dev.doorbell/asker": {"deadlineMs": 1000}});
    type End<'a> = &'a dyn Fn(&Doorbell, &mut Asker);
    let rows: [(Value, End, &Value); 5] = [
        (
            json!({}),
            &|doorbell, _| doorbell.person().sees("Sign in").does(Press::Decline),
            &by_person,
        ),
        (
            json!({}),
            &|doorbell, _| doorbell.person().sees("Sign in").does(Press::Dismiss),
            &by_person,
        ),
        (json!({}), &|_, asker| asker.withdraws(1), &by_nobody),
        (
            soon,
            &|doorbell, _| doorbell.lets_pass(Duration::from_secs(1)),
            &by_nobody,
        ),
        (
            json!({}),
            &|doorbell, _| doorbell.handle.window_failed("There is no display.".into()),
            &by_nobody,
        ),
    ];
    for (meta, end, result) in rows {
        let doorbell = Doorbell::start();
        let (mut asker, mut other) = (doorbell.asker(), doorbell.asker());
        asker.asks_with(1, link(None, meta));
        doorbell.person().sees("Sign in");
        awaits(&mut other, 5, "q1");
        other.has_heard_everything();
        end(&doorbell, &mut asker);
        assert_eq!(&other.hears_result(5), result);
        assert_eq!(&now(&mut other, "q1"), result);
        assert_eq!(opened(&doorbell), 0);
    }
}

#[test]
fn an_asker_that_leaves_takes_its_links_along() {
    let doorbell = Doorbell::start();
    let (mut asker, mut other) = (doorbell.asker(), doorbell.asker());
    opens(&doorbell, &mut asker, Some("e-1"));
    asker.asks_with(2, link(Some("e-2"), json!({})));
    doorbell.person().sees("Sign in");
    awaits(&mut other, 5, "q1");
    awaits(&mut other, 6, "q2");
    other.has_heard_everything();
    drop(asker);
    let mut told = [other.hears_json(), other.hears_json()];
    told.sort_by_key(|reply| reply["id"].as_i64());
    for (reply, id) in told.iter().zip([5, 6]) {
        assert_eq!(reply["id"], id);
        assert_eq!(reply["result"], json!({"state": "cancelled"}));
    }
    doorbell
        .person()
        .sees_card("example.com", OpenedLinkStateView::Over);
    // Asked again later, the answer is the same.
    for question in ["q1", "q2"] {
        let mut returned = doorbell.asker();
        assert_eq!(now(&mut returned, question), json!({"state": "cancelled"}));
    }
}

#[test]
fn an_asker_that_waits_no_longer_lets_its_own_link_go() {
    let doorbell = Doorbell::start();
    let (mut asker, mut other) = (doorbell.asker(), doorbell.asker());
    opens(&doorbell, &mut asker, None);
    awaits(&mut asker, 5, "q1");
    awaits(&mut other, 6, "q1");
    awaits(&mut other, 7, "q1");
    other.has_heard_everything();
    // Somebody else's patience does not matter to the person.
    other.withdraws(6);
    other.has_heard_everything();
    doorbell
        .person()
        .sees_card("example.com", OpenedLinkStateView::Waiting);
    asker.withdraws(5);
    assert_eq!(other.hears_result(7), json!({"state": "cancelled"}));
    doorbell
        .person()
        .sees_card("example.com", OpenedLinkStateView::Over);
    asker.has_heard_everything();
}

#[test]
fn a_doorbell_that_ends_leaves_nobody_waiting() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    opens(&doorbell, &mut asker, None);
    awaits(&mut asker, 5, "q1");
    asker.has_heard_everything();
    doorbell.handle.stop();
    assert_eq!(asker.hears_result(5), json!({"state": "cancelled"}));
    asker.is_cut_off();
}

#[test]
fn who_no_longer_waits_is_not_told() {
    let doorbell = Doorbell::start();
    let (mut asker, mut other) = (doorbell.asker(), doorbell.asker());
    opens(&doorbell, &mut asker, Some("e-1"));
    awaits(&mut asker, 5, "q1");
    awaits(&mut asker, 6, "q1");
    // Of another connection, the same id is another request.
    other.withdraws(6);
    other.has_heard_everything();
    asker.withdraws(5);
    completes(&mut asker, json!({"elicitationId": "e-1"}));
    asker.hears_result(6);
    asker.has_heard_everything();
}

#[test]
fn only_so_many_wait_on_one_connection() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    opens(&doorbell, &mut asker, Some("e-1"));
    for id in 100..132 {
        awaits(&mut asker, id, "q1");
    }
    awaits(&mut asker, 99, "q1");
    assert_eq!(asker.hears(), BUSY);
    completes(&mut asker, json!({"elicitationId": "e-1"}));
    for id in 100..132 {
        assert_eq!(asker.hears_result(id)["state"], "done");
    }
    asker.has_heard_everything();
}

#[test]
fn only_so_many_wait_in_all() {
    let doorbell = Doorbell::start_with(|config| config.limits.connections_per_process = 16);
    let mut asker = doorbell.asker();
    opens(&doorbell, &mut asker, Some("e-1"));
    let mut many: Vec<_> = (0..8).map(|_| doorbell.asker()).collect();
    for waiting in &mut many {
        for id in 100..132 {
            awaits(waiting, id, "q1");
        }
        waiting.has_heard_everything();
    }
    awaits(&mut asker, 99, "q1");
    assert_eq!(asker.hears(), BUSY);
    // One that gives up makes room.
    many[0].withdraws(100);
    many[0].has_heard_everything();
    awaits(&mut asker, 99, "q1");
    asker.has_heard_everything();
    completes(&mut asker, json!({"elicitationId": "e-1"}));
    assert_eq!(asker.hears_result(99)["state"], "done");
    for id in 101..132 {
        assert_eq!(many[0].hears_result(id)["state"], "done");
    }
    many[0].has_heard_everything();
}

#[test]
fn the_next_question_shows_beside_the_card() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    opens(&doorbell, &mut asker, Some("e-1"));
    doorbell.person().sees_only_cards();
    asker.asks(2, "Meanwhile", name_form());
    let question = doorbell.person().sees("Meanwhile");
    question.types("Name", "Ada");
    completes(&mut asker, json!({"elicitationId": "e-1"}));
    doorbell
        .person()
        .sees_card("example.com", OpenedLinkStateView::Done);
    // What the person types in does not change under their hands.
    question.sends();
    assert_eq!(asker.hears_result(2)["content"], json!({"name": "Ada"}));
    doorbell.person().sees_nothing();
}

#[test]
fn closing_the_window_cancels_no_card_and_open_brings_it_back() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    opens(&doorbell, &mut asker, Some("e-1"));
    awaits(&mut asker, 5, "q1");
    let person = doorbell.person();
    person.sees_only_cards();
    doorbell.handle.window_closed();
    person.sees_nothing();
    asker.has_heard_everything();
    let showing = asker.calls("doorbell/open", json!({}));
    assert_eq!(showing, json!({"showing": null}));
    let generation = person.sees_only_cards();
    assert_eq!(
        person.presses("", generation, Press::Dismiss),
        PressReply::Done
    );
    person.sees_nothing();
    asker.has_heard_everything();
    completes(&mut asker, json!({"elicitationId": "e-1"}));
    assert_eq!(asker.hears_result(5)["state"], "done");
}

fn link(elicitation: Option<&str>, meta: Value) -> Value {
    let mut params = json!({"mode": "url", "message": "Sign in", "url": URL, "_meta": meta});
    if let Some(elicitation) = elicitation {
        params["elicitationId"] = elicitation.into();
    }
    params
}

/// Asks to open a link, which the person does.
fn opens(doorbell: &Doorbell, asker: &mut Asker, elicitation: Option<&str>) {
    asker.asks_with(1, link(elicitation, json!({})));
    doorbell.person().sees("Sign in").does(Press::Open);
    assert_eq!(asker.hears_result(1)["action"], "accept");
}

fn completes(asker: &mut Asker, params: Value) {
    let notice = json!({
        "jsonrpc": "2.0",
        "method": "notifications/elicitation/complete",
        "params": params,
    });
    asker.says(&notice.to_string());
}

fn awaits(asker: &mut Asker, id: i64, question: &str) {
    asker.requests(id, "doorbell/awaitDone", json!({"question": question}));
}

/// How a link was finished, for one that is.
fn now(asker: &mut Asker, question: &str) -> Value {
    // What was decided before is none of this.
    asker.requests("now", "doorbell/awaitDone", json!({"question": question}));
    loop {
        let mut reply = asker.hears_json();
        if reply["id"] == "now" {
            return reply["result"].take();
        }
    }
}

/// A card that says how it ended is shown for a while.
fn the_card_goes(doorbell: &Doorbell, state: OpenedLinkStateView) {
    doorbell.lets_pass(BoardRules::STANDARD.done_shown - MOMENT);
    doorbell.person().sees_card("example.com", state);
    doorbell.lets_pass(MOMENT);
    doorbell.person().sees_nothing();
}

fn opened(doorbell: &Doorbell) -> usize {
    doorbell.screen.lock().opened.len()
}
