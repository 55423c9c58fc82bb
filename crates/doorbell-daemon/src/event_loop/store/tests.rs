use doorbell_core::board::BoardRules;
use doorbell_core::view::MuteFor;
use jiff::{SignedDuration, Timestamp};
use tokio::sync::oneshot;

use super::*;

const HOUR: u64 = 60 * 60;

fn after(seconds: u64) -> Moment {
    let start: Timestamp = "2026-11-16T13:00:00Z".parse().unwrap();
    let passed = SignedDuration::from_secs(seconds.try_into().unwrap());
    Moment {
        steady: Duration::from_secs(seconds),
        wall: (start + passed).to_zoned(jiff::tz::TimeZone::UTC),
    }
}

fn store() -> Store {
    let mut board = Board::new(BoardRules::STANDARD);
    Store::open(&Config::standard("1.2.3"), &mut board, &after(0)).0
}

fn mute(store: &mut Store, length: Option<MuteFor>, now: &Moment) {
    let mute = MuteRequest {
        agent: "Codex".into(),
        server: "acme".into(),
        length,
    };
    let (reply, response) = oneshot::channel();
    store.on_history_event(HistoryEvent::Mute { mute, reply }, now);
    response.blocking_recv().unwrap().unwrap();
}

#[test]
fn end_of_a_mute_is_scheduled_and_increments_the_revision() {
    let mut store = store();
    mute(&mut store, Some(MuteFor::Hour), &after(10));
    assert_eq!(store.revision, 1);
    store.tick(&after(HOUR));
    let revision = store.revision;
    let end = HOUR + 10;
    assert_eq!(store.next_tick(&after(HOUR)), Duration::from_secs(end));
    store.tick(&after(end - 1));
    assert_eq!(store.revision, revision);
    store.tick(&after(end));
    assert_eq!(store.revision, revision + 1);
}

#[test]
fn mute_that_ended_during_sleep_ends_at_once() {
    let mut store = store();
    mute(&mut store, Some(MuteFor::Hour), &after(0));
    let awake = Moment {
        steady: Duration::from_secs(5),
        ..after(2 * HOUR)
    };
    assert_eq!(store.next_tick(&awake), awake.steady);
    store.tick(&awake);
    assert_eq!(store.next_tick(&awake), SWEEP_INTERVAL);
}

#[test]
fn expired_rows_are_removed_every_hour() {
    let mut store = store();
    assert_eq!(store.next_tick(&after(0)), SWEEP_INTERVAL);
    store.tick(&after(HOUR - 1));
    assert_eq!(store.next_tick(&after(HOUR - 1)), SWEEP_INTERVAL);
    store.tick(&after(HOUR));
    assert_eq!(store.next_tick(&after(HOUR)), 2 * SWEEP_INTERVAL);
}

#[test]
fn changes_of_history_or_askers_increment_the_revision() {
    let mut store = store();
    mute(&mut store, None, &after(0));
    assert_eq!(store.revision, 1);
    let (reply, _response) = oneshot::channel();
    store.on_history_event(HistoryEvent::Clear { reply }, &after(0));
    assert_eq!(store.revision, 2);
    store.set_retention(None, &after(0));
    assert_eq!(store.revision, 3);
    let (reply, _response) = oneshot::channel();
    store.on_history_event(HistoryEvent::Askers { reply }, &after(0));
    assert_eq!(store.revision, 3, "reading changes nothing");
}
