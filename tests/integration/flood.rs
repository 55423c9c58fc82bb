//! Askers that ask too often are refused with a reason, and the person sees one card about it.

use std::time::Duration;

use doorbell_daemon::Config;
use doorbell_daemon::view::{
    InputDevice, FloodPress, FloodPressRequest, FloodView, HomePress, MuteFor, MuteView, Press, PressReply,
};
use serde_json::{Value, json};

use crate::support::{Asker, Doorbell, SEND, confirmation, patient};

/// Longer than any test: no room is made for another question because a machine is slow.
const HOUR_MS: u64 = 60 * 60 * 1000;
/// How often a card counts anew.
const COUNTED: Duration = Duration::from_secs(1);
const MUTED: &str = "The person muted questions from this server until they unmute it.";

#[test]
fn the_sixth_unanswered_question_is_refused_and_another_server_goes_on() {
    let doorbell = start();
    let mut asker = doorbell.asker();
    asks_often(&mut asker, "acme", 1..=5);
    asker.has_heard_everything();
    let reason = is_refused(&mut asker, 6, "acme");
    assert!(reason.starts_with("acme asked 6 times in "), "{reason}");
    assert!(reason.ends_with(" min."), "{reason}");
    asker.asks_with(7, of("other"));
    asker.has_heard_everything();
    assert_eq!(open(&mut asker), 6);
}

#[test]
fn a_new_connection_does_not_help() {
    let doorbell = start();
    let mut askers: Vec<_> = (0..6).map(|_| doorbell.asker()).collect();
    for asker in &mut askers[..5] {
        asker.asks_with(1, of("acme"));
        asker.has_heard_everything();
    }
    is_refused(&mut askers[5], 1, "acme");
}

#[test]
fn an_answer_makes_room_and_a_withdrawal_does_not() {
    for press in [SEND, Press::Decline] {
        let doorbell = start();
        let mut asker = doorbell.asker();
        asks_often(&mut asker, "acme", 1..=5);
        doorbell.person().sees("Deploy?").does(press);
        asker.hears_result(1);
        asker.asks_with(6, of("acme"));
        asker.has_heard_everything();
        asker.withdraws(6);
        is_refused(&mut asker, 7, "acme");
    }
}

#[test]
fn a_wizard_that_is_answered_is_never_refused() {
    let doorbell = start();
    let mut asker = doorbell.asker();
    for id in 1..=40 {
        asker.asks_with(id, of("acme"));
        doorbell.person().sees("Deploy?").sends();
        assert_eq!(asker.hears_result(id)["action"], "accept");
    }
    assert_eq!(doorbell.screen.lock().view.floods, []);
}

#[test]
fn after_three_declines_in_a_row_it_has_to_wait() {
    let doorbell = start();
    let mut asker = doorbell.asker();
    for id in 1..=3 {
        asker.asks_with(id, of("acme"));
        doorbell.person().sees("Deploy?").does(Press::Decline);
        assert_eq!(asker.hears_result(id)["action"], "decline");
    }
    assert_eq!(
        is_refused(&mut asker, 4, "acme"),
        "The person declined 3 questions of acme in a row; try again in 30 s."
    );
    asker.asks_with(5, of("other"));
    doorbell.person().sees("Deploy?");
}

#[test]
fn the_257th_question_is_refused_and_the_256th_is_not() {
    let doorbell = Doorbell::start_with(|config| {
        patient(config);
        config.limits.questions_per_session = usize::MAX;
    });
    let mut asker = doorbell.asker();
    asks_often(&mut asker, "acme", 1..=256);
    assert_eq!(open(&mut asker), 256);
    assert_eq!(
        is_refused(&mut asker, 257, "other"),
        "There are 256 open questions; ask again when one is answered."
    );
    asker.withdraws(256);
    asker.asks_with(257, of("acme"));
    assert_eq!(open(&mut asker), 256);
}

#[test]
fn the_person_sees_one_card_beside_the_next_question_and_one_notification() {
    let doorbell = start();
    doorbell.handle.home_ready();
    let mut asker = doorbell.asker();
    asks_often(&mut asker, "acme", 1..=14);
    for id in 6..=14 {
        assert_eq!(asker.hears_result(id)["action"], "cancel");
    }
    doorbell.lets_pass(COUNTED);
    let card = in_home(&doorbell, |card| card.refused == 9);
    assert_eq!((card.server.as_str(), card.asked), ("acme", 14));
    let first = doorbell.person().sees("Deploy?");
    assert_eq!(doorbell.screen.lock().view.floods, [], "it moves nothing");
    first.sends();
    asker.hears_result(1);
    doorbell.person().sees("Deploy?");
    doorbell.screen.wait_for("4 in the tray", |state| {
        (state.tray.as_ref()?.state.count() == 4).then_some(())
    });
    let state = doorbell.screen.lock();
    assert_eq!(state.view.floods.len(), 1);
    assert_eq!(state.loud.len(), 1, "{:?}", state.loud);
}

#[test]
fn a_flood_is_one_line_in_history_also_over_many_connections() {
    let temp = tempfile::tempdir().unwrap();
    let path = temp.path().join("doorbell.db");
    let doorbell = Doorbell::start_with(|config| {
        config.database = Some(path);
        make_no_room(config);
    });
    // Connections are read side by side: one must have been heard before the next one's turn counts.
    let mut first = doorbell.asker();
    asks_often(&mut first, "acme", 1..=5);
    first.has_heard_everything();
    drop(first);
    let mut asker = doorbell.asker();
    for id in 1..=5 {
        is_refused(&mut asker, id, "acme");
    }
    for _ in 0..20 {
        is_refused(&mut doorbell.asker(), 1, "acme");
    }
    assert_eq!(doorbell.person().looks_up("refused").entries.len(), 1);
}

#[test]
fn mute_on_the_card_refuses_what_waits_and_what_comes() {
    let doorbell = start();
    let mut asker = doorbell.asker();
    asks_often(&mut asker, "acme", 1..=6);
    asker.hears_result(6);
    doorbell.person().sees("Deploy?").sends();
    asker.hears_result(1);
    let showing = doorbell.person().sees("Deploy?");
    let card = doorbell.screen.lock().view.floods[0].clone();
    let mute = FloodPress::Mute {
        length: MuteFor::Always,
    };
    assert_eq!(presses(&doorbell, &card, mute), PressReply::Done);
    for id in 3..=5 {
        assert_eq!(reason_of(&asker.hears_result(id)), MUTED);
    }
    assert_eq!(presses(&doorbell, &card, mute), PressReply::Stale);
    assert_eq!(is_refused(&mut asker, 7, "acme"), MUTED);
    assert_eq!(doorbell.screen.lock().view.floods, []);
    let view = doorbell.person().sees_where("Deploy?", |question| {
        question.id == showing.view.id && question.place.of == 1
    });
    view.sends();
    assert_eq!(asker.hears_result(2)["action"], "accept");
}

#[test]
fn home_dismisses_a_card_and_mutes_from_it() {
    let doorbell = start();
    doorbell.handle.home_ready();
    let mut asker = doorbell.asker();
    asks_often(&mut asker, "acme", 1..=6);
    let press = |card: FloodView, on| {
        doorbell
            .handle
            .home_pressed(HomePress::Flood { id: card.id, on });
        doorbell.screen.wait_for("no card", |state| {
            state.home.as_ref()?.floods.is_empty().then_some(())
        });
    };
    press(in_home(&doorbell, |_| true), FloodPress::Dismiss);
    asks_often(&mut asker, "acme", 7..=7);
    asker.hears_result(6);
    asker.hears_result(7);
    doorbell.lets_pass(COUNTED);
    let mute = FloodPress::Mute {
        length: MuteFor::Hour,
    };
    press(in_home(&doorbell, |_| true), mute);
    let known = doorbell.person().knows();
    assert!(matches!(known[0].mute, MuteView::Until { .. }));
}

#[test]
fn mute_in_the_window_refuses_the_question_and_never_declines() {
    let doorbell = start();
    let mut asker = doorbell.asker();
    asks_often(&mut asker, "acme", 1..=2);
    asker.has_heard_everything();
    let always = Press::Mute {
        length: MuteFor::Always,
    };
    doorbell.person().sees("Deploy?").does(always);
    let (first, second) = (asker.hears_json(), asker.hears_json());
    for reply in [first, second] {
        assert_eq!(reply["result"]["action"], "cancel", "{reply}");
        assert_eq!(reason_of(&reply["result"]), MUTED);
    }
    assert_eq!(is_refused(&mut asker, 3, "acme"), MUTED);
    let said = doorbell.person().sees_announcement().done;
    let known = "Muted acme until you unmute it. Another question of it was refused.";
    assert_eq!(said, known);
}

/// The card in Home, once it is as told.
fn in_home(doorbell: &Doorbell, is_so: impl Fn(&FloodView) -> bool) -> FloodView {
    doorbell.screen.wait_for("a card in Home", |state| {
        let cards = &state.home.as_ref()?.floods;
        assert!(cards.len() <= 1, "{cards:?}");
        cards.first().filter(|card| is_so(card)).cloned()
    })
}

fn presses(doorbell: &Doorbell, card: &FloodView, press: FloodPress) -> PressReply {
    doorbell.person().presses_flood(FloodPressRequest {
        id: card.id.clone(),
        press,
        by: InputDevice::Pointer,
    })
}

fn asks_often(asker: &mut Asker, server: &str, ids: impl IntoIterator<Item = u64>) {
    for id in ids {
        asker.asks_with(id, of(server));
    }
}

/// How many questions are open.
fn open(asker: &mut Asker) -> u64 {
    asker.calls("doorbell/status", json!({}))["open"]
        .as_u64()
        .unwrap()
}

fn is_refused(asker: &mut Asker, id: u64, server: &str) -> String {
    asker.asks_with(id, of(server));
    reason_of(&asker.hears_result(id))
}

/// The reason of a result that must be a refusal.
fn reason_of(result: &Value) -> String {
    assert_eq!(result["action"], "cancel", "{result}");
    let outcome = &result["_meta"]["dev.doorbell/outcome"];
    assert_eq!(outcome["outcome"], "refused", "{result}");
    outcome["reason"].as_str().unwrap().to_owned()
}

fn of(server: &str) -> Value {
    json!({
        "message": "Deploy?",
        "requestedSchema": confirmation(),
        "_meta": {"dev.doorbell/asker": {"server": {"name": server}}},
    })
}

fn start() -> Doorbell {
    Doorbell::start_with(make_no_room)
}

fn make_no_room(config: &mut Config) {
    config.limits.question_every_ms = HOUR_MS;
}
