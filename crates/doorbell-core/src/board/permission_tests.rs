//! Permission requests: scenario tests.

use serde_json::json;

use super::harness::{BoardHarness, SEND, question};
use super::*;
use crate::form::Input;
use crate::permission::{Action, Choice, NewPermission, Permission};
use crate::question_set::MAX_WRITTEN_CHARACTERS;
use crate::view::{BodyView, EditRequest, PermissionDetailView, Press, PressReply, ScreenView};

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
    submit(harness, new)
}

fn submit(harness: &mut BoardHarness, new: NewPermission) -> QuestionId {
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
        (MAX_WRITTEN_CHARACTERS, MAX_WRITTEN_CHARACTERS),
        (MAX_WRITTEN_CHARACTERS + 1, MAX_WRITTEN_CHARACTERS),
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

/// A command that can be changed and takes a message.
fn ask_editable(harness: &mut BoardHarness) -> QuestionId {
    let id = submit(
        harness,
        NewPermission {
            action: Action::Run {
                command: "make".to_owned(),
            },
            choices: vec![Choice {
                id: "always".to_owned(),
                effect: "Always allow make".to_owned(),
            }],
            editable: true,
            note: true,
            ..NewPermission::default()
        },
    );
    read(harness);
    assert_eq!(harness.press(Press::Edit), PressReply::Done);
    id
}

fn types(harness: &mut BoardHarness, id: QuestionId, field: usize, text: &str) -> bool {
    let text = text.to_owned();
    let input = Input::Text { text };
    let id = id.to_string();
    let is_stored = harness
        .board
        .edit(&EditRequest { id, field, input }, &harness.now)
        .is_ok();
    harness.apply_effects();
    is_stored
}

/// The detail's text, how many choices are offered, and whether it is changed and has a problem.
fn shown(harness: &BoardHarness) -> (String, usize, bool, bool) {
    let ScreenView::Question { question } = &harness.screen else {
        panic!("a question is shown");
    };
    let BodyView::Permission {
        permission,
        changed,
        problem,
        ..
    } = &question.body
    else {
        panic!("it is a permission");
    };
    let PermissionDetailView::Command { text } = &permission.detail else {
        panic!("it is a command");
    };
    let choices = permission.choices.len();
    (text.clone(), choices, *changed, problem.is_some())
}

#[test]
fn changed_command_is_shown_and_sent_with_the_message() {
    let mut harness = BoardHarness::new();
    let id = ask_editable(&mut harness);
    assert_eq!(shown(&harness), ("make".into(), 1, false, false));
    assert!(types(&mut harness, id, 1, "make test"));
    assert_eq!(shown(&harness), ("make test".into(), 0, true, false));
    assert!(types(&mut harness, id, 0, " Only the tests "));
    assert!(!types(&mut harness, id, 2, "make"));
    harness.wait_for_guard();
    let always = Press::AllowMore { choice: 0 };
    assert_eq!(harness.press(always), PressReply::Stale);
    assert_eq!(harness.press(Press::Allow), PressReply::Done);
    assert_eq!(
        json!(harness.ended[0].2.content),
        json!({"choice": "allow", "message": "Only the tests", "changed": ["make test"]})
    );
    let line = harness.history[0].as_deref();
    assert_eq!(line, Some("Run a command: make (changed by you)"));
}

#[test]
fn command_changes_only_once_the_person_opened_it() {
    let mut harness = BoardHarness::new();
    let id = ask(&mut harness, &[]);
    assert_eq!(harness.press(Press::Edit), PressReply::Stale);
    harness.press(Press::Deny);
    let new = NewPermission {
        action: Action::Run {
            command: "make".to_owned(),
        },
        editable: true,
        ..NewPermission::default()
    };
    let other = submit(&mut harness, new);
    assert!(!types(&mut harness, id, 1, "make test"));
    assert!(!types(&mut harness, other, 1, "make test"));
    assert_eq!(harness.press(Press::Edit), PressReply::Done);
    assert!(types(&mut harness, other, 1, "make test"));
}

#[test]
fn changed_command_is_guarded() {
    let mut harness = BoardHarness::new();
    let id = ask_editable(&mut harness);
    types(&mut harness, id, 1, "make test");
    assert_eq!(harness.press(Press::Allow), PressReply::TooSoon);
    harness.wait_for_guard();
    types(&mut harness, id, 0, "A message changes nothing else");
    assert_eq!(harness.press(Press::Allow), PressReply::Done);
}

#[test]
fn command_that_is_as_before_is_not_changed() {
    let mut harness = BoardHarness::new();
    let id = ask_editable(&mut harness);
    types(&mut harness, id, 1, "make test");
    types(&mut harness, id, 1, "make");
    assert_eq!(shown(&harness), ("make".into(), 1, false, false));
    harness.wait_for_guard();
    let always = Press::AllowMore { choice: 0 };
    assert_eq!(harness.press(always), PressReply::Done);
    let content = json!(harness.ended[0].2.content);
    assert_eq!(content, json!({"choice": "always"}));
}

#[test]
fn changed_command_with_a_problem_is_not_allowed() {
    let mut harness = BoardHarness::new();
    let id = ask_editable(&mut harness);
    types(&mut harness, id, 1, " ");
    harness.wait_for_guard();
    assert_eq!(shown(&harness), ("make".into(), 0, true, true));
    assert_eq!(harness.press(Press::Allow), PressReply::Unread);
    assert_eq!(harness.press(Press::Deny), PressReply::Done);
    let content = json!(harness.ended[0].2.content);
    assert_eq!(content, json!({"choice": "deny"}));
    assert_eq!(harness.history[0].as_deref(), Some("Run a command: make"));
}

#[test]
fn permission_without_these_members_takes_neither_change_nor_message() {
    let mut harness = BoardHarness::new();
    let id = ask(&mut harness, &[]);
    read(&mut harness);
    assert!(!types(&mut harness, id, 1, "make test"));
    assert!(types(&mut harness, id, 0, "Only the tests"));
    assert_eq!(harness.press(Press::Allow), PressReply::Done);
    let content = json!(harness.ended[0].2.content);
    assert_eq!(content, json!({"choice": "allow"}));
}

#[test]
fn closing_a_changed_permission_asks_first() {
    let mut harness = BoardHarness::new();
    let id = ask_editable(&mut harness);
    types(&mut harness, id, 1, "make test");
    harness.wait_for_guard();
    assert_eq!(harness.press(Press::Dismiss), PressReply::Done);
    assert_eq!(harness.outcomes(), []);
}
