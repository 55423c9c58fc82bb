//! Arrival policies, and answering or snoozing from outside the window.

use serde_json::json;

use super::harness::{BoardHarness, LATER, SEND, question};
use super::*;
use crate::form::{Form, FormLimits};
use crate::view::PressReply;

fn set_policy(harness: &mut BoardHarness, policy: ArrivalPolicy) {
    harness.board.set_arrival_policy(policy, &harness.now);
    harness.apply_effects();
}

fn ask_boolean(harness: &mut BoardHarness) -> QuestionId {
    let schema = json!({"type": "object", "properties": {"sure": {"type": "boolean"}}});
    let form = Form::read("Sure?", &schema, &FormLimits::default()).unwrap();
    harness.submit(NewQuestion {
        body: QuestionBody::Form(form),
        ..question(1, 1, None)
    })
}

#[test]
fn on_request_waits_for_open_and_then_shows_the_next() {
    let mut harness = BoardHarness::new();
    set_policy(&mut harness, ArrivalPolicy::OnRequest);
    let first = harness.ask(1);
    let second = harness.ask(1);
    assert_eq!(harness.question_on_screen(), None);
    harness.board.open(Some(first), &harness.now);
    harness.apply_effects();
    harness.wait_for_guard();
    assert_eq!(harness.press(SEND), PressReply::Done);
    assert_eq!(harness.question_on_screen(), Some(second));
}

#[test]
fn paused_does_not_show_the_next_question() {
    let mut harness = BoardHarness::new();
    let first = harness.ask(1);
    let second = harness.ask(1);
    set_policy(&mut harness, ArrivalPolicy::Paused);
    assert_eq!(
        harness.question_on_screen(),
        Some(first),
        "the person is answering it"
    );
    harness.wait_for_guard();
    harness.press(SEND);
    assert_eq!(harness.question_on_screen(), None);
    set_policy(&mut harness, ArrivalPolicy::Window);
    assert_eq!(harness.question_on_screen(), Some(second));
    assert_eq!(harness.focus_count, 0);
}

#[test]
fn focus_policy_takes_the_focus_on_arrival() {
    let mut harness = BoardHarness::new();
    set_policy(&mut harness, ArrivalPolicy::Focus);
    harness.ask(1);
    harness.ask(1);
    assert_eq!(
        harness.focus_count, 1,
        "queued questions do not take the focus"
    );
}

#[test]
fn due_snooze_ends_without_showing_the_question() {
    let mut harness = BoardHarness::new();
    let id = harness.ask(1);
    harness.wait_for_guard();
    harness.press(LATER);
    set_policy(&mut harness, ArrivalPolicy::OnRequest);
    harness.advance(5 * 60 * 1000);
    harness.board.tick(&harness.now);
    harness.apply_effects();
    assert_eq!(harness.question_on_screen(), None);
    assert_eq!(harness.board.next_tick(), None);
    assert_eq!(harness.board.open_questions()[0].snoozed_until, None);
    set_policy(&mut harness, ArrivalPolicy::Window);
    assert_eq!(harness.question_on_screen(), Some(id));
}

#[test]
fn choice_answers_an_untouched_question_once() {
    let mut harness = BoardHarness::new();
    let id = ask_boolean(&mut harness);
    assert_eq!(harness.board.open_questions()[0].choices(), ["Yes", "No"]);
    assert!(!harness.board.choose(id, 2, &harness.now));
    assert!(harness.board.choose(id, 1, &harness.now));
    assert!(!harness.board.choose(id, 0, &harness.now));
    harness.apply_effects();
    let [(ended, _, ending)] = &harness.ended[..] else {
        panic!("it ended once");
    };
    assert_eq!((*ended, ending.outcome), (id, Outcome::Accepted));
    let content = ending.content.clone().unwrap();
    assert_eq!(content, *json!({"sure": false}).as_object().unwrap());
}

#[test]
fn choice_does_not_answer_text_forms_or_links() {
    let mut harness = BoardHarness::new();
    let text = harness.ask(1);
    assert!(!harness.board.choose(text, 0, &harness.now));
    harness.board.withdraw(text, None, &harness.now);
    let link = harness.ask_link_as(1, 1, "link", None);
    assert!(!harness.board.choose(link, 0, &harness.now));
    assert_eq!(harness.board.open_questions()[0].choices(), [""; 0]);
}

#[test]
fn snoozing_from_notification_shows_no_other_question() {
    let mut harness = BoardHarness::new();
    let first = harness.ask(1);
    harness.ask(2);
    harness.board.snooze_from_notification(first, &harness.now);
    harness.apply_effects();
    assert_eq!(harness.question_on_screen(), None);
    let snoozed_until = harness.board.open_questions()[0].snoozed_until;
    assert_eq!(
        snoozed_until,
        Some(harness.now.steady + SnoozeDurations::STANDARD.minutes)
    );
}

#[test]
fn snoozing_from_notification_ignores_touched_questions() {
    let mut harness = BoardHarness::new();
    let id = harness.ask(1);
    harness.wait_for_guard();
    harness.type_in(id, "Ada");
    harness.board.snooze_from_notification(id, &harness.now);
    harness.apply_effects();
    assert_eq!(harness.question_on_screen(), Some(id));
}
