//! What is removed, and what stays.

use jiff::ToSpan;

use super::super::retention::KEPT_LINES;
use super::super::shelf::SWEEP;
use super::*;

fn keep_for(storage: &Storage, days: Option<u16>) {
    storage.hand(Work::KeepFor { days, now: now() });
}

#[test]
fn history_is_kept_for_so_many_days_and_not_longer() {
    let (_temp, path) = place();
    let (storage, _) = open(&path);
    let oldest = now() - (i64::from(DAYS) * 24).hours();
    storage.write(Note::Ended(line(oldest)));
    storage.write(Note::Ended(line(oldest - 1.millisecond())));
    assert_eq!(storage.kept(), 2);
    drop(storage);
    let (storage, _) = open(&path);
    assert_eq!(storage.kept(), 1);
    storage.hand(Work::Sweep {
        now: now() + 1.millisecond(),
    });
    assert_eq!(storage.kept(), 0);
}

#[test]
fn a_shorter_time_removes_what_is_older_at_once() {
    let (_temp, path) = place();
    let (storage, _) = open(&path);
    for days in 0..4 {
        storage.write(Note::Ended(line(now() - (days * 24).hours())));
    }
    keep_for(&storage, Some(365));
    assert_eq!(storage.kept(), 4);
    keep_for(&storage, Some(1));
    assert_eq!(storage.kept(), 2);
}

#[test]
fn without_history_what_is_there_goes_and_nothing_is_written() {
    let (_temp, path) = place();
    let (storage, _) = open(&path);
    let planted = |server: &str| HistoryEntryView {
        server: server.to_owned(),
        ..line(now())
    };
    storage.write(Note::Ended(planted("planted-before")));
    keep_for(&storage, None);
    storage.write(Note::Ended(planted("planted-after")));
    assert_eq!(storage.kept(), 0);
    assert!(!is_written_anywhere(&path, "planted"));
    keep_for(&storage, Some(1));
    storage.write(Note::Ended(planted("planted-again")));
    assert_eq!(storage.kept(), 1);
    assert!(is_written_anywhere(&path, "planted-again"), "the test sees");
    drop(storage);
    let (storage, _) = Storage::open(&path, None, BOOT, now()).unwrap();
    assert_eq!(storage.kept(), 0);
    assert!(!is_written_anywhere(&path, "planted"));
}

#[test]
fn clearing_removes_history_for_good_and_nothing_else() {
    let (_temp, path) = place();
    let (storage, _) = open(&path);
    for count in 0..200 {
        let long = format!("planted-{count} ").repeat(100);
        storage.write(Note::Ended(HistoryEntryView {
            reason: Some(long),
            ..line(now())
        }));
    }
    storage.write(Note::Opened {
        server: "acme".into(),
        domain: "example.com".into(),
        at: now(),
    });
    storage.asked(|reply| Work::Mute {
        agent: "Codex".into(),
        server: "acme".into(),
        until: Some(MutedUntil::Unmuted),
        reply,
    });
    assert_eq!(storage.kept(), 200);
    assert!(is_written_anywhere(&path, "planted"));
    storage.asked(|reply| Work::Clear { reply });
    assert!(!is_written_anywhere(&path, "planted"));
    assert_eq!(
        storage.history(HistoryQuery::default()),
        HistoryView::default()
    );
    drop(storage);
    let (_, kept) = open(&path);
    assert_eq!((kept.opened.len(), kept.mutes.len()), (1, 1));
}

#[test]
fn clearing_says_so_if_someone_still_reads_what_should_go() {
    let (_temp, path) = place();
    let (storage, _) = open(&path);
    storage.write(Note::Ended(line(now())));
    assert_eq!(storage.kept(), 1);
    let reader = Connection::open(&path).unwrap();
    reader
        .execute_batch("BEGIN; SELECT * FROM history;")
        .unwrap();
    let (reply, answer) = oneshot::channel();
    storage.hand(Work::Clear { reply });
    assert_eq!(answer.blocking_recv().unwrap(), Err(PastError::Storage));
}

#[test]
fn however_many_lines_come_only_so_many_are_kept() {
    let (_temp, path) = place();
    drop(open(&path));
    let fill = |count: i64| {
        let at = now().as_millisecond();
        let lines = format!(
            "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {count})
             INSERT INTO history (at, agent, server, kind, domain, outcome)
             SELECT {at}, 'a', 's', 'form', 'd', 'o' FROM numbers"
        );
        Connection::open(&path)
            .unwrap()
            .execute_batch(&lines)
            .unwrap();
    };
    let kept = u32::try_from(KEPT_LINES).unwrap();
    fill(KEPT_LINES);
    let (storage, _) = open(&path);
    assert_eq!(storage.kept(), kept, "not one too many");
    fill(5);
    for _ in 0..SWEEP - 1 {
        storage.write(Note::Ended(line(now())));
    }
    assert!(storage.kept() > kept, "not looked for yet");
    storage.write(Note::Ended(line(now())));
    assert_eq!(storage.kept(), kept);
}
