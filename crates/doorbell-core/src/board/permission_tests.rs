//! Permission requests: scenario tests.

use serde_json::json;

use super::harness::{BoardHarness, SEND, question};
use super::permission::MAX_MESSAGE_BYTES;
use super::*;
use crate::form::Input;
use crate::permission::{Action, Choice, NewPermission, Permission};
use crate::view::{BodyView, EditRequest, Press, PressReply, ScreenView};

fn ask(harness: &mut BoardHarness, choices: &[&str]) -> QuestionId {
    let choice = |id: &&str| Choice {
        id: (*id).to_owned(),
        effect: "Always allow it".to_owned(),
    };
    let new = NewPermission {
        tool: "Bash".to_owned(),
        action: Action::Run {
            command: "make".to_owned(),
        },
        choices: choices.iter().map(choice).collect(),
        ..NewPermission::default()
    };
    let permission = Permission::new(new).unwrap();
    let id = harness.submit(NewQuestion {
        body: QuestionBody::Permission(Box::new(permission)),
        message: String::new(),
        ..question(1, 1, None)
    });
    harness.wait_for_guard();
    id
}

fn read(harness: &mut BoardHarness) {
    let ScreenView::Question { question } = harness.screen.clone() else {
        panic!("a question is shown");
    };
    let (id, generation) = (question.id, question.generation);
    harness.board.read_to_end(&id, generation);
    harness.apply_effects();
}

fn is_read(harness: &BoardHarness) -> bool {
    matches!(&harness.screen, ScreenView::Question { question }
        if matches!(question.body, BodyView::Permission { read: true, .. }))
}

#[test]
fn allow_requires_reading_to_the_end() {
    for (press, choice) in [
        (Press::Allow, "allow"),
        (Press::AllowMore { choice: 0 }, "first"),
        (Press::AllowMore { choice: 1 }, "second"),
    ] {
        let mut harness = BoardHarness::new();
        let id = ask(&mut harness, &["first", "second"]);
        assert!(!is_read(&harness));
        assert_eq!(harness.press(press), PressReply::Unread);
        read(&mut harness);
        assert!(is_read(&harness));
        assert_eq!(harness.press(press), PressReply::Done);
        assert_eq!(harness.outcomes(), [(id, Outcome::Accepted)]);
        let content = harness.ended[0].2.content.clone();
        assert_eq!(json!(content), json!({"choice": choice}));
    }
}

#[test]
fn only_offered_choices_allow_more() {
    let mut harness = BoardHarness::new();
    ask(&mut harness, &["first"]);
    read(&mut harness);
    let press = Press::AllowMore { choice: 1 };
    assert_eq!(harness.press(press), PressReply::Stale);
    assert_eq!(harness.outcomes(), []);
}

#[test]
fn read_to_end_of_another_generation_is_ignored() {
    let mut harness = BoardHarness::new();
    ask(&mut harness, &[]);
    let ScreenView::Question { question } = harness.screen.clone() else {
        panic!("a question is shown");
    };
    for (id, generation) in [
        (question.id.as_str(), question.generation + 1),
        ("q77", question.generation),
        ("", question.generation),
    ] {
        harness.board.read_to_end(id, generation);
        harness.apply_effects();
        assert!(!is_read(&harness), "{id} {generation}");
    }
}

#[test]
fn deny_works_unread_and_sends_the_message() {
    for (typed, content) in [
        ("", json!({"choice": "deny"})),
        (
            " not here ",
            json!({"choice": "deny", "message": "not here"}),
        ),
    ] {
        let mut harness = BoardHarness::new();
        let id = ask(&mut harness, &[]);
        let input = Input::Text { text: typed.into() };
        let request = EditRequest {
            id: id.to_string(),
            field: 0,
            input,
        };
        assert!(harness.board.edit(&request, &harness.now).is_ok());
        assert_eq!(harness.press(Press::Deny), PressReply::Done);
        assert_eq!(harness.outcomes(), [(id, Outcome::Declined)]);
        assert_eq!(json!(harness.ended[0].2.content), content);
        assert_eq!(harness.changed_drafts, []);
    }
}

#[test]
fn message_is_truncated_at_the_limit() {
    for (typed, sent) in [
        (MAX_MESSAGE_BYTES, MAX_MESSAGE_BYTES),
        (MAX_MESSAGE_BYTES + 1, MAX_MESSAGE_BYTES),
    ] {
        let mut harness = BoardHarness::new();
        let id = ask(&mut harness, &[]);
        let input = Input::Text {
            text: "r".repeat(typed),
        };
        let (id, field) = (id.to_string(), 0);
        let request = EditRequest { id, field, input };
        assert!(harness.board.edit(&request, &harness.now).is_ok());
        harness.press(Press::Deny);
        let content = json!(harness.ended[0].2.content);
        assert_eq!(content["message"].as_str().unwrap().len(), sent);
    }
}

#[test]
fn presses_of_other_kinds_are_stale() {
    let mut harness = BoardHarness::new();
    ask(&mut harness, &["first"]);
    read(&mut harness);
    for press in [SEND, Press::Decline, Press::Open, Press::OpenedIt] {
        assert_eq!(harness.press(press), PressReply::Stale, "{press:?}");
    }
    assert_eq!(harness.outcomes(), []);
    let mut harness = BoardHarness::new();
    harness.ask(1);
    harness.wait_for_guard();
    for press in [Press::Allow, Press::AllowMore { choice: 0 }, Press::Deny] {
        assert_eq!(harness.press(press), PressReply::Stale, "{press:?}");
    }
}

#[test]
fn denials_start_no_cooldown() {
    let mut harness = BoardHarness::new();
    for _ in 0..8 {
        ask(&mut harness, &[]);
        assert_eq!(harness.press(Press::Deny), PressReply::Done);
    }
    assert_eq!(harness.ended.len(), 8);
}

#[test]
fn permission_is_listed_by_what_it_allows() {
    let mut harness = BoardHarness::new();
    ask(&mut harness, &[]);
    let waiting = harness.board.open_questions();
    let labels = &waiting[0].labels;
    assert_eq!(labels.words, "Run a command: make");
    assert_eq!(labels.wants, "wants to run a command");
    assert_eq!(labels.subject, "make");
    assert!(
        waiting[0].choices().is_empty(),
        "no button outside the window allows it"
    );
}
