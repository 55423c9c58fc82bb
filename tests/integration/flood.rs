//! Flood limits: askers that ask too often are refused, and the person sees one card about it.

use std::time::Duration;

use doorbell_daemon::Config;
use doorbell_daemon::view::{
    FloodPress, FloodPressRequest, FloodView, HomePress, InputDevice, MuteFor, MuteView, Press,
    PressReply,
};
use serde_json::{Value, json};

use crate::support::{Asker, Doorbell, SEND, empty_form, without_flood_limits};

/// Longer than any test, so that no slot is freed by time.
const HOUR_MS: u64 = 60 * 60 * 1000;
/// How often the count on a card is updated.
const COUNT_INTERVAL: Duration = Duration::from_secs(1);
const MUTED: &str = "The person muted questions from this server until they unmute it.";

#[test]
fn sixth_unanswered_question_is_refused_but_other_servers_may_ask() {
    let doorbell = start();
    let mut asker = doorbell.asker();
    ask_many(&mut asker, "acme", 1..=5);
    asker.assert_nothing_unread();
    let reason = ask_and_expect_refusal(&mut asker, 6, "acme");
    assert!(reason.starts_with("acme asked 6 times in "), "{reason}");
    assert!(reason.ends_with(" min."), "{reason}");
    asker.ask_with(7, question_from("other"));
    asker.assert_nothing_unread();
    assert_eq!(open_count(&mut asker), 6);
}

#[test]
fn new_connection_does_not_reset_the_flood_limit() {
    let doorbell = start();
    let mut askers: Vec<_> = (0..6).map(|_| doorbell.asker()).collect();
    for asker in &mut askers[..5] {
        asker.ask_with(1, question_from("acme"));
        asker.assert_nothing_unread();
    }
    ask_and_expect_refusal(&mut askers[5], 1, "acme");
}

#[test]
fn answer_frees_a_flood_slot_but_withdrawal_does_not() {
    for press in [SEND, Press::Decline] {
        let doorbell = start();
        let mut asker = doorbell.asker();
        ask_many(&mut asker, "acme", 1..=5);
        doorbell.wait_for_question("Deploy?").press(press);
        asker.read_result(1);
        asker.ask_with(6, question_from("acme"));
        asker.assert_nothing_unread();
        asker.withdraw(6);
        ask_and_expect_refusal(&mut asker, 7, "acme");
    }
}

#[test]
fn server_that_asks_one_at_a_time_is_never_refused() {
    let doorbell = start();
    let mut asker = doorbell.asker();
    for id in 1..=40 {
        asker.ask_with(id, question_from("acme"));
        doorbell.wait_for_question("Deploy?").send();
        assert_eq!(asker.read_result(id)["action"], "accept");
    }
    assert_eq!(doorbell.desktop.lock().view.floods, []);
}

#[test]
fn server_must_wait_after_three_declines_in_a_row() {
    let doorbell = start();
    let mut asker = doorbell.asker();
    for id in 1..=3 {
        asker.ask_with(id, question_from("acme"));
        doorbell.wait_for_question("Deploy?").press(Press::Decline);
        assert_eq!(asker.read_result(id)["action"], "decline");
    }
    assert_eq!(
        ask_and_expect_refusal(&mut asker, 4, "acme"),
        "The person declined 3 questions of acme in a row; try again in 30 s."
    );
    asker.ask_with(5, question_from("other"));
    doorbell.wait_for_question("Deploy?");
}

#[test]
fn question_257_ask_and_expect_refusal() {
    let doorbell = Doorbell::start_with(|config| {
        without_flood_limits(config);
        config.limits.questions_per_session = usize::MAX;
    });
    let mut asker = doorbell.asker();
    ask_many(&mut asker, "acme", 1..=256);
    assert_eq!(open_count(&mut asker), 256);
    assert_eq!(
        ask_and_expect_refusal(&mut asker, 257, "other"),
        "There are 256 open questions; ask again when one is answered."
    );
    asker.withdraw(256);
    asker.ask_with(257, question_from("acme"));
    assert_eq!(open_count(&mut asker), 256);
}

#[test]
fn flood_shows_one_card_and_one_notification() {
    let doorbell = start();
    doorbell.handle.home_ready();
    let mut asker = doorbell.asker();
    ask_many(&mut asker, "acme", 1..=14);
    for id in 6..=14 {
        assert_eq!(asker.read_result(id)["action"], "cancel");
    }
    doorbell.advance(COUNT_INTERVAL);
    let card = wait_for_home_card(&doorbell, |card| card.refused == 9);
    assert_eq!((card.server.as_str(), card.asked), ("acme", 14));
    let first = doorbell.wait_for_question("Deploy?");
    assert_eq!(
        doorbell.desktop.lock().view.floods,
        [],
        "the card does not move the shown question"
    );
    first.send();
    asker.read_result(1);
    doorbell.wait_for_question("Deploy?");
    doorbell.desktop.wait_for("4 in the tray", |state| {
        (state.tray.as_ref()?.state.count() == 4).then_some(())
    });
    let state = doorbell.desktop.lock();
    assert_eq!(state.view.floods.len(), 1);
    assert_eq!(
        state.loud_notifications.len(),
        1,
        "{:?}",
        state.loud_notifications
    );
}

#[test]
fn flood_over_many_connections_is_one_history_entry() {
    let temp = tempfile::tempdir().unwrap();
    let path = temp.path().join("doorbell.db");
    let doorbell = Doorbell::start_with(|config| {
        config.database = Some(path);
        never_free_slots(config);
    });
    // Connections are read concurrently, so the first must be handled before the next one asks.
    let mut first = doorbell.asker();
    ask_many(&mut first, "acme", 1..=5);
    first.assert_nothing_unread();
    drop(first);
    let mut asker = doorbell.asker();
    for id in 1..=5 {
        ask_and_expect_refusal(&mut asker, id, "acme");
    }
    for _ in 0..20 {
        ask_and_expect_refusal(&mut doorbell.asker(), 1, "acme");
    }
    assert_eq!(doorbell.person().search_history("refused").entries.len(), 1);
}

#[test]
fn mute_on_flood_card_refuses_queued_and_later_questions() {
    let doorbell = start();
    let mut asker = doorbell.asker();
    ask_many(&mut asker, "acme", 1..=6);
    asker.read_result(6);
    doorbell.wait_for_question("Deploy?").send();
    asker.read_result(1);
    let showing = doorbell.wait_for_question("Deploy?");
    let card = doorbell.desktop.lock().view.floods[0].clone();
    let mute = FloodPress::Mute {
        length: MuteFor::Always,
    };
    assert_eq!(press_card(&doorbell, &card, mute), PressReply::Done);
    for id in 3..=5 {
        assert_eq!(refusal_reason(&asker.read_result(id)), MUTED);
    }
    assert_eq!(press_card(&doorbell, &card, mute), PressReply::Stale);
    assert_eq!(ask_and_expect_refusal(&mut asker, 7, "acme"), MUTED);
    assert_eq!(doorbell.desktop.lock().view.floods, []);
    let view = doorbell.wait_for_question_where("Deploy?", |question| {
        question.id == showing.view.id && question.waiting == 0
    });
    view.send();
    assert_eq!(asker.read_result(2)["action"], "accept");
}

#[test]
fn flood_card_in_home_can_be_dismissed_and_muted() {
    let doorbell = start();
    doorbell.handle.home_ready();
    let mut asker = doorbell.asker();
    ask_many(&mut asker, "acme", 1..=6);
    let press = |card: FloodView, on| {
        doorbell
            .handle
            .home_pressed(HomePress::Flood { id: card.id, on });
        doorbell.desktop.wait_for("no card", |state| {
            state.home.as_ref()?.floods.is_empty().then_some(())
        });
    };
    press(wait_for_home_card(&doorbell, |_| true), FloodPress::Dismiss);
    ask_many(&mut asker, "acme", 7..=7);
    asker.read_result(6);
    asker.read_result(7);
    doorbell.advance(COUNT_INTERVAL);
    let mute = FloodPress::Mute {
        length: MuteFor::Hour,
    };
    press(wait_for_home_card(&doorbell, |_| true), mute);
    let askers = doorbell.person().list_askers();
    assert!(matches!(askers[0].mute, MuteView::Until { .. }));
}

#[test]
fn mute_in_window_refuses_the_question_and_never_declines() {
    let doorbell = start();
    let mut asker = doorbell.asker();
    ask_many(&mut asker, "acme", 1..=2);
    asker.assert_nothing_unread();
    let always = Press::Mute {
        length: MuteFor::Always,
    };
    doorbell.wait_for_question("Deploy?").press(always);
    let (first, second) = (asker.read_json(), asker.read_json());
    for reply in [first, second] {
        assert_eq!(reply["result"]["action"], "cancel", "{reply}");
        assert_eq!(refusal_reason(&reply["result"]), MUTED);
    }
    assert_eq!(ask_and_expect_refusal(&mut asker, 3, "acme"), MUTED);
    let announcement = doorbell.person().wait_for_announcement().done;
    let expected = "Muted acme until you unmute it. One more of its questions was rejected.";
    assert_eq!(announcement, expected);
}

/// Waits until the flood card in Home meets the condition.
fn wait_for_home_card(doorbell: &Doorbell, condition: impl Fn(&FloodView) -> bool) -> FloodView {
    doorbell.desktop.wait_for("a card in Home", |state| {
        let cards = &state.home.as_ref()?.floods;
        assert!(cards.len() <= 1, "{cards:?}");
        cards.first().filter(|card| condition(card)).cloned()
    })
}

fn press_card(doorbell: &Doorbell, card: &FloodView, press: FloodPress) -> PressReply {
    doorbell.person().press_flood_card(FloodPressRequest {
        id: card.id.clone(),
        press,
        by: InputDevice::Pointer,
    })
}

fn ask_many(asker: &mut Asker, server: &str, ids: impl IntoIterator<Item = u64>) {
    for id in ids {
        asker.ask_with(id, question_from(server));
    }
}

fn open_count(asker: &mut Asker) -> u64 {
    asker.call("doorbell/status", json!({}))["open"]
        .as_u64()
        .unwrap()
}

fn ask_and_expect_refusal(asker: &mut Asker, id: u64, server: &str) -> String {
    asker.ask_with(id, question_from(server));
    refusal_reason(&asker.read_result(id))
}

/// Asserts that the result is a refusal and returns its reason.
fn refusal_reason(result: &Value) -> String {
    assert_eq!(result["action"], "cancel", "{result}");
    let outcome = &result["_meta"]["dev.doorbell/outcome"];
    assert_eq!(outcome["outcome"], "refused", "{result}");
    outcome["reason"].as_str().unwrap().to_owned()
}

fn question_from(server: &str) -> Value {
    json!({
        "message": "Deploy?",
        "requestedSchema": empty_form(),
        "_meta": {"dev.doorbell/asker": {"server": {"name": server}}},
    })
}

fn start() -> Doorbell {
    Doorbell::start_with(never_free_slots)
}

fn never_free_slots(config: &mut Config) {
    config.limits.question_every_ms = HOUR_MS;
}
