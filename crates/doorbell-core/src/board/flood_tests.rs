//! Askers that ask too often, and the person who mutes them, told as short scenes.

use super::play::{LATER, Play, SEND, question};
use super::*;
use crate::asker::Server;
use crate::outcome::Answer;
use crate::view::{
    By, FloodPress, FloodPressSaid, FloodView, MuteFor, Press, PressReply, StageView, StateView,
};

const MUTE: Press = Press::Mute {
    length: MuteFor::Hour,
};
const UNTIL: &str = "The person muted questions from this server until 2026-11-16 15:01.";

fn ask_for(play: &mut Play, server: &str) -> Result<QuestionId, NoRoom> {
    let mut asked = question(1, 1, None);
    asked.claims.server = Some(Server {
        name: server.to_owned(),
        version: None,
        place: None,
    });
    let taken = play.board.ask(asked, &play.now);
    play.settle();
    taken
}

/// Asks so often that the rest is refused.
fn flood(play: &mut Play, questions: usize) {
    for _ in 0..questions {
        let _ = ask_for(play, "acme");
    }
}

fn press_card(play: &mut Play, press: FloodPress) -> PressReply {
    let said = FloodPressSaid {
        id: play
            .floods
            .first()
            .map_or_else(String::new, |card| card.id.clone()),
        press,
        by: By::Pointer,
    };
    let reply = play.board.press_flood(&said, &play.now);
    play.settle();
    reply
}

fn numbers(floods: &[FloodView]) -> Vec<(u32, u32)> {
    floods
        .iter()
        .map(|card| (card.asked, card.refused))
        .collect()
}

#[test]
fn the_sixth_is_refused_and_another_server_goes_on() {
    let mut play = Play::new();
    for _ in 0..5 {
        ask_for(&mut play, "acme").unwrap();
    }
    let refused = ask_for(&mut play, "acme").unwrap_err();
    assert_eq!(
        refused.to_string(),
        "acme asked 6 times in 1 s; try again in 10 s."
    );
    ask_for(&mut play, "other").unwrap();
}

#[test]
fn an_answer_makes_room_for_the_next_however_many_there_are() {
    let mut play = Play::new();
    for _ in 0..40 {
        ask_for(&mut play, "acme").unwrap();
        play.look();
        assert_eq!(play.press(SEND), PressReply::Done);
    }
}

#[test]
fn a_full_session_or_board_takes_no_token() {
    let mut play = Play::with(BoardRules {
        questions_per_session: 2,
        ..BoardRules::STANDARD
    });
    let first = ask_for(&mut play, "acme").unwrap();
    ask_for(&mut play, "acme").unwrap();
    for _ in 0..9 {
        let refused = ask_for(&mut play, "acme").unwrap_err();
        assert_eq!(refused, NoRoom::Session { most: 2 });
    }
    assert_eq!(numbers(play.board.floods()), [(3, 1)], "one card");
    play.board.withdraw(first, &play.now);
    ask_for(&mut play, "acme").unwrap();
}

#[test]
fn what_is_refused_is_one_card_that_changes_once_a_second() {
    let mut play = Play::new();
    flood(&mut play, 6);
    let card = FloodView {
        id: "f1".into(),
        asker: "agent-1".into(),
        server: "acme".into(),
        asked: 6,
        refused: 1,
        seconds: 1,
        at: play.now.timestamp().as_millisecond(),
    };
    assert_eq!(play.board.floods(), [card]);
    flood(&mut play, 100);
    assert_eq!(numbers(play.board.floods()), [(6, 1)]);
    assert_eq!(
        play.board.next_tick(),
        Some(play.now.steady + Duration::from_secs(1))
    );
    play.pass(1_000);
    play.board.tick(&play.now);
    assert_eq!(numbers(play.board.floods()), [(106, 101)]);
}

#[test]
fn a_card_joins_the_window_with_the_next_question_and_never_moves_this_one() {
    let mut play = Play::new();
    flood(&mut play, 7);
    play.pass(1_000);
    play.board.tick(&play.now);
    play.settle();
    assert_eq!(numbers(&play.floods), []);
    play.look();
    assert_eq!(play.press(SEND), PressReply::Done);
    assert_eq!(numbers(&play.floods), [(7, 2)]);
}

#[test]
fn cards_are_few_however_many_servers_there_are() {
    let mut play = Play::with(BoardRules {
        questions: 0,
        ..BoardRules::STANDARD
    });
    for number in 0..20 {
        ask_for(&mut play, &format!("server {number}")).unwrap_err();
    }
    play.pass(1_000);
    play.board.tick(&play.now);
    let servers: Vec<_> = play
        .board
        .floods()
        .iter()
        .map(|card| &card.server)
        .collect();
    assert_eq!(servers.len(), 8);
    assert_eq!(servers[7], "server 19");
}

#[test]
fn a_press_on_a_card_counts_500_ms_after_it_was_seen() {
    let mut play = Play::new();
    flood(&mut play, 6);
    let dismiss = FloodPress::Dismiss;
    assert_eq!(press_card(&mut play, dismiss), PressReply::Stale, "unseen");
    play.look();
    play.press(SEND);
    play.paint();
    play.pass(499);
    assert_eq!(press_card(&mut play, dismiss), PressReply::TooSoon);
    play.pass(1);
    assert_eq!(press_card(&mut play, dismiss), PressReply::Done);
    assert_eq!(play.floods, []);
    assert_eq!(play.press(Press::Decline), PressReply::TooSoon, "it moved");
    assert_eq!(play.outcomes().len(), 1);
}

#[test]
fn mute_on_a_card_refuses_what_waits_but_not_what_is_on_the_screen() {
    let mut play = Play::new();
    flood(&mut play, 6);
    let other = ask_for(&mut play, "other").unwrap();
    play.look();
    play.press(SEND);
    play.look();
    let showing = play.question_on_screen();
    let mute = FloodPress::Mute {
        length: MuteFor::Day,
    };
    assert_eq!(press_card(&mut play, mute), PressReply::Done);
    assert_eq!(play.question_on_screen(), showing);
    assert_eq!(play.floods, []);
    let muted = ("agent-1".to_owned(), "acme".to_owned(), MuteFor::Day);
    assert_eq!(play.muted, [muted]);
    let outcomes: Vec<_> = play
        .outcomes()
        .into_iter()
        .map(|(_, outcome)| outcome)
        .collect();
    let refused = Outcome::Refused;
    assert_eq!(outcomes, [Outcome::Accepted, refused, refused, refused]);
    let open: Vec<_> = play.board.waiting().map(|question| question.id).collect();
    assert_eq!(open, [showing.unwrap(), other]);
}

#[test]
fn mute_refuses_the_question_with_the_reason_and_never_declines() {
    let mut play = Play::new();
    let id = play.ask(1);
    play.paint();
    play.pass(499);
    assert_eq!(play.press(MUTE), PressReply::TooSoon);
    play.pass(1);
    assert_eq!(play.press(MUTE), PressReply::Done);
    assert_eq!(play.outcomes(), [(id, Outcome::Refused)]);
    let ending = &play.ended[0].2;
    assert_eq!(ending.reason.as_deref(), Some(UNTIL));
    assert_eq!(ending.outcome.answer(), Answer::Cancel);
    assert_eq!(play.shown, StageView::Nothing);
    assert_eq!(play.muted.len(), 1);
}

#[test]
fn mute_takes_what_waits_of_the_same_server_along_and_says_so() {
    let mut play = Play::new();
    for _ in 0..3 {
        ask_for(&mut play, "acme").unwrap();
    }
    let other = ask_for(&mut play, "other").unwrap();
    play.look();
    assert_eq!(play.press(MUTE), PressReply::Done);
    assert_eq!(play.outcomes().len(), 3);
    let StageView::Announcement { announcement } = &play.shown else {
        panic!("something is announced");
    };
    assert_eq!(
        announcement.done,
        "Muted acme for an hour. 2 more of its questions were refused."
    );
    assert_eq!(announcement.id, other.to_string());
}

#[test]
fn a_form_that_was_typed_in_asks_before_it_mutes() {
    let mut play = Play::new();
    let id = play.ask(1);
    play.look();
    play.type_in(id, "Ada");
    let muting = StateView::Muting {
        length: MuteFor::Hour,
    };
    for stay in [Press::KeepWaiting, Press::Dismiss] {
        assert_eq!(play.press(MUTE), PressReply::Done);
        assert_eq!(play.state(), Some(&muting));
        assert_eq!(play.press(MUTE), PressReply::TooSoon, "a double click");
        play.look();
        assert_eq!(play.press(stay), PressReply::Done);
        play.look();
    }
    assert_eq!(play.muted, []);
    play.press(MUTE);
    play.look();
    assert_eq!(play.press(SEND), PressReply::Stale);
    assert_eq!(play.press(MUTE), PressReply::Done);
    assert_eq!(play.outcomes(), [(id, Outcome::Refused)]);
}

#[test]
fn what_was_typed_in_and_put_aside_survives_a_mute() {
    let mut play = Play::new();
    let first = ask_for(&mut play, "acme").unwrap();
    let second = ask_for(&mut play, "acme").unwrap();
    play.look();
    play.type_in(first, "Ada");
    play.press(LATER);
    play.look();
    assert_eq!(play.question_on_screen(), Some(second));
    assert_eq!(play.press(MUTE), PressReply::Done);
    assert_eq!(play.outcomes(), [(second, Outcome::Refused)]);
}
