use super::*;
use crate::agent::{Agent, AgentEvidence};
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
            check: ProgramCheck::Verified,
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

/// How the program changed if its file was `before` when it last asked.
fn program_change(
    path: &str,
    before: Option<ProgramFile>,
    file: Option<ProgramFile>,
) -> ProgramChange {
    let before = asker(path, before);
    let known = KnownProgram::after_question(None, &before, Counting::On, now());
    match KnownProgram::familiarity(Some(&known), &asker(path, file)) {
        Familiarity::Again { program, .. } => program,
        Familiarity::First => panic!("it has asked before"),
    }
}

#[test]
fn familiarity_counts_earlier_questions() {
    let relay = asker("/usr/bin/relay", Some(FILE));
    assert_eq!(KnownProgram::familiarity(None, &relay), Familiarity::First);
    let mut known = None;
    for asked in 1..=3 {
        let after = KnownProgram::after_question(known.as_ref(), &relay, Counting::On, now());
        let last = now();
        let program = ProgramChange::Unchanged;
        assert_eq!(
            KnownProgram::familiarity(Some(&after), &relay),
            Familiarity::Again {
                asked,
                last,
                program
            }
        );
        known = Some(after);
    }
    let saturated = known.map(|known| KnownProgram {
        asked: u32::MAX,
        ..known
    });
    let after = KnownProgram::after_question(saturated.as_ref(), &relay, Counting::On, now());
    assert_eq!(after.asked, u32::MAX);
}

#[test]
fn without_counting_the_asker_is_still_known() {
    let relay = asker("/usr/bin/relay", Some(FILE));
    let counted = KnownProgram::after_question(None, &relay, Counting::On, now());
    let after = KnownProgram::after_question(Some(&counted), &relay, Counting::Off, now());
    assert_eq!(after.asked, 0);
    let view = KnownProgram::familiarity(Some(&after), &relay).view();
    let last = now().as_millisecond();
    assert_eq!(view, FamiliarityView::Again { asked: 0, last });
}

#[test]
fn replaced_or_rewritten_file_is_a_change() {
    let path = "/usr/bin/relay";
    let same = Some(FILE);
    assert_eq!(program_change(path, same, same), ProgramChange::Unchanged);
    for changed in [
        ProgramFile { inode: 8, ..FILE },
        ProgramFile { size: 999, ..FILE },
        ProgramFile {
            modified: FILE.modified + 1,
            ..FILE
        },
    ] {
        let found = program_change(path, same, Some(changed));
        assert_eq!(found, ProgramChange::Changed, "{changed:?}");
    }
    assert_eq!(
        program_change(path, None, same),
        ProgramChange::Unchanged,
        "unknown before"
    );
    assert_eq!(
        program_change(path, same, None),
        ProgramChange::Unchanged,
        "unknown now"
    );
}

#[test]
fn unknown_file_keeps_the_last_known_one() {
    let known =
        KnownProgram::after_question(None, &asker("/bin/a", Some(FILE)), Counting::On, now());
    let without_file = asker("/bin/a", None);
    let known = KnownProgram::after_question(Some(&known), &without_file, Counting::On, now());
    assert_eq!(known.file, Some(FILE));
}

#[test]
fn changed_interpreter_is_ignored() {
    let updated = Some(ProgramFile { inode: 8, ..FILE });
    for (path, expected) in [
        ("/usr/bin/node", ProgramChange::Unchanged),
        ("/usr/bin/python3.13", ProgramChange::Unchanged),
        ("/usr/bin/python3.13 (deleted)", ProgramChange::Unchanged),
        ("/opt/java-21/bin/java", ProgramChange::Unchanged),
        ("/usr/bin/nodelike", ProgramChange::Changed),
        ("/opt/node/relay", ProgramChange::Changed),
    ] {
        assert_eq!(
            program_change(path, Some(FILE), updated),
            expected,
            "{path}"
        );
    }
}

#[test]
fn fingerprint_is_program_path_and_names() {
    let relay = asker("/usr/bin/relay", None);
    let of = |asker: &Asker, claims: &Claims| {
        let names = AskerNames::of(asker, claims);
        let Fingerprint {
            program,
            agent,
            server,
        } = Fingerprint::of(asker, &names).unwrap();
        [program, agent, server].map(str::to_owned)
    };
    let fingerprint = of(&relay, &of_server("acme"));
    assert_eq!(fingerprint, ["/usr/bin/relay", "relay", "acme"]);
    let elsewhere = asker("/tmp/relay", None);
    assert_ne!(
        of(&elsewhere, &of_server("acme")),
        fingerprint,
        "another program"
    );
    assert_ne!(
        of(&relay, &of_server("other")),
        fingerprint,
        "another server"
    );
    let mut under_codex = relay.clone();
    under_codex.agent = Some(Agent {
        name: "Codex",
        evidence: AgentEvidence::Parent,
    });
    assert_ne!(
        of(&under_codex, &of_server("acme")),
        fingerprint,
        "another agent"
    );
    let replaced = asker("/usr/bin/relay (deleted)", None);
    assert_eq!(
        of(&replaced, &of_server("acme")),
        fingerprint,
        "the same, updated"
    );
}

#[test]
fn no_fingerprint_without_a_verified_program_path() {
    let relay = asker("/usr/bin/relay", None);
    let mut hidden = relay.clone();
    hidden.verified.program.path = None;
    let mut elsewhere = relay.clone();
    elsewhere.verified.check = ProgramCheck::Unverified;
    let mut changed = relay.clone();
    changed.verified.check = ProgramCheck::Changed;
    for asker in [hidden, elsewhere, changed] {
        let names = AskerNames::of(&asker, &of_server("acme"));
        assert_eq!(Fingerprint::of(&asker, &names), None);
    }
}
