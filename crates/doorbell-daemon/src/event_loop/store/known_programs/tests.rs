use doorbell_core::asker::AskerId;
use doorbell_protocol::ClientInfo;

use super::*;
use crate::identity::Peer;

fn asker() -> Asker {
    let client = ClientInfo {
        name: "test".into(),
        version: "1".into(),
        title: None,
    };
    Peer::from_pid(std::process::id()).into_asker(AskerId(1), client, None)
}

/// The fingerprint of this process when it asks for the server `name`.
fn server(name: &str) -> Digest {
    let names = AskerNames {
        agent: "Codex".to_owned(),
        server: name.to_owned(),
    };
    fingerprint(&asker(), &names).unwrap()
}

fn now() -> Timestamp {
    "2026-11-16T13:00:00Z".parse().unwrap()
}

fn empty() -> KnownPrograms {
    KnownPrograms::restore(Vec::new(), Counting::On)
}

/// Returns how often a server has asked; `None` if it never has.
fn count(programs: &KnownPrograms, name: &str, now: Timestamp) -> Option<u32> {
    match programs.familiarity(&server(name), &asker(), now) {
        Familiarity::First => None,
        Familiarity::Again { asked, .. } => Some(asked),
    }
}

#[test]
fn program_is_forgotten_a_year_after_it_last_asked() {
    let mut programs = empty();
    programs.question_asked(server("acme"), &asker(), now());
    let year = now() + KNOWN_PROGRAM_HOURS.hours();
    assert_eq!(count(&programs, "acme", year), Some(1));
    let later = year + 1.millisecond();
    assert_eq!(count(&programs, "acme", later), None);
    programs.question_asked(server("acme"), &asker(), later);
    assert_eq!(count(&programs, "acme", later), Some(1), "counted anew");
}

#[test]
fn invented_names_evict_each_other() {
    let mut programs = empty();
    let asker = asker();
    for _ in 0..2 {
        programs.question_asked(server("frequent"), &asker, now());
    }
    for name in 1..MAX_PROGRAMS {
        let later = now() + i64::try_from(name).unwrap().seconds();
        let writes = programs.question_asked(server(&format!("name {name}")), &asker, later);
        assert_eq!(writes.len(), 1, "there is room for name {name}");
    }
    let later = now() + 1.hour();
    let writes = programs.question_asked(server("one too many"), &asker, later);
    let removed = writes
        .iter()
        .filter(|write| matches!(write, StorageWrite::KnownProgram { program: None, .. }));
    assert_eq!(removed.count(), 1);
    assert_eq!(count(&programs, "frequent", later), Some(2));
    assert_eq!(count(&programs, "one too many", later), Some(1));
    assert_eq!(count(&programs, "name 1", later), None);
    assert_eq!(count(&programs, "name 2", later), Some(1));
}

#[test]
fn only_the_most_recent_programs_are_restored() {
    let program = KnownProgram {
        asked: 1,
        last: now(),
        file: None,
    };
    let stored = (0..=MAX_PROGRAMS).map(|name| {
        let name = name.to_string();
        (Digest::of([name.as_bytes()]), program)
    });
    let programs = KnownPrograms::restore(stored.collect(), Counting::On);
    assert_eq!(programs.programs.len(), MAX_PROGRAMS);
    assert!(!programs.programs.contains_key(&Digest::of([&b"0"[..]])));
}

#[test]
fn clearing_history_resets_counts_and_keeps_programs() {
    let mut programs = empty();
    programs.question_asked(server("acme"), &asker(), now());
    programs.reset_counts();
    assert_eq!(count(&programs, "acme", now()), Some(0));
    programs.question_asked(server("acme"), &asker(), now());
    assert_eq!(count(&programs, "acme", now()), Some(1));
    programs.set_counting(Counting::Off);
    programs.question_asked(server("acme"), &asker(), now());
    assert_eq!(count(&programs, "acme", now()), Some(0));
    programs.set_counting(Counting::On);
    programs.question_asked(server("acme"), &asker(), now());
    assert_eq!(count(&programs, "acme", now()), Some(1));
}
