//! Scenes of quitting while questions are open.

use super::play::{Play, SEND};
use super::*;
use crate::view::{Press, PressReply, StageView};

fn open_on_screen(play: &Play) -> Option<usize> {
    match play.shown {
        StageView::Quitting { open, .. } => Some(open),
        _ => None,
    }
}

fn quit(play: &mut Play) {
    play.board.quit(&play.now);
    play.settle();
}

#[test]
fn with_nothing_open_doorbell_just_ends() {
    let mut play = Play::new();
    quit(&mut play);
    assert!(play.quit);
    assert_eq!(play.shown, StageView::Nothing);
}

#[test]
fn with_questions_open_it_asks_and_ends_them_all() {
    let mut play = Play::new();
    let first = play.ask(1);
    let second = play.ask(2);
    quit(&mut play);
    assert_eq!(open_on_screen(&play), Some(2));
    assert_eq!((play.quit, play.focused), (false, 1));
    play.look();
    assert_eq!(play.press(SEND), PressReply::Stale);
    assert_eq!(play.press(Press::Quit), PressReply::Done);
    assert!(play.quit);
    let ended = [(first, Outcome::Dismissed), (second, Outcome::Dismissed)];
    assert_eq!(play.outcomes(), ended);
}

#[test]
fn a_press_that_comes_too_soon_does_not_quit() {
    let mut play = Play::new();
    play.ask(1);
    quit(&mut play);
    play.paint();
    assert_eq!(play.press(Press::Quit), PressReply::TooSoon);
    play.pass(500);
    let third = play.ask(2);
    assert_eq!(open_on_screen(&play), Some(2));
    assert_eq!(
        play.press(Press::Quit),
        PressReply::TooSoon,
        "what a press ends has changed"
    );
    assert!(!play.quit && play.board.open_question(third).is_some());
}

#[test]
fn keep_running_brings_back_what_was_there_with_what_was_typed() {
    let mut play = Play::new();
    let id = play.ask(1);
    play.look();
    assert!(play.type_in(id, "Ada"));
    for go_back in [Press::KeepWaiting, Press::Dismiss] {
        quit(&mut play);
        assert!(matches!(
            play.shown,
            StageView::Quitting { typed: true, .. }
        ));
        play.look();
        assert_eq!(play.press(go_back), PressReply::Done);
        assert_eq!(play.question_on_screen(), Some(id));
        assert!(play.board.is_touched());
        play.look();
    }
    assert_eq!(play.press(SEND), PressReply::Done);
    assert_eq!(play.outcomes(), [(id, Outcome::Accepted)]);
}

#[test]
fn closing_the_window_keeps_doorbell_running() {
    let mut play = Play::new();
    play.ask(1);
    play.board.stage = Stage::Empty;
    quit(&mut play);
    play.look();
    play.board.close_window(&play.now);
    play.settle();
    assert_eq!(play.shown, StageView::Nothing);
    assert!(!play.quit && play.ended.is_empty());
}

#[test]
fn what_was_typed_stays_when_its_asker_leaves_while_doorbell_asks_about_quitting() {
    let mut play = Play::new();
    let id = play.ask(1);
    play.look();
    play.type_in(id, "Ada");
    quit(&mut play);
    play.board.withdraw(id, &play.now);
    play.settle();
    assert!(matches!(
        play.shown,
        StageView::Quitting {
            open: 0,
            typed: true,
            ..
        }
    ));
    play.look();
    play.press(Press::KeepWaiting);
    assert_eq!(play.question_on_screen(), Some(id));
}
