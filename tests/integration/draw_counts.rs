//! Counts how often the window is drawn for a question. A higher count means added work for every
//! question.

use doorbell_daemon::view::QuestionView;
use serde_json::json;

use crate::support::{DesktopCall, Doorbell, name_form};

#[test]
fn question_is_drawn_once_and_cleared_once() {
    let doorbell = Doorbell::start_without_flood_limits();
    let mut asker = doorbell.asker();
    for turn in 1..=3 {
        let before = draw_count(&doorbell);
        asker.ask(turn, "Who?", name_form());
        let question = doorbell.wait_for_question("Who?");
        // Otherwise the view that ends the guard could arrive while typing.
        doorbell.desktop.wait_for("presses are accepted", |state| {
            state.view.accepts_presses.then_some(())
        });
        assert_eq!(draw_count(&doorbell) - before, 1, "shown");
        for text in ["A", "Ad", "Ada"] {
            question.type_text("Name", text);
        }
        assert_eq!(draw_count(&doorbell) - before, 1, "typed in");
        question.send();
        assert_eq!(asker.read_result(turn)["content"], json!({"name": "Ada"}));
        doorbell.wait_for_empty_screen();
        assert_eq!(draw_count(&doorbell) - before, 2, "answered");
    }
    asker.assert_nothing_unread();
    let calls = doorbell.desktop.lock().calls.clone();
    let count = |call| calls.iter().filter(|found| **found == call).count();
    assert_eq!(
        (count(DesktopCall::WarmUp), count(DesktopCall::Release)),
        (1, 0)
    );
}

/// Queued questions only change the "2 of 64" of the shown one, and those that arrive together are
/// drawn together.
#[test]
fn queued_question_causes_at_most_one_draw() {
    let doorbell = Doorbell::start_with(|config| {
        config.limits.questions_per_session = 64;
        config.limits.question_burst = u32::MAX;
    });
    let mut asker = doorbell.asker();
    asker.ask(1, "First?", name_form());
    doorbell.wait_for_question("First?");
    let before = draw_count(&doorbell);
    for id in 2..=64 {
        asker.ask(id, "Next?", name_form());
    }
    asker.assert_nothing_unread();
    let all_are_queued = |question: &QuestionView| question.waiting == 63;
    doorbell.wait_for_question_where("First?", all_are_queued);
    assert!(draw_count(&doorbell) - before <= 63);
}

fn draw_count(doorbell: &Doorbell) -> usize {
    let calls = &doorbell.desktop.lock().calls;
    calls
        .iter()
        .filter(|call| **call == DesktopCall::Show)
        .count()
}
