//! Scenes of questions that are let in, held back, chosen and put off from outside the window.

use serde_json::json;

use super::play::{LATER, Play, SEND, question};
use super::*;
use crate::form::{Form, FormLimits};
use crate::view::PressReply;

fn welcome(play: &mut Play, welcome: Welcome) {
    play.board.set_welcome(welcome, &play.now);
    play.settle();
}

fn boolean(play: &mut Play) -> QuestionId {
    let schema = json!({"type": "object", "properties": {"sure": {"type": "boolean"}}});
    let form = Form::read("Sure?", &schema, &FormLimits::default()).unwrap();
    play.take(Asked {
        wanted: Wanted::Form(form),
        ..question(1, 1, None)
    })
}

#[test]
fn on_request_nothing_comes_until_it_is_asked_for_and_then_the_next_follows() {
    let mut play = Play::new();
    welcome(&mut play, Welcome::OnRequest);
    let first = play.ask(1);
    let second = play.ask(1);
    assert_eq!(play.question_on_screen(), None);
    play.board.open(Some(first), &play.now);
    play.settle();
    play.look();
    assert_eq!(play.press(SEND), PressReply::Done);
    assert_eq!(play.question_on_screen(), Some(second));
}

#[test]
fn held_back_not_even_the_next_one_follows() {
    let mut play = Play::new();
    let first = play.ask(1);
    let second = play.ask(1);
    welcome(&mut play, Welcome::Held);
    assert_eq!(
        play.question_on_screen(),
        Some(first),
        "it is under the person's hands"
    );
    play.look();
    play.press(SEND);
    assert_eq!(play.question_on_screen(), None);
    welcome(&mut play, Welcome::Window);
    assert_eq!(play.question_on_screen(), Some(second));
    assert_eq!(play.focused, 0);
}

#[test]
fn with_focus_it_takes_the_keyboard_when_it_comes() {
    let mut play = Play::new();
    welcome(&mut play, Welcome::Focus);
    play.ask(1);
    play.ask(1);
    assert_eq!(play.focused, 1, "a question behind it takes nothing");
}

#[test]
fn what_was_put_aside_waits_on_when_it_is_due_and_held_back() {
    let mut play = Play::new();
    let id = play.ask(1);
    play.look();
    play.press(LATER);
    welcome(&mut play, Welcome::OnRequest);
    play.pass(5 * 60 * 1000);
    play.board.tick(&play.now);
    play.settle();
    assert_eq!(play.question_on_screen(), None);
    assert_eq!(play.board.next_tick(), None);
    assert_eq!(play.board.waits_for_person()[0].aside_until, None);
    welcome(&mut play, Welcome::Window);
    assert_eq!(play.question_on_screen(), Some(id));
}

#[test]
fn a_choice_answers_an_untouched_question_once() {
    let mut play = Play::new();
    let id = boolean(&mut play);
    assert_eq!(play.board.waits_for_person()[0].choices(), ["Yes", "No"]);
    assert!(!play.board.choose(id, 2, &play.now));
    assert!(play.board.choose(id, 1, &play.now));
    assert!(!play.board.choose(id, 0, &play.now));
    play.settle();
    let [(ended, _, ending)] = &play.ended[..] else {
        panic!("it ended once");
    };
    assert_eq!((*ended, ending.outcome), (id, Outcome::Accepted));
    let content = ending.content.clone().unwrap();
    assert_eq!(content, *json!({"sure": false}).as_object().unwrap());
}

#[test]
fn a_choice_does_not_answer_what_the_person_is_answering_or_what_needs_more() {
    let mut play = Play::new();
    let text = play.ask(1);
    assert!(!play.board.choose(text, 0, &play.now));
    play.board.withdraw(text, &play.now);
    let link = play.ask_link_as(1, 1, "link", None);
    assert!(!play.board.choose(link, 0, &play.now));
    assert_eq!(play.board.waits_for_person()[0].choices(), [""; 0]);
}

#[test]
fn put_off_takes_the_question_away_and_brings_nothing_unasked() {
    let mut play = Play::new();
    let first = play.ask(1);
    play.ask(2);
    play.board.put_off(first, &play.now);
    play.settle();
    assert_eq!(play.question_on_screen(), None);
    let later = play.board.waits_for_person()[0].aside_until;
    assert_eq!(later, Some(play.now.steady + Laters::STANDARD.minutes));
}

#[test]
fn put_off_leaves_what_the_person_has_touched() {
    let mut play = Play::new();
    let id = play.ask(1);
    play.look();
    play.type_in(id, "Ada");
    play.board.put_off(id, &play.now);
    play.settle();
    assert_eq!(play.question_on_screen(), Some(id));
}
