//! Rate limits, flood cards and muting: scenario tests.

use super::harness::{BoardHarness, LATER, SEND, question};
use super::*;
use crate::asker::Server;
use crate::outcome::Answer;
use crate::view::{
    FloodPress, FloodPressRequest, FloodView, InputDevice, MuteFor, Press, PressReply,
    QuestionStateView, ScreenView,
};

const MUTE: Press = Press::Mute {
    length: MuteFor::Hour,
};
const UNTIL: &str = "The person muted questions from this server until 2026-11-16 15:01.";

fn ask_for(harness: &mut BoardHarness, server: &str) -> Result<QuestionId, LimitReached> {
    let mut asked = question(1, 1, None);
    asked.claims.server = Some(Server {
        name: server.to_owned(),
        version: None,
        place: None,
    });
    let result = harness.board.ask(asked, &harness.now);
    harness.apply_effects();
    result
}

fn flood(harness: &mut BoardHarness, questions: usize) {
    for _ in 0..questions {
        let _ = ask_for(harness, "acme");
    }
}

fn press_card(harness: &mut BoardHarness, press: FloodPress) -> PressReply {
    let request = FloodPressRequest {
        id: harness
            .floods
            .first()
            .map_or_else(String::new, |card| card.id.clone()),
        press,
        by: InputDevice::Pointer,
    };
    let reply = harness.board.press_flood(&request, &harness.now);
    harness.apply_effects();
    reply
}

fn counts(floods: &[FloodView]) -> Vec<(u32, u32)> {
    floods
        .iter()
        .map(|card| (card.asked, card.refused))
        .collect()
}

#[test]
fn sixth_question_is_refused_but_not_of_another_server() {
    let mut harness = BoardHarness::new();
    for _ in 0..5 {
        ask_for(&mut harness, "acme").unwrap();
    }
    let refused = ask_for(&mut harness, "acme").unwrap_err();
    assert_eq!(
        refused.to_string(),
        "acme asked 6 times in 1 s; try again in 10 s."
    );
    ask_for(&mut harness, "other").unwrap();
}

#[test]
fn answered_questions_are_never_refused() {
    let mut harness = BoardHarness::new();
    for _ in 0..40 {
        ask_for(&mut harness, "acme").unwrap();
        harness.wait_for_guard();
        assert_eq!(harness.press(SEND), PressReply::Done);
    }
}

#[test]
fn full_session_takes_no_token() {
    let mut harness = BoardHarness::with(BoardRules {
        questions_per_session: 2,
        ..BoardRules::STANDARD
    });
    let first = ask_for(&mut harness, "acme").unwrap();
    ask_for(&mut harness, "acme").unwrap();
    for _ in 0..9 {
        let refused = ask_for(&mut harness, "acme").unwrap_err();
        assert_eq!(refused, LimitReached::Session { limit: 2 });
    }
    assert_eq!(counts(harness.board.floods()), [(3, 1)], "one card");
    harness.board.withdraw(first, None, &harness.now);
    ask_for(&mut harness, "acme").unwrap();
}

#[test]
fn refusals_share_one_card_updated_once_a_second() {
    let mut harness = BoardHarness::new();
    flood(&mut harness, 6);
    let card = FloodView {
        id: "f1".into(),
        asker: "agent-1".into(),
        server: "acme".into(),
        asked: 6,
        refused: 1,
        seconds: 1,
        at: harness.now.timestamp().as_millisecond(),
    };
    assert_eq!(harness.board.floods(), [card]);
    flood(&mut harness, 100);
    assert_eq!(counts(harness.board.floods()), [(6, 1)]);
    assert_eq!(
        harness.board.next_tick(),
        Some(harness.now.steady + Duration::from_secs(1))
    );
    harness.advance(1_000);
    harness.board.tick(&harness.now);
    assert_eq!(counts(harness.board.floods()), [(106, 101)]);
}

#[test]
fn card_enters_the_window_with_the_next_question() {
    let mut harness = BoardHarness::new();
    flood(&mut harness, 7);
    harness.advance(1_000);
    harness.board.tick(&harness.now);
    harness.apply_effects();
    assert_eq!(counts(&harness.floods), []);
    harness.wait_for_guard();
    assert_eq!(harness.press(SEND), PressReply::Done);
    assert_eq!(counts(&harness.floods), [(7, 2)]);
}

#[test]
fn number_of_cards_is_limited() {
    let mut harness = BoardHarness::with(BoardRules {
        questions: 0,
        ..BoardRules::STANDARD
    });
    for number in 0..20 {
        ask_for(&mut harness, &format!("server {number}")).unwrap_err();
    }
    harness.advance(1_000);
    harness.board.tick(&harness.now);
    let servers: Vec<_> = harness
        .board
        .floods()
        .iter()
        .map(|card| &card.server)
        .collect();
    assert_eq!(servers.len(), 8);
    assert_eq!(servers[7], "server 19");
}

#[test]
fn card_press_respects_the_guard() {
    let mut harness = BoardHarness::new();
    flood(&mut harness, 6);
    let dismiss = FloodPress::Dismiss;
    assert_eq!(
        press_card(&mut harness, dismiss),
        PressReply::Stale,
        "not in the window"
    );
    harness.wait_for_guard();
    harness.press(SEND);
    harness.paint();
    harness.advance(499);
    assert_eq!(press_card(&mut harness, dismiss), PressReply::TooSoon);
    harness.advance(1);
    assert_eq!(press_card(&mut harness, dismiss), PressReply::Done);
    assert_eq!(harness.floods, []);
    assert_eq!(
        harness.press(Press::Decline),
        PressReply::TooSoon,
        "it moved"
    );
    assert_eq!(harness.outcomes().len(), 1);
}

#[test]
fn mute_on_a_card_refuses_queued_questions() {
    let mut harness = BoardHarness::new();
    flood(&mut harness, 6);
    let other = ask_for(&mut harness, "other").unwrap();
    harness.wait_for_guard();
    harness.press(SEND);
    harness.wait_for_guard();
    let on_screen = harness.question_on_screen();
    let mute = FloodPress::Mute {
        length: MuteFor::Day,
    };
    assert_eq!(press_card(&mut harness, mute), PressReply::Done);
    assert_eq!(harness.question_on_screen(), on_screen);
    assert_eq!(harness.floods, []);
    let muted = ("agent-1".to_owned(), "acme".to_owned(), MuteFor::Day);
    assert_eq!(harness.muted, [muted]);
    let outcomes: Vec<_> = harness
        .outcomes()
        .into_iter()
        .map(|(_, outcome)| outcome)
        .collect();
    let refused = Outcome::Refused;
    assert_eq!(outcomes, [Outcome::Accepted, refused, refused, refused]);
    let open: Vec<_> = harness
        .board
        .iter_open()
        .map(|question| question.id)
        .collect();
    assert_eq!(open, [on_screen.unwrap(), other]);
}

#[test]
fn mute_refuses_the_question_with_a_reason() {
    let mut harness = BoardHarness::new();
    let id = harness.ask(1);
    harness.paint();
    harness.advance(499);
    assert_eq!(harness.press(MUTE), PressReply::TooSoon);
    harness.advance(1);
    assert_eq!(harness.press(MUTE), PressReply::Done);
    assert_eq!(harness.outcomes(), [(id, Outcome::Refused)]);
    let ending = &harness.ended[0].2;
    assert_eq!(ending.reason.as_deref(), Some(UNTIL));
    assert_eq!(ending.outcome.answer(), Answer::Cancel);
    assert_eq!(harness.screen, ScreenView::Nothing);
    assert_eq!(harness.muted.len(), 1);
}

#[test]
fn mute_refuses_queued_questions_and_announces_it() {
    let mut harness = BoardHarness::new();
    for _ in 0..3 {
        ask_for(&mut harness, "acme").unwrap();
    }
    let other = ask_for(&mut harness, "other").unwrap();
    harness.wait_for_guard();
    assert_eq!(harness.press(MUTE), PressReply::Done);
    assert_eq!(harness.outcomes().len(), 3);
    let ScreenView::Announcement { announcement } = &harness.screen else {
        panic!("something is announced");
    };
    assert_eq!(
        announcement.done,
        "Muted acme for an hour. 2 more of its questions were rejected."
    );
    assert_eq!(announcement.id, other.to_string());
}

#[test]
fn mute_on_a_form_with_input_needs_confirmation() {
    let mut harness = BoardHarness::new();
    let id = harness.ask(1);
    harness.wait_for_guard();
    harness.type_in(id, "Ada");
    let muting = QuestionStateView::Muting {
        length: MuteFor::Hour,
    };
    for cancel in [Press::KeepWaiting, Press::Dismiss] {
        assert_eq!(harness.press(MUTE), PressReply::Done);
        assert_eq!(harness.state(), Some(&muting));
        assert_eq!(harness.press(MUTE), PressReply::TooSoon, "a double click");
        harness.wait_for_guard();
        assert_eq!(harness.press(cancel), PressReply::Done);
        harness.wait_for_guard();
    }
    assert_eq!(harness.muted, []);
    harness.press(MUTE);
    harness.wait_for_guard();
    assert_eq!(harness.press(SEND), PressReply::Stale);
    assert_eq!(harness.press(MUTE), PressReply::Done);
    assert_eq!(harness.outcomes(), [(id, Outcome::Refused)]);
}

#[test]
fn mute_spares_snoozed_questions_with_input() {
    let mut harness = BoardHarness::new();
    let first = ask_for(&mut harness, "acme").unwrap();
    let second = ask_for(&mut harness, "acme").unwrap();
    harness.wait_for_guard();
    harness.type_in(first, "Ada");
    harness.press(LATER);
    harness.wait_for_guard();
    assert_eq!(harness.question_on_screen(), Some(second));
    assert_eq!(harness.press(MUTE), PressReply::Done);
    assert_eq!(harness.outcomes(), [(second, Outcome::Refused)]);
}
