use doorbell_core::known_program::{KnownProgram, ProgramFile};
use jiff::ToSpan;

use super::super::retention::KNOWN_PROGRAM_HOURS;
use super::*;

fn program(asked: u32, last: Timestamp) -> KnownProgram {
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

fn set(storage: &Storage, fingerprint: u8, program: Option<KnownProgram>) {
    storage.write(StorageWrite::KnownProgram {
        fingerprint: digest(fingerprint),
        program,
    });
}

#[test]
fn known_program_survives_a_restart() {
    let (_temp, path) = temp_path();
    let (storage, restored) = open(&path);
    assert_eq!(restored.known_programs, []);
    let without_file = KnownProgram {
        file: None,
        ..program(2, now() - 1.hour())
    };
    set(&storage, 1, Some(program(1, now() - 1.hour())));
    set(&storage, 1, Some(program(u32::MAX, now())));
    set(&storage, 2, Some(without_file));
    set(&storage, 3, Some(program(1, now())));
    set(&storage, 3, None);
    drop(storage);
    let (_, restored) = open(&path);
    assert_eq!(
        restored.known_programs,
        [
            (digest(2), without_file),
            (digest(1), program(u32::MAX, now()))
        ]
    );
}

#[test]
fn last_write_of_a_program_wins() {
    let (_temp, path) = temp_path();
    let (storage, _) = open(&path);
    let write = |fingerprint: u8, asked: Option<u32>| StorageWrite::KnownProgram {
        fingerprint: digest(fingerprint),
        program: asked.map(|asked| program(asked, now())),
    };
    let writes = vec![
        write(1, Some(1)),
        write(2, Some(1)),
        write(1, Some(2)),
        write(2, None),
        StorageWrite::HistoryEntry(entry(now())),
        write(1, Some(3)),
    ];
    writes.into_iter().for_each(|write| storage.write(write));
    assert_eq!(storage.entry_count(), 1, "other writes stay");
    drop(storage);
    let (_, restored) = open(&path);
    assert_eq!(restored.known_programs, [(digest(1), program(3, now()))]);
}

#[test]
fn program_is_forgotten_after_a_year() {
    let (_temp, path) = temp_path();
    let (storage, _) = open(&path);
    let oldest = now() - KNOWN_PROGRAM_HOURS.hours();
    set(&storage, 1, Some(program(1, oldest)));
    set(&storage, 2, Some(program(1, oldest - 1.millisecond())));
    drop(storage);
    let (_, restored) = open(&path);
    assert_eq!(restored.known_programs, [(digest(1), program(1, oldest))]);
}

#[test]
fn clearing_history_resets_counts_and_keeps_programs() {
    let (_temp, path) = temp_path();
    let (storage, _) = open(&path);
    let reset = [(digest(1), program(0, now()))];
    set(&storage, 1, Some(program(12, now())));
    storage.request(|reply| StorageCommand::ClearHistory { reply });
    drop(storage);
    let (storage, restored) = open(&path);
    assert_eq!(restored.known_programs, reset);
    set(&storage, 1, Some(program(12, now())));
    storage.send(StorageCommand::SetRetention {
        days: None,
        now: now(),
    });
    drop(storage);
    let (storage, restored) = open(&path);
    assert_eq!(restored.known_programs, reset);
    set(&storage, 1, Some(program(12, now())));
    drop(storage);
    let (_, restored) = Storage::open(&path, None, BOOT_ID, now()).unwrap();
    assert_eq!(restored.known_programs, reset);
}
