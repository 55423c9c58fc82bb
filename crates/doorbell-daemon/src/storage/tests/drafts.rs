//! Drafts: kept, replaced, forgotten.

use jiff::ToSpan;

use super::super::retention::DRAFT_HOURS;
use super::*;

fn keep(storage: &Storage, subject: u8, draft: Option<Draft>) {
    let subject = digest(subject);
    storage.write(Note::Draft { subject, draft });
}

#[test]
fn what_was_typed_last_is_there_in_the_next_life() {
    let (_temp, path) = place();
    let (storage, _) = open(&path);
    for text in ["A", "Ad", "Ada"] {
        keep(&storage, 1, Some(draft(text, now())));
    }
    keep(&storage, 2, Some(draft("Grace", now() - 1.hour())));
    keep(&storage, 3, Some(draft("Nobody", now())));
    keep(&storage, 3, None);
    drop(storage);
    let (_, kept) = open(&path);
    assert_eq!(
        kept.drafts,
        [
            (digest(2), draft("Grace", now() - 1.hour())),
            (digest(1), draft("Ada", now())),
        ]
    );
}

#[test]
fn a_draft_lives_seven_days() {
    let (_temp, path) = place();
    let (storage, _) = open(&path);
    let oldest = now() - DRAFT_HOURS.hours();
    keep(&storage, 1, Some(draft("planted-old", oldest)));
    keep(
        &storage,
        2,
        Some(draft("planted-older", oldest - 1.millisecond())),
    );
    drop(storage);
    let (_, kept) = open(&path);
    assert_eq!(kept.drafts.len(), 1);
    assert_eq!(kept.drafts[0].0, digest(1));
    assert!(!is_written_anywhere(&path, "planted-older"));
}

#[test]
fn what_is_removed_or_replaced_is_really_gone() {
    let (_temp, path) = place();
    let (storage, _) = open(&path);
    keep(&storage, 1, Some(draft("planted-first", now())));
    keep(&storage, 2, Some(draft("planted-second", now())));
    storage.kept();
    assert!(is_written_anywhere(&path, "planted-first"), "the test sees");
    keep(&storage, 1, None);
    keep(&storage, 2, Some(draft("fine", now())));
    wait_until_gone(&path, "planted");
    // However much there is to do.
    for _ in 0..200 {
        keep(&storage, 1, Some(draft("planted-again", now())));
        keep(&storage, 1, None);
    }
    storage.kept();
    drop(storage);
    assert!(!is_written_anywhere(&path, "planted"));
}
