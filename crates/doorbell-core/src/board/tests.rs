//! The board's rules, told as short scenes.

use std::time::Duration;

use serde_json::json;

use super::play::{LATER, Play, SEND, question};
use super::*;
use crate::form::Input;
use crate::view::{BodyView, By, Press, PressReply, PressSaid, StageView, StateView};

const NEVER: Duration = Duration::from_secs(100 * 365 * 24 * 3600);

#[test]
fn a_question_is_shown_answered_and_leaves() {
    let mut play = Play::new();
    let id = play.ask(1);
    assert_eq!(play.question_on_screen(), Some(id));
    play.look();
    assert!(play.type_in(id, "Ada"));
    assert_eq!(play.press(SEND), PressReply::Done);
    let (_, asker, ending) = play.ended.pop().unwrap();
    assert_eq!(asker, AskerId(1));
    assert_eq!(ending.outcome, Outcome::Accepted);
    assert_eq!(
        serde_json::Value::from(ending.content.unwrap()),
        json!({"name": "Ada"})
    );
    assert!(ending.shown_at.unwrap() < ending.answered_at.unwrap());
    assert_eq!(play.shown, StageView::Nothing);
}

#[test]
fn a_press_counts_500_ms_after_the_question_was_seen_and_not_before() {
    let mut play = Play::new();
    play.ask(1);
    play.pass(5_000);
    assert_eq!(play.press(Press::Decline), PressReply::TooSoon, "not drawn");
    play.paint();
    play.pass(499);
    for press in [SEND, Press::Decline, Press::Dismiss, LATER] {
        assert_eq!(play.press(press), PressReply::TooSoon, "{press:?}");
    }
    play.pass(1);
    assert_eq!(play.press(Press::Decline), PressReply::Done);
}

#[test]
fn moving_the_window_starts_the_wait_again() {
    let mut play = Play::new();
    play.ask(1);
    play.look();
    play.board.moved(&play.now);
    play.pass(499);
    assert_eq!(play.press(SEND), PressReply::TooSoon);
    play.pass(1);
    assert_eq!(play.press(SEND), PressReply::Done);
}

#[test]
fn a_key_waits_for_the_focus_too_but_a_click_does_not() {
    let mut play = Play::new();
    play.ask(1);
    play.look();
    play.board.focus_changed(true, &play.now);
    play.pass(499);
    assert_eq!(play.press_by(SEND, By::Key), PressReply::TooSoon);
    assert_eq!(play.press_by(SEND, By::Pointer), PressReply::Done);
    let mut play = Play::new();
    play.ask(1);
    play.look();
    play.board.focus_changed(true, &play.now);
    play.pass(500);
    assert_eq!(play.press_by(SEND, By::Key), PressReply::Done);
}

#[test]
fn a_press_meant_for_something_else_does_nothing() {
    let mut play = Play::new();
    let first = play.ask(1);
    play.look();
    let (_, generation) = play.on_screen().unwrap();
    let stale = |id: &str, generation| PressSaid {
        id: id.to_owned(),
        generation,
        press: Press::Decline,
        by: By::Pointer,
    };
    for said in [
        stale(&first.to_string(), generation + 1),
        stale("q99", generation),
        stale("nonsense", generation),
    ] {
        assert_eq!(play.board.press(&said, &play.now), PressReply::Stale);
    }
    assert!(play.board.take_effects().is_empty());
}

#[test]
fn the_visible_question_stays_and_others_wait_their_turn() {
    let mut play = Play::new();
    let first = play.ask(1);
    play.look();
    let second = play.ask(1);
    let third = play.ask(1);
    assert_eq!(play.question_on_screen(), Some(first));
    let StageView::Question { question } = &play.shown else {
        panic!("a question is shown");
    };
    assert_eq!((question.place.position, question.place.of), (1, 3));
    for next in [second, third] {
        play.look();
        assert_eq!(play.press(SEND), PressReply::Done);
        assert_eq!(play.question_on_screen(), Some(next));
    }
}

#[test]
fn sessions_take_turns_and_another_session_is_announced() {
    let mut play = Play::new();
    let first = play.ask(1);
    let again = play.ask(1);
    let other = play.ask(2);
    play.look();
    assert_eq!(play.question_on_screen(), Some(first));
    assert_eq!(play.press(SEND), PressReply::Done);
    let StageView::Announcement { announcement } = &play.shown else {
        panic!("the other session is announced");
    };
    assert_eq!(announcement.done, "Sent to agent-1.");
    assert_eq!(announcement.next.as_deref(), Some("agent-2"));
    // A second Ctrl+Enter reaches nobody.
    assert_eq!(play.press_by(SEND, By::Key), PressReply::TooSoon);
    play.look();
    assert_eq!(play.press_by(SEND, By::Key), PressReply::Stale);
    assert_eq!(play.press(Press::Show), PressReply::Done);
    assert_eq!(play.question_on_screen(), Some(other));
    play.look();
    play.press(SEND);
    play.look();
    play.press(Press::Show);
    assert_eq!(play.question_on_screen(), Some(again));
}

#[test]
fn a_session_that_keeps_asking_cannot_keep_others_waiting() {
    let mut play = Play::new();
    play.ask(1);
    let patient = play.ask(2);
    play.look();
    for _ in 0..3 {
        play.ask(1);
        play.ask(3);
    }
    play.press(SEND);
    assert_eq!(play.on_screen().map(|(id, _)| id), Some(Some(patient)));
}

#[test]
fn only_decline_declines() {
    let mut play = Play::new();
    let declined = play.ask(1);
    play.look();
    play.press(Press::Decline);
    let dismissed = play.ask(1);
    play.look();
    play.press_by(Press::Dismiss, By::Key);
    let closed = play.ask(1);
    play.board.close_window(&play.now);
    play.settle();
    assert_eq!(
        play.outcomes(),
        [
            (declined, Outcome::Declined),
            (dismissed, Outcome::Dismissed),
            (closed, Outcome::Dismissed)
        ]
    );
    assert_eq!(Outcome::Dismissed.answer(), crate::outcome::Answer::Cancel);
}

#[test]
fn closing_a_touched_form_asks_once() {
    let mut play = Play::new();
    let id = play.ask(1);
    play.look();
    play.type_in(id, "A");
    assert_eq!(play.press(Press::Dismiss), PressReply::Done);
    assert_eq!(play.state(), Some(&StateView::Stopping));
    assert_eq!(play.press(Press::KeepWaiting), PressReply::Done);
    assert_eq!(play.state(), Some(&StateView::Open { deadline: None }));
    play.board.close_window(&play.now);
    play.settle();
    assert_eq!(play.state(), Some(&StateView::Stopping));
    assert_eq!(play.press(Press::Stop), PressReply::TooSoon);
    play.look();
    assert_eq!(play.press(Press::Stop), PressReply::Done);
    assert_eq!(play.outcomes(), [(id, Outcome::Dismissed)]);
}

#[test]
fn closing_the_window_twice_stops_a_touched_form() {
    let mut play = Play::new();
    let id = play.ask(1);
    play.look();
    play.type_in(id, "A");
    play.board.close_window(&play.now);
    play.board.close_window(&play.now);
    play.settle();
    assert_eq!(play.outcomes(), [(id, Outcome::Dismissed)]);
}

#[test]
fn an_untouched_question_leaves_with_its_asker() {
    let mut play = Play::new();
    let id = play.ask(1);
    play.look();
    play.board.withdraw(id, &play.now);
    play.settle();
    assert_eq!(play.shown, StageView::Nothing);
    assert_eq!(play.outcomes(), [(id, Outcome::Withdrawn)]);
}

#[test]
fn a_touched_question_stays_when_its_asker_leaves() {
    let mut play = Play::new();
    let id = play.ask(1);
    play.look();
    play.type_in(id, "half an answ");
    play.board.asker_left(AskerId(1), &play.now);
    play.settle();
    assert!(matches!(play.state(), Some(StateView::Withdrawn { .. })));
    // The last keys may arrive after the asker has gone; they are kept as well.
    assert!(play.type_in(id, "half an answer"));
    assert_eq!(
        play.board
            .answer_text(&id.to_string(), &play.now)
            .as_deref(),
        Some("{\n  \"name\": \"half an answer\"\n}")
    );
    // Another question does not push it off the screen.
    let other = play.ask(2);
    assert_eq!(play.question_on_screen(), Some(id));
    play.look();
    assert_eq!(play.press(SEND), PressReply::Stale);
    assert_eq!(play.press(Press::Close), PressReply::Done);
    assert_eq!(play.outcomes(), [(id, Outcome::Withdrawn)]);
    // It was in the way; now the other one is announced.
    assert_eq!(play.on_screen().map(|(about, _)| about), Some(Some(other)));
    assert!(matches!(play.shown, StageView::Announcement { .. }));
}

#[test]
fn a_question_put_aside_comes_back_before_its_asker_gives_up() {
    let mut play = Play::new();
    let id = play.ask_as(1, 1, Some(Duration::from_secs(120)));
    play.look();
    play.press(LATER);
    assert_eq!(play.shown, StageView::Nothing);
    play.pass(60_000 - 500);
    play.board.tick(&play.now);
    play.settle();
    assert_eq!(play.question_on_screen(), Some(id));
}

#[test]
fn closing_the_window_does_not_bring_up_what_was_put_aside() {
    let mut play = Play::new();
    let aside = play.ask(1);
    play.look();
    play.press(LATER);
    play.ask(2);
    play.look();
    play.pass(6 * 60_000);
    play.press(Press::Dismiss);
    play.board.tick(&play.now);
    play.settle();
    assert_eq!(play.shown, StageView::Nothing);
    play.pass(5 * 60_000);
    play.board.tick(&play.now);
    play.settle();
    assert_eq!(play.question_on_screen(), Some(aside));
}

#[test]
fn a_page_that_is_drawn_again_is_guarded_again() {
    let mut play = Play::new();
    play.ask(1);
    play.look();
    play.board.redrawn(&play.now);
    assert_eq!(play.press(SEND), PressReply::TooSoon);
    play.look();
    assert_eq!(play.press(SEND), PressReply::Done);
}

#[test]
fn a_deadline_ends_the_question() {
    let mut play = Play::new();
    let id = play.ask_as(1, 1, Some(Duration::from_secs(60)));
    let StateView::Open { deadline } = play.state().unwrap() else {
        panic!("it is open");
    };
    assert_eq!(
        *deadline,
        Some(play.now.timestamp().as_millisecond() + 60_000)
    );
    play.paint();
    play.pass(59_999);
    play.board.tick(&play.now);
    play.settle();
    assert_eq!(play.outcomes(), []);
    assert_eq!(play.board.next_tick(), Some(Duration::from_secs(61)));
    play.pass(1);
    play.board.tick(&play.now);
    play.settle();
    assert_eq!(play.outcomes(), [(id, Outcome::Expired)]);
}

#[test]
fn a_deadline_beyond_time_is_none() {
    let mut play = Play::new();
    play.ask_as(1, 1, Some(Duration::MAX));
    assert_eq!(play.state(), Some(&StateView::Open { deadline: None }));
    play.ask_as(1, 1, Some(NEVER));
}

#[test]
fn a_window_that_never_appears_is_told_apart_from_a_person_who_says_no() {
    let mut play = Play::new();
    let id = play.ask(1);
    play.pass(20_000);
    play.board.tick(&play.now);
    play.settle();
    assert_eq!(play.outcomes(), [(id, Outcome::NotShown)]);
    assert!(play.ended[0].2.shown_at.is_none());
}

#[test]
fn later_brings_the_question_back() {
    let mut play = Play::new();
    let id = play.ask(1);
    play.look();
    play.type_in(id, "Ada");
    assert_eq!(play.press(LATER), PressReply::Done);
    assert_eq!(play.shown, StageView::Nothing);
    play.pass(5 * 60_000 - 1);
    play.board.tick(&play.now);
    play.settle();
    assert_eq!(play.shown, StageView::Nothing);
    play.pass(1);
    play.board.tick(&play.now);
    play.settle();
    let StageView::Question { question } = &play.shown else {
        panic!("it is back");
    };
    let BodyView::Form { form, .. } = &question.body else {
        panic!("it is a form");
    };
    assert_eq!(form.fields[0].input, Input::Text { text: "Ada".into() });
}

#[test]
fn after_closing_the_rest_waits_until_someone_asks_for_it() {
    let mut play = Play::new();
    play.ask(1);
    let rest = play.ask(1);
    play.look();
    play.press(Press::Dismiss);
    assert_eq!(play.shown, StageView::Nothing);
    assert_eq!(play.board.open(None, &play.now), Some(rest));
    play.settle();
    assert_eq!(play.question_on_screen(), Some(rest));
    assert_eq!(play.raised, 1);
}

#[test]
fn open_shows_the_wanted_question_unless_one_is_touched() {
    let mut play = Play::new();
    let first = play.ask(1);
    let second = play.ask(2);
    assert_eq!(play.board.open(Some(second), &play.now), Some(second));
    play.settle();
    play.look();
    play.type_in(second, "x");
    assert_eq!(play.board.open(Some(first), &play.now), Some(second));
    play.settle();
    assert_eq!(play.question_on_screen(), Some(second));
}

#[test]
fn there_is_room_for_just_so_many() {
    let mut play = Play::with(BoardRules {
        questions: 3,
        questions_per_session: 2,
        ..BoardRules::STANDARD
    });
    play.ask(1);
    play.ask(1);
    let refused =
        |play: &mut Play, session| play.board.ask(question(9, session, None), &play.now).err();
    assert_eq!(refused(&mut play, 1), Some(NoRoom::Session { most: 2 }));
    play.ask(2);
    assert_eq!(refused(&mut play, 3), Some(NoRoom::Board { most: 3 }));
    play.look();
    play.press(SEND);
    assert_eq!(refused(&mut play, 3), None);
}

#[test]
fn an_announced_question_that_is_withdrawn_is_not_shown() {
    let mut play = Play::new();
    play.ask(1);
    let other = play.ask(2);
    play.look();
    play.press(SEND);
    assert!(matches!(play.shown, StageView::Announcement { .. }));
    play.board.withdraw(other, &play.now);
    play.settle();
    assert_eq!(play.shown, StageView::Nothing);
}

#[test]
fn stopping_ends_everything_without_a_decline() {
    let mut play = Play::new();
    let first = play.ask(1);
    let second = play.ask(2);
    play.board
        .end_all(Outcome::Dismissed, "Doorbell was stopped.", &play.now);
    play.settle();
    assert_eq!(
        play.outcomes(),
        [(first, Outcome::Dismissed), (second, Outcome::Dismissed)]
    );
    assert_eq!(play.shown, StageView::Nothing);
    assert!(play.ended[0].2.answered_at.is_none(), "nobody answered");
}
