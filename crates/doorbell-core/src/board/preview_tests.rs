//! Questions that are only looked at, told as short scenes.

use serde_json::json;

use super::play::{Play, SEND, question};
use super::*;
use crate::form::{Form, FormLimits};
use crate::view::{Press, PressReply, StageView};

fn play() -> (Play, QuestionId) {
    let mut play = Play::new();
    let id = play.take(Asked {
        preview: true,
        ..question(1, 1, None)
    });
    play.look();
    (play, id)
}

#[test]
fn send_sends_nothing() {
    let (mut play, id) = play();
    let StageView::Question { question } = &play.shown else {
        panic!("it is shown");
    };
    assert!(question.preview);
    assert!(play.type_in(id, "Ada"));
    assert_eq!(play.press(SEND), PressReply::Previewed);
    assert_eq!(play.outcomes(), []);
}

/// Nobody waits for it, so nothing is asked before it goes, and nobody hears a no.
#[test]
fn it_ends_as_closed_whatever_closes_it() {
    for press in [Press::Dismiss, Press::Decline] {
        let (mut play, id) = play();
        assert!(play.type_in(id, "Ada"));
        assert_eq!(play.press(press), PressReply::Done);
        assert_eq!(play.outcomes(), [(id, Outcome::Dismissed)]);
        assert_eq!(play.ended[0].2.content, None);
        assert_eq!(play.shown, StageView::Nothing);
    }
}

fn yes_or_no() -> Wanted {
    let schema =
        json!({"type": "object", "required": ["ok"], "properties": {"ok": {"type": "boolean"}}});
    Wanted::Form(Form::read("Well?", &schema, &FormLimits::default()).unwrap())
}

#[test]
fn a_notification_cannot_answer_it() {
    let mut play = Play::new();
    let id = play.take(Asked {
        preview: true,
        wanted: yes_or_no(),
        ..question(1, 1, None)
    });
    assert_eq!(play.board.waits_for_person()[0].choices(), [""; 0]);
    assert!(!play.board.choose(id, 0, &play.now));
}
