//! Previews of forms: scenario tests.

use serde_json::json;

use super::harness::{BoardHarness, SEND, question};
use super::*;
use crate::form::{Form, FormLimits};
use crate::view::{Press, PressReply, ScreenView};

fn harness() -> (BoardHarness, QuestionId) {
    let mut harness = BoardHarness::new();
    let id = harness.submit(NewQuestion {
        preview: true,
        ..question(1, 1, None)
    });
    harness.wait_for_guard();
    (harness, id)
}

#[test]
fn send_sends_nothing() {
    let (mut harness, id) = harness();
    let ScreenView::Question { question } = &harness.screen else {
        panic!("it is shown");
    };
    assert!(question.preview);
    assert!(harness.type_in(id, "Ada"));
    assert_eq!(harness.press(SEND), PressReply::Previewed);
    assert_eq!(harness.outcomes(), []);
}

#[test]
fn preview_ends_as_dismissed_without_confirmation() {
    for press in [Press::Dismiss, Press::Decline] {
        let (mut harness, id) = harness();
        assert!(harness.type_in(id, "Ada"));
        assert_eq!(harness.press(press), PressReply::Done);
        assert_eq!(harness.outcomes(), [(id, Outcome::Dismissed)]);
        assert_eq!(harness.ended[0].2.content, None);
        assert_eq!(harness.screen, ScreenView::Nothing);
    }
}

fn yes_or_no() -> QuestionBody {
    let schema =
        json!({"type": "object", "required": ["ok"], "properties": {"ok": {"type": "boolean"}}});
    QuestionBody::Form(Form::read("Well?", &schema, &FormLimits::default()).unwrap())
}

#[test]
fn notification_cannot_answer_a_preview() {
    let mut harness = BoardHarness::new();
    let id = harness.submit(NewQuestion {
        preview: true,
        body: yes_or_no(),
        ..question(1, 1, None)
    });
    assert_eq!(harness.board.open_questions()[0].choices(), [""; 0]);
    assert!(!harness.board.choose(id, 0, &harness.now));
}

#[test]
fn yes_and_no_of_a_preview_answer_nothing() {
    let empty = Form::read("Well?", &json!({}), &FormLimits::default()).unwrap();
    for body in [yes_or_no(), QuestionBody::Form(empty)] {
        for yes in [true, false] {
            let mut harness = BoardHarness::new();
            harness.submit(NewQuestion {
                preview: true,
                body: body.clone(),
                ..question(1, 1, None)
            });
            harness.wait_for_guard();
            assert_eq!(harness.press(Press::Answer { yes }), PressReply::Previewed);
            assert_eq!(harness.outcomes(), []);
        }
    }
}
