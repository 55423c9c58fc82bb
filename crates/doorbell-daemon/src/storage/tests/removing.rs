//! Retention and clearing of history.

use jiff::ToSpan;

use super::super::retention::MAX_ENTRIES;
use super::super::worker::SWEEP_AFTER;
use super::*;

fn set_retention(storage: &Storage, days: Option<u16>) {
    storage.send(StorageCommand::SetRetention { days, now: now() });
}

#[test]
fn entries_older_than_the_retention_are_removed() {
    let (_temp, path) = temp_path();
    let (storage, _) = open(&path);
    let oldest = now() - (i64::from(DAYS) * 24).hours();
    storage.write(StorageWrite::HistoryEntry(entry(oldest)));
    storage.write(StorageWrite::HistoryEntry(entry(oldest - 1.millisecond())));
    assert_eq!(storage.entry_count(), 2);
    drop(storage);
    let (storage, _) = open(&path);
    assert_eq!(storage.entry_count(), 1);
    storage.send(StorageCommand::RemoveExpired {
        now: now() + 1.millisecond(),
    });
    assert_eq!(storage.entry_count(), 0);
}

#[test]
fn shorter_retention_removes_older_entries_at_once() {
    let (_temp, path) = temp_path();
    let (storage, _) = open(&path);
    for days in 0..4 {
        storage.write(StorageWrite::HistoryEntry(entry(
            now() - (days * 24).hours(),
        )));
    }
    set_retention(&storage, Some(365));
    assert_eq!(storage.entry_count(), 4);
    set_retention(&storage, Some(1));
    assert_eq!(storage.entry_count(), 2);
}

#[test]
fn switching_history_off_erases_it_and_writes_no_more() {
    let (_temp, path) = temp_path();
    let (storage, _) = open(&path);
    let planted = |server: &str| HistoryEntryView {
        server: server.to_owned(),
        ..entry(now())
    };
    storage.write(StorageWrite::HistoryEntry(planted("planted-before")));
    set_retention(&storage, None);
    storage.write(StorageWrite::HistoryEntry(planted("planted-after")));
    assert_eq!(storage.entry_count(), 0);
    assert!(!is_on_disk(&path, "planted"));
    set_retention(&storage, Some(1));
    storage.write(StorageWrite::HistoryEntry(planted("planted-again")));
    assert_eq!(storage.entry_count(), 1);
    assert!(is_on_disk(&path, "planted-again"), "the check works");
    drop(storage);
    let (storage, _) = Storage::open(&path, None, BOOT_ID, now()).unwrap();
    assert_eq!(storage.entry_count(), 0);
    assert!(!is_on_disk(&path, "planted"));
}

#[test]
fn clearing_erases_history_and_keeps_the_rest() {
    let (_temp, path) = temp_path();
    let (storage, _) = open(&path);
    for count in 0..200 {
        let long = format!("planted-{count} ").repeat(100);
        storage.write(StorageWrite::HistoryEntry(HistoryEntryView {
            reason: Some(long.clone()),
            question: Some(long),
            ..entry(now())
        }));
    }
    storage.write(StorageWrite::OpenedDomain {
        server: "acme".into(),
        domain: "example.com".into(),
        at: now(),
    });
    storage.request(|reply| StorageCommand::SetMute {
        agent: "Codex".into(),
        server: "acme".into(),
        until: Some(MutedUntil::Unmuted),
        reply,
    });
    assert_eq!(storage.entry_count(), 200);
    assert!(is_on_disk(&path, "planted"));
    storage.request(|reply| StorageCommand::ClearHistory { reply });
    assert!(!is_on_disk(&path, "planted"));
    assert_eq!(
        storage.history(HistoryQuery::default()),
        HistoryView::default()
    );
    drop(storage);
    let (_, restored) = open(&path);
    assert_eq!(
        (restored.opened_domains.len(), restored.mutes.len()),
        (1, 1)
    );
}

#[test]
fn first_lines_are_erased_and_the_rest_stays() {
    let (_temp, path) = temp_path();
    let (storage, _) = open(&path);
    storage.write(StorageWrite::HistoryEntry(HistoryEntryView {
        question: Some("planted ".repeat(1000)),
        ..entry(now())
    }));
    assert_eq!(storage.entry_count(), 1);
    assert!(is_on_disk(&path, "planted"));
    storage.send(StorageCommand::RemoveFirstLines);
    let entries = storage.history(HistoryQuery::default()).entries;
    assert_eq!((entries.len(), entries[0].question.as_deref()), (1, None));
    assert!(!is_on_disk(&path, "planted"));
}

#[test]
fn clearing_fails_while_another_program_reads_history() {
    let (_temp, path) = temp_path();
    let (storage, _) = open(&path);
    storage.write(StorageWrite::HistoryEntry(entry(now())));
    assert_eq!(storage.entry_count(), 1);
    let reader = Connection::open(&path).unwrap();
    reader
        .execute_batch("BEGIN; SELECT * FROM history;")
        .unwrap();
    let (reply, response) = oneshot::channel();
    storage.send(StorageCommand::ClearHistory { reply });
    assert_eq!(
        response.blocking_recv().unwrap(),
        Err(HistoryError::Storage)
    );
}

#[test]
fn number_of_entries_is_limited() {
    let (_temp, path) = temp_path();
    drop(open(&path));
    let fill = |count: i64| {
        let at = now().as_millisecond();
        let insert = format!(
            "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {count})
             INSERT INTO history (at, agent, server, kind, domain, outcome)
             SELECT {at}, 'a', 's', 'form', 'd', 'o' FROM numbers"
        );
        Connection::open(&path)
            .unwrap()
            .execute_batch(&insert)
            .unwrap();
    };
    let limit = u32::try_from(MAX_ENTRIES).unwrap();
    fill(MAX_ENTRIES);
    let (storage, _) = open(&path);
    assert_eq!(storage.entry_count(), limit, "exactly the limit");
    fill(5);
    for _ in 0..SWEEP_AFTER - 1 {
        storage.write(StorageWrite::HistoryEntry(entry(now())));
    }
    assert!(storage.entry_count() > limit, "no sweep yet");
    storage.write(StorageWrite::HistoryEntry(entry(now())));
    assert_eq!(storage.entry_count(), limit);
}
