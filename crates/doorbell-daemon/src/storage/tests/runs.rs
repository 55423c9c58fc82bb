//! State that survives a restart, and failures of the database.

use std::os::unix::fs::PermissionsExt;

use serde_json::json;

use super::*;

fn set_mute(storage: &Storage, server: &str, until: Option<MutedUntil>) {
    storage.request(|reply| StorageCommand::SetMute {
        agent: "Codex".into(),
        server: server.into(),
        until,
        reply,
    });
}

#[test]
fn history_and_opened_domains_survive_a_restart() {
    let (_temp, path) = temp_path();
    let (storage, restored) = open(&path);
    assert_eq!(restored, RestoredState::default());
    for _ in 0..2 {
        storage.write(StorageWrite::OpenedDomain {
            server: "acme".into(),
            domain: "example.com".into(),
            at: now(),
        });
    }
    storage.write(StorageWrite::HistoryEntry(entry(now())));
    drop(storage);
    let (storage, restored) = open(&path);
    assert_eq!(
        restored.opened_domains,
        [("acme".to_owned(), "example.com".to_owned())]
    );
    assert_eq!(storage.entry_count(), 1);
}

#[test]
fn drop_waits_for_queued_writes() {
    let (_temp, path) = temp_path();
    let (storage, _) = open(&path);
    for _ in 0..COMMAND_QUEUE / 2 {
        storage.write(StorageWrite::HistoryEntry(entry(now())));
    }
    drop(storage);
    let (storage, _) = open(&path);
    assert_eq!(storage.entry_count() as usize, COMMAND_QUEUE / 2);
}

#[test]
fn mute_survives_a_restart_until_it_ends_or_is_removed() {
    let (_temp, path) = temp_path();
    let (storage, _) = open(&path);
    let ending = |milliseconds: i64| {
        let at = now().as_millisecond() + milliseconds;
        Some(MutedUntil::Time(Timestamp::from_millisecond(at).unwrap()))
    };
    set_mute(&storage, "always", Some(MutedUntil::Unmuted));
    set_mute(&storage, "over", ending(0));
    set_mute(&storage, "still", ending(1));
    set_mute(&storage, "longer", ending(1));
    set_mute(&storage, "longer", Some(MutedUntil::Unmuted));
    set_mute(&storage, "unmuted", Some(MutedUntil::Unmuted));
    set_mute(&storage, "unmuted", None);
    drop(storage);
    let (_, restored) = open(&path);
    let codex = |server: &str, until| ("Codex".to_owned(), server.to_owned(), until);
    assert_eq!(
        restored.mutes,
        [
            codex("always", MutedUntil::Unmuted),
            codex("longer", MutedUntil::Unmuted),
            codex("still", ending(1).unwrap()),
        ]
    );
}

#[test]
fn database_files_are_private() {
    let (_temp, path) = temp_path();
    let (storage, _) = open(&path);
    storage.write(StorageWrite::HistoryEntry(entry(now())));
    assert_eq!(storage.entry_count(), 1);
    for entry in std::fs::read_dir(path.parent().unwrap()).unwrap() {
        let mode = entry.unwrap().metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    let directory = std::fs::metadata(path.parent().unwrap()).unwrap();
    assert_eq!(directory.permissions().mode() & 0o777, 0o700);
}

#[test]
fn disabled_storage_is_empty() {
    let storage = Storage::disabled();
    storage.write(StorageWrite::HistoryEntry(entry(now())));
    assert_eq!(
        storage.history(HistoryQuery::default()),
        HistoryView::default()
    );
    assert_eq!(storage.askers(Mutes::default()), AskersView::default());
    let empty = json!({"doorbell": "1.2.3", "exported": "2026-11-16T13:00:00Z", "history": []});
    assert_eq!(storage.export(), empty);
    storage.request(|reply| StorageCommand::ClearHistory { reply });
    set_mute(&storage, "acme", None);
}

#[test]
fn commands_are_dropped_while_the_disk_hangs() {
    let (commands, receiver) = sync_channel(1);
    let (_end, ended) = channel();
    let storage = Storage {
        thread: Some(WorkerThread {
            commands,
            ended,
            is_failing: Arc::default(),
        }),
    };
    let (first, _response) = oneshot::channel();
    storage.send(StorageCommand::ClearHistory { reply: first });
    let (second, response) = oneshot::channel();
    storage.send(StorageCommand::ClearHistory { reply: second });
    assert!(response.blocking_recv().is_err(), "dropped at once");
    storage.write(StorageWrite::HistoryEntry(entry(now())));
    assert_eq!(receiver.try_iter().count(), 1);
    // Dropping it would wait for the thread.
    std::mem::forget(storage);
}

#[test]
fn damaged_database_is_moved_aside_and_replaced() {
    let (_temp, path) = temp_path();
    let (storage, _) = open(&path);
    storage.write(StorageWrite::HistoryEntry(entry(now())));
    drop(storage);
    let intact = std::fs::read(&path).unwrap();
    let mut corrupt = intact.clone();
    corrupt[4096..8192].fill(0xAA);
    for damaged in [b"no database at all".to_vec(), corrupt] {
        std::fs::write(&path, &damaged).unwrap();
        let opened = Storage::open_or_replace_damaged(&path, Some(30), "boot", now());
        let (storage, restored, moved_to) = opened.ok().unwrap();
        assert_eq!(restored, RestoredState::default());
        assert_eq!(std::fs::read(moved_to.unwrap()).unwrap(), damaged);
        storage.write(StorageWrite::HistoryEntry(entry(now())));
        assert_eq!(storage.entry_count(), 1, "the new one works");
    }
    std::fs::write(&path, &intact).unwrap();
    let opened = Storage::open_or_replace_damaged(&path, Some(30), "boot", now());
    assert_eq!(opened.ok().unwrap().2, None, "an intact one stays");
}
