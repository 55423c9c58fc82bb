use doorbell_core::view::{MuteFor, MuteView};
use jiff::ToSpan;

use super::super::askers::MAX_ASKERS;
use super::*;

#[test]
fn askers_are_listed_with_their_outcomes_newest_first() {
    let (_temp, path) = temp_path();
    let (storage, _) = open(&path);
    let (earlier, later) = (now() - 2.hours(), now() - 1.hour());
    for (at, server, outcome) in [
        (earlier, "acme", "accepted"),
        (now(), "acme", "declined"),
        (later, "acme", "refused"),
        (later, "acme", "withdrawn"),
        (later, "only refused", "refused"),
    ] {
        storage.write(StorageWrite::HistoryEntry(HistoryEntryView {
            server: server.into(),
            outcome: outcome.into(),
            ..entry(at)
        }));
    }
    let mut mutes = Mutes::default();
    mutes
        .mute("Codex", "only refused", MuteFor::Hour, now())
        .unwrap();
    let askers = storage.askers(mutes).askers;
    let listed: Vec<_> = askers
        .iter()
        .map(|asker| {
            let counts = (asker.asked, asker.accepted, asker.declined);
            let times = (asker.first.unwrap(), asker.last.unwrap());
            (asker.server.as_str(), counts, times, asker.mute)
        })
        .collect();
    let [earlier, later, end] = [earlier, later, now() + 1.hour()].map(Timestamp::as_millisecond);
    assert_eq!(
        listed,
        [
            (
                "acme",
                (3, 1, 1),
                (earlier, now().as_millisecond()),
                MuteView::Off
            ),
            (
                "only refused",
                (0, 0, 0),
                (later, later),
                MuteView::Until { at: end }
            ),
        ]
    );
}

#[test]
fn newest_and_muted_askers_are_listed() {
    let (_temp, path) = temp_path();
    let (storage, _) = open(&path);
    for count in 0..=MAX_ASKERS {
        storage.write(StorageWrite::HistoryEntry(HistoryEntryView {
            server: format!("server {count}"),
            ..entry(now() + i64::from(count).milliseconds())
        }));
    }
    let list = |mutes| storage.askers(mutes).askers;
    let newest = list(Mutes::default());
    assert_eq!(newest.len(), MAX_ASKERS as usize);
    assert_eq!(newest[0].server, format!("server {MAX_ASKERS}"));
    assert_eq!(newest[newest.len() - 1].server, "server 1");
    let mut mutes = Mutes::default();
    mutes
        .mute("Codex", "server 0", MuteFor::Always, now())
        .unwrap();
    assert_eq!(list(mutes).len(), MAX_ASKERS as usize + 1);
}
