//! From one life to the next.

use std::os::unix::fs::PermissionsExt;

use serde_json::json;

use super::*;

fn mute(storage: &Storage, server: &str, until: Option<MutedUntil>) {
    storage.asked(|reply| Work::Mute {
        agent: "Codex".into(),
        server: server.into(),
        until,
        reply,
    });
}

#[test]
fn what_ended_and_what_was_opened_is_there_after_a_restart() {
    let (_temp, path) = place();
    let (storage, kept) = open(&path);
    assert_eq!(kept, Kept::default());
    for _ in 0..2 {
        storage.write(Note::Opened {
            server: "acme".into(),
            domain: "example.com".into(),
            at: now(),
        });
    }
    storage.write(Note::Ended(line(now())));
    drop(storage);
    let (storage, kept) = open(&path);
    assert_eq!(kept.opened, [("acme".to_owned(), "example.com".to_owned())]);
    assert_eq!(storage.kept(), 1);
}

#[test]
fn the_end_waits_until_all_is_written() {
    let (_temp, path) = place();
    let (storage, _) = open(&path);
    for _ in 0..QUEUE / 2 {
        storage.write(Note::Ended(line(now())));
    }
    drop(storage);
    let (storage, _) = open(&path);
    assert_eq!(storage.kept() as usize, QUEUE / 2);
}

#[test]
fn a_mute_is_there_after_a_restart_until_it_ends_or_is_taken_away() {
    let (_temp, path) = place();
    let (storage, _) = open(&path);
    let ending = |milliseconds: i64| {
        let at = now().as_millisecond() + milliseconds;
        Some(MutedUntil::Time(Timestamp::from_millisecond(at).unwrap()))
    };
    mute(&storage, "always", Some(MutedUntil::Unmuted));
    mute(&storage, "over", ending(0));
    mute(&storage, "still", ending(1));
    mute(&storage, "longer", ending(1));
    mute(&storage, "longer", Some(MutedUntil::Unmuted));
    mute(&storage, "unmuted", Some(MutedUntil::Unmuted));
    mute(&storage, "unmuted", None);
    drop(storage);
    let (_, kept) = open(&path);
    let codex = |server: &str, until| ("Codex".to_owned(), server.to_owned(), until);
    assert_eq!(
        kept.mutes,
        [
            codex("always", MutedUntil::Unmuted),
            codex("longer", MutedUntil::Unmuted),
            codex("still", ending(1).unwrap()),
        ]
    );
}

#[test]
fn only_the_owner_can_read_it() {
    let (_temp, path) = place();
    let (storage, _) = open(&path);
    storage.write(Note::Ended(line(now())));
    assert_eq!(storage.kept(), 1);
    for entry in std::fs::read_dir(path.parent().unwrap()).unwrap() {
        let mode = entry.unwrap().metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    let directory = std::fs::metadata(path.parent().unwrap()).unwrap();
    assert_eq!(directory.permissions().mode() & 0o777, 0o700);
}

#[test]
fn where_nothing_is_kept_there_is_nothing_to_tell() {
    let storage = Storage::none();
    storage.write(Note::Ended(line(now())));
    assert_eq!(
        storage.history(HistoryQuery::default()),
        HistoryView::default()
    );
    assert_eq!(storage.askers(Mutes::default()), AskersView::default());
    let empty = json!({"doorbell": "1.2.3", "exported": "2026-11-16T13:00:00Z", "history": []});
    assert_eq!(storage.export(), empty);
    storage.asked(|reply| Work::Clear { reply });
    mute(&storage, "acme", None);
}

#[test]
fn what_waits_for_a_disk_that_hangs_is_refused_and_not_waited_for() {
    let (work, waiting) = sync_channel(1);
    let (_end, ended) = channel();
    let storage = Storage {
        thread: Some(Thread {
            work,
            ended,
            fails: Arc::default(),
        }),
    };
    let (first, _unheard) = oneshot::channel();
    storage.hand(Work::Clear { reply: first });
    let (second, answer) = oneshot::channel();
    storage.hand(Work::Clear { reply: second });
    assert!(answer.blocking_recv().is_err(), "it is refused at once");
    storage.write(Note::Ended(line(now())));
    assert_eq!(waiting.try_iter().count(), 1);
    // The end of what hangs is not waited for here.
    std::mem::forget(storage);
}

#[test]
fn a_damaged_file_is_put_aside_and_a_new_one_begun() {
    let (_temp, path) = place();
    let (storage, _) = open(&path);
    storage.write(Note::Ended(line(now())));
    drop(storage);
    let whole = std::fs::read(&path).unwrap();
    let mut broken = whole.clone();
    broken[4096..8192].fill(0xAA);
    for damage in [b"no database at all".to_vec(), broken] {
        std::fs::write(&path, &damage).unwrap();
        let begun = Storage::open_or_begin_anew(&path, Some(30), "boot", now());
        let (storage, kept, aside) = begun.ok().unwrap();
        assert_eq!(kept, Kept::default());
        assert_eq!(std::fs::read(aside.unwrap()).unwrap(), damage);
        storage.write(Note::Ended(line(now())));
        assert_eq!(storage.kept(), 1, "it goes on");
    }
    std::fs::write(&path, &whole).unwrap();
    let begun = Storage::open_or_begin_anew(&path, Some(30), "boot", now());
    assert_eq!(begun.ok().unwrap().2, None, "a sound one stays");
}
