//! Those who have asked, from one life to the next.

use doorbell_core::known_program::{KnownProgram, ProgramFile};
use jiff::ToSpan;

use super::super::retention::ACQUAINTED_HOURS;
use super::*;

fn acquaintance(asked: u32, last: Timestamp) -> KnownProgram {
    KnownProgram {
        asked,
        last,
        file: Some(ProgramFile {
            inode: u64::MAX,
            size: 7,
            modified: -1,
        }),
    }
}

fn keep(storage: &Storage, face: u8, acquaintance: Option<KnownProgram>) {
    let face = digest(face);
    storage.write(Note::KnownProgram { face, acquaintance });
}

#[test]
fn an_acquaintance_is_there_again_as_it_was_left() {
    let (_temp, path) = place();
    let (storage, kept) = open(&path);
    assert_eq!(kept.acquaintances, []);
    let without_file = KnownProgram {
        file: None,
        ..acquaintance(2, now() - 1.hour())
    };
    keep(&storage, 1, Some(acquaintance(1, now() - 1.hour())));
    keep(&storage, 1, Some(acquaintance(u32::MAX, now())));
    keep(&storage, 2, Some(without_file));
    keep(&storage, 3, Some(acquaintance(1, now())));
    keep(&storage, 3, None);
    drop(storage);
    let (_, kept) = open(&path);
    assert_eq!(
        kept.acquaintances,
        [
            (digest(2), without_file),
            (digest(1), acquaintance(u32::MAX, now()))
        ]
    );
}

#[test]
fn last_word_about_an_acquaintance_is_kept() {
    let (_temp, path) = place();
    let (storage, _) = open(&path);
    let note = |face: u8, asked: Option<u32>| Note::KnownProgram {
        face: digest(face),
        acquaintance: asked.map(|asked| acquaintance(asked, now())),
    };
    let notes = vec![
        note(1, Some(1)),
        note(2, Some(1)),
        note(1, Some(2)),
        note(2, None),
        Note::Ended(line(now())),
        note(1, Some(3)),
    ];
    notes.into_iter().for_each(|note| storage.write(note));
    assert_eq!(storage.kept(), 1, "what is about nobody stays");
    drop(storage);
    let (_, kept) = open(&path);
    assert_eq!(kept.acquaintances, [(digest(1), acquaintance(3, now()))]);
}

#[test]
fn an_acquaintance_is_kept_for_a_year_and_not_longer() {
    let (_temp, path) = place();
    let (storage, _) = open(&path);
    let oldest = now() - ACQUAINTED_HOURS.hours();
    keep(&storage, 1, Some(acquaintance(1, oldest)));
    keep(&storage, 2, Some(acquaintance(1, oldest - 1.millisecond())));
    drop(storage);
    let (_, kept) = open(&path);
    assert_eq!(kept.acquaintances, [(digest(1), acquaintance(1, oldest))]);
}

#[test]
fn clearing_history_or_switching_it_off_forgets_how_often_and_not_who() {
    let (_temp, path) = place();
    let (storage, _) = open(&path);
    let forgotten = [(digest(1), acquaintance(0, now()))];
    keep(&storage, 1, Some(acquaintance(12, now())));
    storage.asked(|reply| Work::Clear { reply });
    drop(storage);
    let (storage, kept) = open(&path);
    assert_eq!(kept.acquaintances, forgotten);
    keep(&storage, 1, Some(acquaintance(12, now())));
    storage.hand(Work::KeepFor {
        days: None,
        now: now(),
    });
    drop(storage);
    let (storage, kept) = open(&path);
    assert_eq!(kept.acquaintances, forgotten);
    keep(&storage, 1, Some(acquaintance(12, now())));
    drop(storage);
    let (_, kept) = Storage::open(&path, None, BOOT, now()).unwrap();
    assert_eq!(kept.acquaintances, forgotten);
}
