use super::*;
use crate::agent::Agent;
use crate::asker::{AskerId, Claimed, Program, Server, SessionId, Verified};

const FILE: ProgramFile = ProgramFile {
    inode: 7,
    size: 1_000,
    modified: 1_763_000_000_000_000_000,
};

fn asker(path: &str, file: Option<ProgramFile>) -> Asker {
    Asker {
        id: AskerId(1),
        session: SessionId { pid: 7, started: 1 },
        agent: None,
        verified: Verified {
            program: Program {
                pid: 7,
                path: Some(path.to_owned()),
            },
            ticks: 1,
            started: None,
            file,
            parents: Vec::new(),
        },
        claimed: Claimed::default(),
    }
}

fn of_server(name: &str) -> Claims {
    Claims {
        server: Some(Server {
            name: name.to_owned(),
            version: None,
            place: None,
        }),
        ..Claims::default()
    }
}

fn now() -> Timestamp {
    "2026-11-16T13:00:00Z".parse().unwrap()
}

/// How an asker is met after it has asked with the file as it was `before`.
fn met(path: &str, before: Option<ProgramFile>, file: Option<ProgramFile>) -> ProgramSince {
    let before = asker(path, before);
    let known = Acquaintance::after(None, &before, Counting::On, now());
    match Acquaintance::meet(Some(&known), &asker(path, file)) {
        Meeting::Again { program, .. } => program,
        Meeting::First => panic!("it has asked before"),
    }
}

#[test]
fn each_question_is_counted_and_tells_of_those_before_it() {
    let relay = asker("/usr/bin/relay", Some(FILE));
    assert_eq!(Acquaintance::meet(None, &relay), Meeting::First);
    let mut known = None;
    for asked in 1..=3 {
        let after = Acquaintance::after(known.as_ref(), &relay, Counting::On, now());
        let last = now();
        let program = ProgramSince::Same;
        assert_eq!(
            Acquaintance::meet(Some(&after), &relay),
            Meeting::Again {
                asked,
                last,
                program
            }
        );
        known = Some(after);
    }
    let most = known.map(|known| Acquaintance {
        asked: u32::MAX,
        ..known
    });
    let after = Acquaintance::after(most.as_ref(), &relay, Counting::On, now());
    assert_eq!(after.asked, u32::MAX);
}

#[test]
fn without_history_nothing_is_counted_and_the_asker_is_known_all_the_same() {
    let relay = asker("/usr/bin/relay", Some(FILE));
    let counted = Acquaintance::after(None, &relay, Counting::On, now());
    let after = Acquaintance::after(Some(&counted), &relay, Counting::Off, now());
    assert_eq!(after.asked, 0);
    let view = Acquaintance::meet(Some(&after), &relay).view();
    let last = now().as_millisecond();
    assert_eq!(view, AcquaintanceView::Again { asked: 0, last });
}

#[test]
fn a_program_changes_when_its_file_is_another_or_was_written_to() {
    let path = "/usr/bin/relay";
    let same = Some(FILE);
    assert_eq!(met(path, same, same), ProgramSince::Same);
    for changed in [
        ProgramFile { inode: 8, ..FILE },
        ProgramFile { size: 999, ..FILE },
        ProgramFile {
            modified: FILE.modified + 1,
            ..FILE
        },
    ] {
        let found = met(path, same, Some(changed));
        assert_eq!(found, ProgramSince::Changed, "{changed:?}");
    }
    assert_eq!(met(path, None, same), ProgramSince::Same, "never told");
    assert_eq!(met(path, same, None), ProgramSince::Same, "not told now");
}

#[test]
fn what_the_system_does_not_tell_once_is_compared_with_the_next() {
    let known = Acquaintance::after(None, &asker("/bin/a", Some(FILE)), Counting::On, now());
    let blind = asker("/bin/a", None);
    let known = Acquaintance::after(Some(&known), &blind, Counting::On, now());
    assert_eq!(known.file, Some(FILE));
}

#[test]
fn of_an_interpreter_a_change_is_not_told() {
    let updated = Some(ProgramFile { inode: 8, ..FILE });
    for (path, wanted) in [
        ("/usr/bin/node", ProgramSince::Same),
        ("/usr/bin/python3.13", ProgramSince::Same),
        ("/usr/bin/python3.13 (deleted)", ProgramSince::Same),
        ("/opt/java-21/bin/java", ProgramSince::Same),
        ("/usr/bin/nodelike", ProgramSince::Changed),
        ("/opt/node/relay", ProgramSince::Changed),
    ] {
        assert_eq!(met(path, Some(FILE), updated), wanted, "{path}");
    }
}

#[test]
fn a_face_is_the_program_and_the_names_that_history_has() {
    let relay = asker("/usr/bin/relay", None);
    let of = |asker: &Asker, claims: &Claims| {
        let names = Names::of(asker, claims);
        let Face {
            program,
            agent,
            server,
        } = Face::of(asker, &names).unwrap();
        [program, agent, server].map(str::to_owned)
    };
    let face = of(&relay, &of_server("acme"));
    assert_eq!(face, ["/usr/bin/relay", "relay", "acme"]);
    let elsewhere = asker("/tmp/relay", None);
    assert_ne!(of(&elsewhere, &of_server("acme")), face, "another program");
    assert_ne!(of(&relay, &of_server("other")), face, "another server");
    let mut below = relay.clone();
    below.agent = Some(Agent {
        name: "Codex",
        said: false,
    });
    assert_ne!(of(&below, &of_server("acme")), face, "another agent");
    let replaced = asker("/usr/bin/relay (deleted)", None);
    assert_eq!(of(&replaced, &of_server("acme")), face, "the same, updated");
}

#[test]
fn names_without_a_program_are_nobody() {
    let mut hidden = asker("/usr/bin/relay", None);
    hidden.verified.program.path = None;
    let names = Names::of(&hidden, &of_server("acme"));
    assert_eq!(Face::of(&hidden, &names), None);
}
