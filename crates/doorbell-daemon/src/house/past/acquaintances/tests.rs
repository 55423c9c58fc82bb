use doorbell_core::asker::AskerId;
use doorbell_protocol::ClientInfo;

use super::*;
use crate::identity::Peer;

/// This very process.
fn asker() -> Asker {
    let client = ClientInfo {
        name: "test".into(),
        version: "1".into(),
        title: None,
    };
    Peer::of(std::process::id()).into_asker(AskerId(1), client)
}

/// What this process is known by when it asks for a server.
fn of(server: &str) -> Digest {
    let names = AskerNames {
        agent: "Codex".to_owned(),
        server: server.to_owned(),
    };
    face(&asker(), &names).unwrap()
}

fn now() -> Timestamp {
    "2026-11-16T13:00:00Z".parse().unwrap()
}

fn nobody() -> Acquaintances {
    Acquaintances::recall(Vec::new(), Counting::On)
}

/// How often this server has asked; `None` if it never has.
fn asked(acquaintances: &Acquaintances, server: &str, now: Timestamp) -> Option<u32> {
    match acquaintances.meet(&of(server), &asker(), now) {
        Familiarity::First => None,
        Familiarity::Again { asked, .. } => Some(asked),
    }
}

#[test]
fn an_acquaintance_is_forgotten_a_year_after_it_asked_last() {
    let mut known = nobody();
    known.asked(of("acme"), &asker(), now());
    let year = now() + ACQUAINTED_HOURS.hours();
    assert_eq!(asked(&known, "acme", year), Some(1));
    let later = year + 1.millisecond();
    assert_eq!(asked(&known, "acme", later), None);
    known.asked(of("acme"), &asker(), later);
    assert_eq!(asked(&known, "acme", later), Some(1), "counted anew");
}

#[test]
fn so_many_are_kept_and_names_thought_up_push_out_each_other() {
    let mut known = nobody();
    let asker = asker();
    for _ in 0..2 {
        known.asked(of("known for long"), &asker, now());
    }
    for name in 1..MOST_ACQUAINTANCES {
        let later = now() + i64::try_from(name).unwrap().seconds();
        let work = known.asked(of(&format!("name {name}")), &asker, later);
        assert_eq!(work.len(), 1, "there is room for name {name}");
    }
    let later = now() + 1.hour();
    let work = known.asked(of("one too many"), &asker, later);
    let removed = work.iter().filter(
        |work| matches!(work, Note::KnownProgram { acquaintance, .. } if acquaintance.is_none()),
    );
    assert_eq!(removed.count(), 1);
    assert_eq!(asked(&known, "known for long", later), Some(2));
    assert_eq!(asked(&known, "one too many", later), Some(1));
    assert_eq!(asked(&known, "name 1", later), None);
    assert_eq!(asked(&known, "name 2", later), Some(1));
}

#[test]
fn of_more_than_that_in_the_file_the_most_recent_count() {
    let acquaintance = KnownProgram {
        asked: 1,
        last: now(),
        file: None,
    };
    let kept = (0..=MOST_ACQUAINTANCES).map(|name| {
        let name = name.to_string();
        (Digest::of([name.as_bytes()]), acquaintance)
    });
    let known = Acquaintances::recall(kept.collect(), Counting::On);
    assert_eq!(known.known.len(), MOST_ACQUAINTANCES);
    assert!(!known.known.contains_key(&Digest::of([&b"0"[..]])));
}

#[test]
fn counts_are_forgotten_with_history_and_faces_are_not() {
    let mut known = nobody();
    known.asked(of("acme"), &asker(), now());
    known.forget_counts();
    assert_eq!(asked(&known, "acme", now()), Some(0));
    known.asked(of("acme"), &asker(), now());
    assert_eq!(asked(&known, "acme", now()), Some(1));
    known.count(Counting::Off);
    known.asked(of("acme"), &asker(), now());
    assert_eq!(asked(&known, "acme", now()), Some(0));
    known.count(Counting::On);
    known.asked(of("acme"), &asker(), now());
    assert_eq!(asked(&known, "acme", now()), Some(1));
}
