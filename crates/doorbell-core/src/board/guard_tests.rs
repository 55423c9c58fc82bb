//! The window learns when presses are accepted: not sooner, not later, and once.

use std::time::Duration;

use super::play::{Play, SEND};
use crate::view::{By, PressReply};

const LONG: Duration = Duration::from_secs(60);

/// A question that was painted and whose guard has ended.
fn accepting() -> Play {
    let mut play = Play::new();
    play.ask(1);
    play.paint();
    tick_after(&mut play, 500);
    assert!(play.accepts_presses);
    play
}

fn tick_after(play: &mut Play, milliseconds: u64) {
    play.pass(milliseconds);
    play.board.tick(&play.now);
    play.settle();
}

/// The guard ends at its edge, where a press is accepted and the window is sent one view.
fn ends_in(play: &mut Play, milliseconds: u64) {
    assert!(!play.accepts_presses);
    let views = play.views;
    let edge = play.now.steady + Duration::from_millis(milliseconds);
    assert_eq!(play.board.next_tick(), Some(edge));
    tick_after(play, milliseconds - 1);
    assert!(!play.accepts_presses, "before the edge");
    assert_eq!(play.views, views);
    tick_after(play, 1);
    assert!(play.accepts_presses, "at the edge");
    assert_eq!(play.views, views + 1);
    assert_eq!(play.board.next_tick(), None, "nothing is left to tell");
    tick_after(play, 60_000);
    assert_eq!(play.views, views + 1);
}

#[test]
fn window_is_told_once_when_the_guard_ends() {
    let mut play = Play::new();
    play.ask(1);
    let shown = play.on_screen();
    tick_after(&mut play, 5_000);
    assert!(!play.accepts_presses, "not painted");
    play.paint();
    ends_in(&mut play, 500);
    assert_eq!(play.on_screen(), shown, "the generation stays");
    assert_eq!(play.press_by(SEND, By::Key), PressReply::Done);
}

#[test]
fn moving_the_window_restarts_the_guard_with_one_view() {
    let mut play = accepting();
    let views = play.views;
    for _ in 0..20 {
        play.pass(10);
        play.board.moved(&play.now);
        play.settle();
    }
    assert_eq!(play.views, views + 1, "a drag is many moves");
    ends_in(&mut play, 500);
}

#[test]
fn gaining_the_focus_restarts_the_guard_and_losing_it_does_not() {
    let mut play = accepting();
    play.board.focus_changed(true, &play.now);
    play.settle();
    assert!(play.has_focus);
    ends_in(&mut play, 500);
    play.board.focus_changed(false, &play.now);
    play.settle();
    assert!(play.accepts_presses && !play.has_focus);
}

#[test]
fn dropped_keys_hold_the_guard_until_the_window_takes_keys_again() {
    let mut play = accepting();
    play.board.focus_changed(true, &play.now);
    play.board.keys_dropped(Duration::from_secs(1), &play.now);
    play.settle();
    ends_in(&mut play, 1_000);

    play.board.keys_dropped(LONG, &play.now);
    play.settle();
    assert!(!play.accepts_presses);
    play.board.keys_dropped(Duration::ZERO, &play.now);
    play.settle();
    assert!(play.accepts_presses);
}

#[test]
fn a_change_of_what_is_shown_restarts_the_guard() {
    let mut play = accepting();
    let id = play.question_on_screen().unwrap();
    play.type_in(id, "Ada");
    play.board.close_window(&play.now);
    play.settle();
    assert!(!play.accepts_presses);
    play.paint();
    ends_in(&mut play, 500);
}

#[test]
fn a_question_that_waits_behind_leaves_the_guard_alone() {
    let mut play = accepting();
    play.ask(2);
    assert!(play.accepts_presses);
}

#[test]
fn a_page_made_anew_is_guarded_again() {
    let mut play = accepting();
    play.board.redrawn(&play.now);
    assert!(!play.board.view(&play.now).accepts_presses);
    play.accepts_presses = false;
    play.paint();
    ends_in(&mut play, 500);
}

#[test]
fn a_longer_delay_guards_what_is_on_the_screen() {
    let mut play = Play::new();
    play.ask(1);
    play.paint();
    tick_after(&mut play, 500);
    play.board
        .set_activation(Duration::from_millis(1_500), &play.now);
    play.settle();
    ends_in(&mut play, 1_000);
}

#[test]
fn a_link_card_that_joins_later_is_guarded() {
    let mut play = Play::new();
    let link = play.ask_link_as(1, 1, "el-1", None);
    play.look();
    assert_eq!(play.press(crate::view::Press::Open), PressReply::Done);
    // While the browser starts, the person wants to quit.
    play.board.quit(&play.now);
    play.settle();
    play.paint();
    tick_after(&mut play, 500);
    assert!(play.accepts_presses);
    play.board.link_opened(link, None, &play.now);
    play.settle();
    assert!(!play.accepts_presses);
    tick_after(&mut play, 500);
    assert!(play.accepts_presses);
}
