//! Quitting while questions are open.

use super::harness::{BoardHarness, SEND};
use super::*;
use crate::view::{Press, PressReply, ScreenView};

fn open_on_screen(harness: &BoardHarness) -> Option<usize> {
    match harness.screen {
        ScreenView::Quitting { open, .. } => Some(open),
        _ => None,
    }
}

fn quit(harness: &mut BoardHarness) {
    harness.board.quit(&harness.now);
    harness.apply_effects();
}

#[test]
fn quits_at_once_without_open_questions() {
    let mut harness = BoardHarness::new();
    quit(&mut harness);
    assert!(harness.has_quit);
    assert_eq!(harness.screen, ScreenView::Nothing);
}

#[test]
fn confirmed_quit_ends_every_question() {
    let mut harness = BoardHarness::new();
    let first = harness.ask(1);
    let second = harness.ask(2);
    quit(&mut harness);
    assert_eq!(open_on_screen(&harness), Some(2));
    assert_eq!((harness.has_quit, harness.focus_count), (false, 1));
    harness.wait_for_guard();
    assert_eq!(harness.press(SEND), PressReply::Stale);
    assert_eq!(harness.press(Press::Quit), PressReply::Done);
    assert!(harness.has_quit);
    let ended = [(first, Outcome::Dismissed), (second, Outcome::Dismissed)];
    assert_eq!(harness.outcomes(), ended);
}

#[test]
fn guard_applies_to_quit_and_restarts_with_a_new_question() {
    let mut harness = BoardHarness::new();
    harness.ask(1);
    quit(&mut harness);
    harness.paint();
    assert_eq!(harness.press(Press::Quit), PressReply::TooSoon);
    harness.advance(500);
    let third = harness.ask(2);
    assert_eq!(open_on_screen(&harness), Some(2));
    assert_eq!(
        harness.press(Press::Quit),
        PressReply::TooSoon,
        "one more question would end"
    );
    assert!(!harness.has_quit && harness.board.open_question(third).is_some());
}

#[test]
fn keep_running_restores_the_question_and_its_input() {
    let mut harness = BoardHarness::new();
    let id = harness.ask(1);
    harness.wait_for_guard();
    assert!(harness.type_in(id, "Ada"));
    for go_back in [Press::KeepWaiting, Press::Dismiss] {
        quit(&mut harness);
        assert!(matches!(
            harness.screen,
            ScreenView::Quitting { typed: true, .. }
        ));
        harness.wait_for_guard();
        assert_eq!(harness.press(go_back), PressReply::Done);
        assert_eq!(harness.question_on_screen(), Some(id));
        assert!(harness.board.is_touched());
        harness.wait_for_guard();
    }
    assert_eq!(harness.press(SEND), PressReply::Done);
    assert_eq!(harness.outcomes(), [(id, Outcome::Accepted)]);
}

#[test]
fn closing_the_window_keeps_doorbell_running() {
    let mut harness = BoardHarness::new();
    harness.ask(1);
    harness.board.screen = Screen::Empty;
    quit(&mut harness);
    harness.wait_for_guard();
    harness.board.close_window(&harness.now);
    harness.apply_effects();
    assert_eq!(harness.screen, ScreenView::Nothing);
    assert!(!harness.has_quit && harness.ended.is_empty());
}

#[test]
fn withdrawn_question_with_input_survives_the_quit_dialog() {
    let mut harness = BoardHarness::new();
    let id = harness.ask(1);
    harness.wait_for_guard();
    harness.type_in(id, "Ada");
    quit(&mut harness);
    harness.board.withdraw(id, None, &harness.now);
    harness.apply_effects();
    assert!(matches!(
        harness.screen,
        ScreenView::Quitting {
            open: 0,
            typed: true,
            ..
        }
    ));
    harness.wait_for_guard();
    harness.press(Press::KeepWaiting);
    assert_eq!(harness.question_on_screen(), Some(id));
}
