//! The window is notified exactly once when the guard ends.

use std::time::Duration;

use super::harness::{BoardHarness, SEND};
use crate::view::{InputDevice, PressReply};

const LONG: Duration = Duration::from_secs(60);

/// A painted question whose guard has ended.
fn accepting() -> BoardHarness {
    let mut harness = BoardHarness::new();
    harness.ask(1);
    harness.paint();
    tick_after(&mut harness, 500);
    assert!(harness.accepts_presses);
    harness
}

fn tick_after(harness: &mut BoardHarness, milliseconds: u64) {
    harness.advance(milliseconds);
    harness.board.tick(&harness.now);
    harness.apply_effects();
}

/// Asserts that the guard ends after `milliseconds`, with one view.
fn assert_guard_ends_in(harness: &mut BoardHarness, milliseconds: u64) {
    assert!(!harness.accepts_presses);
    let view_count = harness.view_count;
    let edge = harness.now.steady + Duration::from_millis(milliseconds);
    assert_eq!(harness.board.next_tick(), Some(edge));
    tick_after(harness, milliseconds - 1);
    assert!(!harness.accepts_presses, "before the edge");
    assert_eq!(harness.view_count, view_count);
    tick_after(harness, 1);
    assert!(harness.accepts_presses, "at the edge");
    assert_eq!(harness.view_count, view_count + 1);
    assert_eq!(harness.board.next_tick(), None, "no further tick");
    tick_after(harness, 60_000);
    assert_eq!(harness.view_count, view_count + 1);
}

#[test]
fn window_gets_one_view_when_the_guard_ends() {
    let mut harness = BoardHarness::new();
    harness.ask(1);
    let shown = harness.on_screen();
    tick_after(&mut harness, 5_000);
    assert!(!harness.accepts_presses, "not painted");
    harness.paint();
    assert_guard_ends_in(&mut harness, 500);
    assert_eq!(harness.on_screen(), shown, "the generation stays");
    assert_eq!(harness.press_by(SEND, InputDevice::Key), PressReply::Done);
}

#[test]
fn moving_the_window_restarts_the_guard_with_one_view() {
    let mut harness = accepting();
    let view_count = harness.view_count;
    for _ in 0..20 {
        harness.advance(10);
        harness.board.window_moved(&harness.now);
        harness.apply_effects();
    }
    assert_eq!(harness.view_count, view_count + 1, "a drag is many moves");
    assert_guard_ends_in(&mut harness, 500);
}

#[test]
fn gaining_the_focus_restarts_the_guard_and_losing_it_does_not() {
    let mut harness = accepting();
    harness.board.focus_changed(true, &harness.now);
    harness.apply_effects();
    assert!(harness.has_focus);
    assert_guard_ends_in(&mut harness, 500);
    harness.board.focus_changed(false, &harness.now);
    harness.apply_effects();
    assert!(harness.accepts_presses && !harness.has_focus);
}

#[test]
fn dropped_keys_hold_the_guard_until_the_window_takes_keys_again() {
    let mut harness = accepting();
    harness.board.focus_changed(true, &harness.now);
    harness
        .board
        .keys_dropped(Duration::from_secs(1), &harness.now);
    harness.apply_effects();
    assert_guard_ends_in(&mut harness, 1_000);

    harness.board.keys_dropped(LONG, &harness.now);
    harness.apply_effects();
    assert!(!harness.accepts_presses);
    harness.board.keys_dropped(Duration::ZERO, &harness.now);
    harness.apply_effects();
    assert!(harness.accepts_presses);
}

#[test]
fn changed_content_restarts_the_guard() {
    let mut harness = accepting();
    let id = harness.question_on_screen().unwrap();
    harness.type_in(id, "Ada");
    harness.board.close_window(&harness.now);
    harness.apply_effects();
    assert!(!harness.accepts_presses);
    harness.paint();
    assert_guard_ends_in(&mut harness, 500);
}

#[test]
fn queued_question_does_not_restart_the_guard() {
    let mut harness = accepting();
    harness.ask(2);
    assert!(harness.accepts_presses);
}

#[test]
fn reloaded_page_is_guarded_again() {
    let mut harness = accepting();
    harness.board.page_reloaded(&harness.now);
    assert!(!harness.board.view(&harness.now).accepts_presses);
    harness.accepts_presses = false;
    harness.paint();
    assert_guard_ends_in(&mut harness, 500);
}

#[test]
fn longer_delay_applies_to_the_current_screen() {
    let mut harness = BoardHarness::new();
    harness.ask(1);
    harness.paint();
    tick_after(&mut harness, 500);
    harness
        .board
        .set_press_delay(Duration::from_millis(1_500), &harness.now);
    harness.apply_effects();
    assert_guard_ends_in(&mut harness, 1_000);
}

#[test]
fn new_card_restarts_the_guard() {
    let mut harness = BoardHarness::new();
    let link = harness.ask_link_as(1, 1, "el-1", None);
    harness.wait_for_guard();
    assert_eq!(harness.press(crate::view::Press::Open), PressReply::Done);
    harness.board.quit(&harness.now);
    harness.apply_effects();
    harness.paint();
    tick_after(&mut harness, 500);
    assert!(harness.accepts_presses);
    harness.board.link_opened(link, None, &harness.now);
    harness.apply_effects();
    assert!(!harness.accepts_presses);
    tick_after(&mut harness, 500);
    assert!(harness.accepts_presses);
}
