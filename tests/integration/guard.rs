//! A press counts only for what the person can have seen.

use std::time::Duration;

use doorbell_core::board::BoardRules;
use doorbell_daemon::view::{Press, PressReply, QuestionStateView};
use serde_json::json;

use crate::support::{Doorbell, MOMENT, SEND, name_form};

const GUARD: Duration = Duration::from_millis(500);

#[test]
fn a_press_within_half_a_second_of_painting_is_refused() {
    let doorbell = standard();
    let mut asker = doorbell.asker();
    asker.asks(1, "Too soon?", name_form());
    let person = doorbell.person();
    let question = person.sees_unpainted("Too soon?", |_| true);
    question.types("Name", "Ada");
    assert_eq!(
        question.presses(SEND),
        PressReply::TooSoon,
        "nothing was painted yet"
    );
    // Time that passes before it is painted is no time to read it in.
    doorbell.lets_pass(GUARD);
    let question = person.sees("Too soon?");
    assert_eq!(question.presses(SEND), PressReply::TooSoon);
    doorbell.lets_pass(GUARD - MOMENT);
    assert_eq!(question.presses(SEND), PressReply::TooSoon);
    doorbell.lets_pass(MOMENT);
    question.sends();
    assert_eq!(asker.hears_result(1)["content"], json!({"name": "Ada"}));
}

#[test]
fn a_window_that_moves_is_guarded_anew() {
    let doorbell = standard();
    let mut asker = doorbell.asker();
    asker.asks(1, "Moving?", name_form());
    let question = doorbell.person().sees("Moving?");
    // For longer than the guard, the window moves before every press.
    for _ in 0..3 {
        doorbell.lets_pass(GUARD - MOMENT);
        doorbell.handle.window_moved();
        assert_eq!(question.presses(Press::Decline), PressReply::TooSoon);
    }
    doorbell.lets_pass(GUARD - MOMENT);
    assert_eq!(question.presses(Press::Decline), PressReply::TooSoon);
    asker.has_heard_everything();
    doorbell.lets_pass(MOMENT);
    question.does(Press::Decline);
    assert_eq!(asker.hears_result(1)["action"], "decline");
}

#[test]
fn closing_by_the_frame_is_not_guarded() {
    let doorbell = standard();
    let mut asker = doorbell.asker();
    asker.asks(1, "Close?", name_form());
    doorbell.person().sees("Close?");
    doorbell.handle.window_closed();
    assert_eq!(asker.hears_result(1)["action"], "cancel");
}

#[test]
fn a_press_for_another_generation_or_question_does_nothing() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.asks(1, "Stale?", name_form());
    let person = doorbell.person();
    let question = person.sees("Stale?");
    let (id, generation) = (question.view.id.as_str(), question.view.generation);
    for (id, generation) in [
        (id, generation + 1),
        (id, generation - 1),
        ("q2", generation),
        ("", generation),
        ("nonsense", generation),
    ] {
        assert_eq!(
            person.presses(id, generation, Press::Decline),
            PressReply::Stale
        );
    }
    // What was on the screen before "Stop this question?" can no longer be pressed.
    question.types("Name", "Ada");
    question.does(Press::Dismiss);
    person.sees_where("Stale?", |question| question.state == QuestionStateView::Stopping);
    assert_eq!(question.presses(SEND), PressReply::Stale);
    asker.has_heard_everything();
}

#[test]
fn a_second_press_answers_nothing_else() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.asks(1, "First", name_form());
    asker.asks(2, "Second", name_form());
    let question = doorbell.person().sees("First");
    question.does(Press::Decline);
    assert_eq!(question.presses(Press::Decline), PressReply::Stale);
    assert_eq!(asker.hears_result(1)["action"], "decline");
    asker.has_heard_everything();
    doorbell.person().sees("Second");
}

/// A Doorbell with the guard it is installed with.
fn standard() -> Doorbell {
    assert_eq!(BoardRules::STANDARD.press_delay, GUARD);
    Doorbell::start_with(|config| config.rules = BoardRules::STANDARD)
}
