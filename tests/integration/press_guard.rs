//! A press is accepted only for what the person can have seen.

use std::time::Duration;

use doorbell_core::board::BoardRules;
use doorbell_daemon::view::{Press, PressReply, QuestionStateView};
use serde_json::json;

use crate::support::{Doorbell, ONE_MS, SEND, name_form};

const GUARD: Duration = Duration::from_millis(500);

#[test]
fn press_within_half_a_second_of_painting_is_refused() {
    let doorbell = start_with_guard();
    let mut asker = doorbell.asker();
    asker.ask(1, "Too soon?", name_form());
    let person = doorbell.person();
    let question = person.wait_for_unpainted("Too soon?", |_| true);
    question.type_text("Name", "Ada");
    assert_eq!(
        question.try_press(SEND),
        PressReply::TooSoon,
        "the question is not painted yet"
    );
    // Time before painting does not shorten the guard.
    doorbell.advance(GUARD);
    let question = person.wait_for_question("Too soon?");
    assert_eq!(question.try_press(SEND), PressReply::TooSoon);
    doorbell.advance(GUARD - ONE_MS);
    assert_eq!(question.try_press(SEND), PressReply::TooSoon);
    doorbell.advance(ONE_MS);
    question.send();
    assert_eq!(asker.read_result(1)["content"], json!({"name": "Ada"}));
}

#[test]
fn moving_the_window_restarts_the_guard() {
    let doorbell = start_with_guard();
    let mut asker = doorbell.asker();
    asker.ask(1, "Moving?", name_form());
    let question = doorbell.wait_for_question("Moving?");
    // The window moves before every press, for longer than the guard.
    for _ in 0..3 {
        doorbell.advance(GUARD - ONE_MS);
        doorbell.handle.window_moved();
        assert_eq!(question.try_press(Press::Decline), PressReply::TooSoon);
    }
    doorbell.advance(GUARD - ONE_MS);
    assert_eq!(question.try_press(Press::Decline), PressReply::TooSoon);
    asker.assert_nothing_unread();
    doorbell.advance(ONE_MS);
    question.press(Press::Decline);
    assert_eq!(asker.read_result(1)["action"], "decline");
}

#[test]
fn closing_the_window_is_not_guarded() {
    let doorbell = start_with_guard();
    let mut asker = doorbell.asker();
    asker.ask(1, "Close?", name_form());
    doorbell.wait_for_question("Close?");
    doorbell.handle.window_closed();
    assert_eq!(asker.read_result(1)["action"], "cancel");
}

#[test]
fn press_for_another_generation_or_question_is_stale() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.ask(1, "Stale?", name_form());
    let person = doorbell.person();
    let question = person.wait_for_question("Stale?");
    let (id, generation) = (question.view.id.as_str(), question.view.generation);
    for (id, generation) in [
        (id, generation + 1),
        (id, generation - 1),
        ("q2", generation),
        ("", generation),
        ("nonsense", generation),
    ] {
        assert_eq!(
            person.try_press(id, generation, Press::Decline),
            PressReply::Stale
        );
    }
    // Buttons shown before the "Stop this question?" prompt are stale.
    question.type_text("Name", "Ada");
    question.press(Press::Dismiss);
    person.wait_for_question_where("Stale?", |question| {
        question.state == QuestionStateView::Stopping
    });
    assert_eq!(question.try_press(SEND), PressReply::Stale);
    asker.assert_nothing_unread();
}

#[test]
fn second_press_does_not_answer_the_next_question() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.ask(1, "First", name_form());
    asker.ask(2, "Second", name_form());
    let question = doorbell.wait_for_question("First");
    question.press(Press::Decline);
    assert_eq!(question.try_press(Press::Decline), PressReply::Stale);
    assert_eq!(asker.read_result(1)["action"], "decline");
    asker.assert_nothing_unread();
    doorbell.wait_for_question("Second");
}

/// Starts with the standard guard, which [`Doorbell::start`] turns off.
fn start_with_guard() -> Doorbell {
    assert_eq!(BoardRules::STANDARD.press_delay, GUARD);
    Doorbell::start_with(|config| config.rules = BoardRules::STANDARD)
}
