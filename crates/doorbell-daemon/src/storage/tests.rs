//! Storage in a temporary directory.

use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, Instant};

use super::*;

fn now() -> Timestamp {
    "2026-11-16T13:00:00Z".parse().unwrap()
}

fn line(at: Timestamp) -> Line {
    Line {
        at,
        agent: "Codex".into(),
        server: "acme".into(),
        kind: "link",
        domain: Some("evil.io".into()),
        outcome: "refused",
        reason: Some("Only web addresses are opened.".into()),
    }
}

/// The lines once there are as many as wanted; the thread writes them in its own time.
fn wait_for_lines(path: &Path, wanted: usize) -> Vec<(String, String)> {
    let reader = Connection::open(path).unwrap();
    let begun = Instant::now();
    loop {
        let lines: Vec<(String, String)> = reader
            .prepare("SELECT outcome, domain FROM history ORDER BY id")
            .unwrap()
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))
            .unwrap()
            .map(Result::unwrap)
            .collect();
        if lines.len() == wanted || begun.elapsed() > Duration::from_secs(20) {
            return lines;
        }
        std::thread::park_timeout(Duration::from_millis(5));
    }
}

#[test]
fn what_ended_and_what_was_opened_is_there_after_a_restart() {
    let temp = tempfile::tempdir().unwrap();
    let path = temp.path().join("doorbell/doorbell.db");
    let (storage, opened) = Storage::open(&path, now()).unwrap();
    assert!(opened.is_empty());
    storage.opened("acme".into(), "example.com".into(), now());
    storage.opened("acme".into(), "example.com".into(), now());
    storage.ended(line(now()));
    assert_eq!(
        wait_for_lines(&path, 1),
        [("refused".to_owned(), "evil.io".to_owned())]
    );
    drop(storage);
    let (_, opened) = Storage::open(&path, now()).unwrap();
    assert_eq!(opened, [("acme".to_owned(), "example.com".to_owned())]);
}

#[test]
fn only_the_owner_can_read_it() {
    let temp = tempfile::tempdir().unwrap();
    let path = temp.path().join("doorbell/doorbell.db");
    let (storage, _) = Storage::open(&path, now()).unwrap();
    storage.ended(line(now()));
    wait_for_lines(&path, 1);
    for entry in std::fs::read_dir(path.parent().unwrap()).unwrap() {
        let mode = entry.unwrap().metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    let directory = std::fs::metadata(path.parent().unwrap()).unwrap();
    assert_eq!(directory.permissions().mode() & 0o777, 0o700);
}

#[test]
fn history_is_kept_for_thirty_days_and_not_longer() {
    let temp = tempfile::tempdir().unwrap();
    let path = temp.path().join("doorbell.db");
    let (storage, _) = Storage::open(&path, now()).unwrap();
    let oldest = now() - KEPT_HOURS.hours();
    storage.ended(line(oldest));
    storage.ended(line(oldest - 1.second()));
    wait_for_lines(&path, 2);
    drop(storage);
    let _again = Storage::open(&path, now()).unwrap();
    assert_eq!(wait_for_lines(&path, 1).len(), 1);
}

#[test]
fn a_file_of_a_newer_doorbell_or_of_someone_else_is_left_alone() {
    let temp = tempfile::tempdir().unwrap();
    let newer = temp.path().join("newer.db");
    drop(Storage::open(&newer, now()).unwrap());
    Connection::open(&newer)
        .unwrap()
        .pragma_update(None, "user_version", 99)
        .unwrap();
    assert!(Storage::open(&newer, now()).is_err());
    let other = temp.path().join("other.db");
    std::fs::write(&other, "these are my notes, not a database").unwrap();
    assert!(Storage::open(&other, now()).is_err());
    let kept = std::fs::read_to_string(&other).unwrap();
    assert_eq!(kept, "these are my notes, not a database");
}

#[test]
fn however_many_lines_come_only_so_many_are_kept() {
    let temp = tempfile::tempdir().unwrap();
    let path = temp.path().join("doorbell.db");
    drop(Storage::open(&path, now()).unwrap());
    Connection::open(&path)
        .unwrap()
        .execute_batch(&format!(
            "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {})
             INSERT INTO history (at, agent, server, kind, domain, outcome)
             SELECT {}, 'a', 's', 'form', 'd', 'o' FROM numbers",
            KEPT_LINES + 5,
            now().as_millisecond()
        ))
        .unwrap();
    let _again = Storage::open(&path, now()).unwrap();
    let kept = usize::try_from(KEPT_LINES).unwrap();
    assert_eq!(wait_for_lines(&path, kept).len(), kept);
}
