//! Who has asked.

use doorbell_core::view::{MuteFor, MuteView};
use jiff::ToSpan;

use super::super::askers::ASKERS;
use super::*;

#[test]
fn each_pair_is_told_with_what_became_of_its_questions_the_last_first() {
    let (_temp, path) = place();
    let (storage, _) = open(&path);
    let (earlier, later) = (now() - 2.hours(), now() - 1.hour());
    for (at, server, outcome) in [
        (earlier, "acme", "accepted"),
        (now(), "acme", "declined"),
        (later, "acme", "refused"),
        (later, "acme", "withdrawn"),
        (later, "only refused", "refused"),
    ] {
        storage.write(Note::Ended(HistoryEntryView {
            server: server.into(),
            outcome: outcome.into(),
            ..line(at)
        }));
    }
    let mut mutes = Mutes::default();
    mutes
        .mute("Codex", "only refused", MuteFor::Hour, now())
        .unwrap();
    let askers = storage.askers(mutes).askers;
    let told: Vec<_> = askers
        .iter()
        .map(|asker| {
            let counts = (asker.asked, asker.accepted, asker.declined);
            let times = (asker.first.unwrap(), asker.last.unwrap());
            (asker.server.as_str(), counts, times, asker.mute)
        })
        .collect();
    let [earlier, later, end] = [earlier, later, now() + 1.hour()].map(Timestamp::as_millisecond);
    assert_eq!(
        told,
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
fn of_very_many_the_last_ones_are_told_and_whoever_is_muted() {
    let (_temp, path) = place();
    let (storage, _) = open(&path);
    for count in 0..=ASKERS {
        storage.write(Note::Ended(HistoryEntryView {
            server: format!("server {count}"),
            ..line(now() + i64::from(count).milliseconds())
        }));
    }
    let told = |mutes| storage.askers(mutes).askers;
    let last = told(Mutes::default());
    assert_eq!(last.len(), ASKERS as usize);
    assert_eq!(last[0].server, format!("server {ASKERS}"));
    assert_eq!(last[last.len() - 1].server, "server 1");
    let mut mutes = Mutes::default();
    mutes
        .mute("Codex", "server 0", MuteFor::Always, now())
        .unwrap();
    assert_eq!(told(mutes).len(), ASKERS as usize + 1);
}
