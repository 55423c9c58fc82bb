use jiff::ToSpan;

use super::super::retention::DRAFT_HOURS;
use super::*;

fn set(storage: &Storage, key: u8, draft: Option<Draft>) {
    let key = digest(key);
    storage.write(StorageWrite::Draft { key, draft });
}

#[test]
fn latest_draft_survives_a_restart() {
    let (_temp, path) = temp_path();
    let (storage, _) = open(&path);
    for text in ["A", "Ad", "Ada"] {
        set(&storage, 1, Some(draft(text, now())));
    }
    set(&storage, 2, Some(draft("Grace", now() - 1.hour())));
    set(&storage, 3, Some(draft("Nobody", now())));
    set(&storage, 3, None);
    drop(storage);
    let (_, restored) = open(&path);
    assert_eq!(
        restored.drafts,
        [
            (digest(2), draft("Grace", now() - 1.hour())),
            (digest(1), draft("Ada", now())),
        ]
    );
}

#[test]
fn draft_expires_after_seven_days() {
    let (_temp, path) = temp_path();
    let (storage, _) = open(&path);
    let oldest = now() - DRAFT_HOURS.hours();
    set(&storage, 1, Some(draft("planted-old", oldest)));
    set(
        &storage,
        2,
        Some(draft("planted-older", oldest - 1.millisecond())),
    );
    drop(storage);
    let (_, restored) = open(&path);
    assert_eq!(restored.drafts.len(), 1);
    assert_eq!(restored.drafts[0].0, digest(1));
    assert!(!is_on_disk(&path, "planted-older"));
}

#[test]
fn removed_draft_is_erased_from_disk() {
    let (_temp, path) = temp_path();
    let (storage, _) = open(&path);
    set(&storage, 1, Some(draft("planted-first", now())));
    set(&storage, 2, Some(draft("planted-second", now())));
    storage.entry_count();
    assert!(is_on_disk(&path, "planted-first"), "the check works");
    set(&storage, 1, None);
    set(&storage, 2, Some(draft("fine", now())));
    wait_until_erased(&path, "planted");
    // Also while the worker is busy.
    for _ in 0..200 {
        set(&storage, 1, Some(draft("planted-again", now())));
        set(&storage, 1, None);
    }
    storage.entry_count();
    drop(storage);
    assert!(!is_on_disk(&path, "planted"));
}
