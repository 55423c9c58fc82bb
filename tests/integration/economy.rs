//! What a question costs, counted instead of timed: how often the window is drawn and how much is
//! said for it. A number that rises is work that was added to every question.

use doorbell_daemon::view::QuestionView;
use serde_json::json;

use crate::support::{Called, Doorbell, name_form};

#[test]
fn a_question_is_drawn_once_and_cleared_once() {
    let doorbell = Doorbell::start_patient();
    let mut asker = doorbell.asker();
    for turn in 1..=3 {
        let before = drawn(&doorbell);
        asker.asks(turn, "Who?", name_form());
        let question = doorbell.person().sees("Who?");
        // The view that ends the guard would come with what is typed meanwhile.
        doorbell.screen.wait_for("presses are accepted", |state| {
            state.view.accepts_presses.then_some(())
        });
        assert_eq!(drawn(&doorbell) - before, 1, "shown");
        for text in ["A", "Ad", "Ada"] {
            question.types("Name", text);
        }
        assert_eq!(drawn(&doorbell) - before, 1, "typed in");
        question.sends();
        assert_eq!(asker.hears_result(turn)["content"], json!({"name": "Ada"}));
        doorbell.person().sees_nothing();
        assert_eq!(drawn(&doorbell) - before, 2, "answered");
    }
    asker.has_heard_everything();
    let calls = doorbell.screen.lock().calls.clone();
    let count = |call| calls.iter().filter(|found| **found == call).count();
    assert_eq!((count(Called::WarmUp), count(Called::Release)), (1, 0));
}

/// Those that wait behind another are drawn only as "2 of 64" on the one before them, and several that
/// come together in one go.
#[test]
fn one_that_waits_costs_at_most_one_drawing() {
    let doorbell = Doorbell::start_with(|config| {
        config.limits.questions_per_session = 64;
        config.limits.question_burst = u32::MAX;
    });
    let mut asker = doorbell.asker();
    asker.asks(1, "First?", name_form());
    doorbell.person().sees("First?");
    let before = drawn(&doorbell);
    for id in 2..=64 {
        asker.asks(id, "Next?", name_form());
    }
    asker.has_heard_everything();
    let is_whole = |question: &QuestionView| question.place.of == 64;
    doorbell.person().sees_where("First?", is_whole);
    assert!(drawn(&doorbell) - before <= 63);
}

fn drawn(doorbell: &Doorbell) -> usize {
    let calls = &doorbell.screen.lock().calls;
    calls.iter().filter(|call| **call == Called::Show).count()
}
