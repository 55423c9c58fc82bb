//! The past as time goes on. What is kept has tests beside the storage.

use doorbell_core::board::BoardRules;
use doorbell_core::view::MuteFor;
use jiff::{SignedDuration, Timestamp};
use tokio::sync::oneshot;

use super::*;

const HOUR: u64 = 60 * 60;

/// So many seconds after the start.
pub(super) fn after(seconds: u64) -> Moment {
    let start: Timestamp = "2026-11-16T13:00:00Z".parse().unwrap();
    let passed = SignedDuration::from_secs(seconds.try_into().unwrap());
    Moment {
        steady: Duration::from_secs(seconds),
        wall: (start + passed).to_zoned(jiff::tz::TimeZone::UTC),
    }
}

fn past() -> Past {
    let mut board = Board::new(BoardRules::STANDARD);
    Past::recall(&Config::standard("1.2.3"), &mut board, &after(0)).0
}

fn mute(past: &mut Past, length: Option<MuteFor>, now: &Moment) {
    let said = MuteRequest {
        agent: "Codex".into(),
        server: "acme".into(),
        length,
    };
    let (reply, answer) = oneshot::channel();
    past.hear(PastEvent::Mute { said, reply }, now);
    answer.blocking_recv().unwrap().unwrap();
}

#[test]
fn the_end_of_a_mute_is_waited_for_and_makes_the_list_old() {
    let mut past = past();
    mute(&mut past, Some(MuteFor::Hour), &after(10));
    assert_eq!(past.turn, 1);
    past.tick(&after(HOUR));
    let swept = past.turn;
    let end = HOUR + 10;
    assert_eq!(past.next_tick(&after(HOUR)), Duration::from_secs(end));
    past.tick(&after(end - 1));
    assert_eq!(past.turn, swept);
    past.tick(&after(end));
    assert_eq!(past.turn, swept + 1);
}

#[test]
fn a_mute_that_ended_while_the_computer_slept_ends_at_once() {
    let mut past = past();
    mute(&mut past, Some(MuteFor::Hour), &after(0));
    let awake = Moment {
        steady: Duration::from_secs(5),
        ..after(2 * HOUR)
    };
    assert_eq!(past.next_tick(&awake), awake.steady);
    past.tick(&awake);
    assert_eq!(past.next_tick(&awake), SWEEP_EVERY);
}

#[test]
fn what_is_too_old_is_looked_for_every_hour_and_not_before() {
    let mut past = past();
    assert_eq!(past.next_tick(&after(0)), SWEEP_EVERY);
    past.tick(&after(HOUR - 1));
    assert_eq!(past.next_tick(&after(HOUR - 1)), SWEEP_EVERY);
    past.tick(&after(HOUR));
    assert_eq!(past.next_tick(&after(HOUR)), 2 * SWEEP_EVERY);
}

#[test]
fn whatever_changes_history_or_the_askers_makes_the_next_turn() {
    let mut past = past();
    mute(&mut past, None, &after(0));
    assert_eq!(past.turn, 1);
    let (reply, _answer) = oneshot::channel();
    past.hear(PastEvent::Clear { reply }, &after(0));
    assert_eq!(past.turn, 2);
    past.keep_for(None, &after(0));
    assert_eq!(past.turn, 3);
    let (reply, _answer) = oneshot::channel();
    past.hear(PastEvent::Askers { reply }, &after(0));
    assert_eq!(past.turn, 3, "asking changes nothing");
}
