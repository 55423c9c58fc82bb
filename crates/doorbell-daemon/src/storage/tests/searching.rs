//! History read a page at a time, and as a file.

use serde_json::json;

use super::super::lines::{NAMES, PAGE};
use super::*;

fn wanted(text: &str) -> HistoryQuery {
    HistoryQuery {
        text: text.into(),
        ..HistoryQuery::default()
    }
}

#[test]
fn every_word_must_be_found_somewhere_in_the_line() {
    let (_temp, path) = place();
    let (storage, _) = open(&path);
    storage.write(Note::Ended(line(now())));
    storage.write(Note::Ended(HistoryEntryView {
        agent: "Claude Code".into(),
        server: "Größe_50%".into(),
        kind: QuestionKindView::Form,
        domain: None,
        tool: None,
        project: None,
        outcome: "handedBack".into(),
        reason: None,
        ..line(now())
    }));
    let cases = [
        ("", 2),
        ("  \n ", 2),
        ("co", 2),
        ("CODEX", 1),
        ("acme evil.io", 1),
        ("acme claude", 0),
        ("web Addresses opened.", 1),
        ("sign_in", 1),
        ("SHOP", 1),
        ("link", 1),
        ("form", 1),
        ("refused", 1),
        ("handed back", 1),
        ("GRÖSSE", 0),
        ("GRÖßE", 1),
        ("%", 1),
        ("_", 2),
        ("a_me", 0),
        ("ac%me", 0),
        ("'; DROP TABLE history; --", 0),
        ("codexacme", 0),
    ];
    for (text, found) in cases {
        let view = storage.history(wanted(text));
        assert_eq!((view.found, view.kept), (found, 2), "{text:?}");
        assert_eq!(view.entries.len(), found as usize);
    }
}

#[test]
fn server_agent_and_outcome_narrow_it_down() {
    let (_temp, path) = place();
    let (storage, _) = open(&path);
    for (agent, server, outcome) in [
        ("Codex", "acme", "accepted"),
        ("Codex", "other", "declined"),
        ("amp", "acme", "declined"),
    ] {
        storage.write(Note::Ended(HistoryEntryView {
            agent: agent.into(),
            server: server.into(),
            outcome: outcome.into(),
            ..line(now())
        }));
    }
    let found = |server: Option<&str>, agent: Option<&str>, outcome: Option<&str>| {
        let view = storage.history(HistoryQuery {
            server: server.map(Into::into),
            agent: agent.map(Into::into),
            outcome: outcome.map(Into::into),
            ..HistoryQuery::default()
        });
        assert_eq!(view.servers, ["acme", "other"]);
        assert_eq!(view.agents, ["amp", "Codex"]);
        view.found
    };
    assert_eq!(found(None, None, None), 3);
    assert_eq!(found(Some("acme"), None, None), 2);
    assert_eq!(found(None, Some("Codex"), None), 2);
    assert_eq!(found(None, None, Some("declined")), 2);
    assert_eq!(found(Some("acme"), Some("amp"), Some("declined")), 1);
    assert_eq!(found(Some("acme"), Some("amp"), Some("accepted")), 0);
    assert_eq!(found(Some("ACME"), None, None), 0, "a name is that name");
}

#[test]
fn a_page_is_full_before_there_is_another() {
    let (_temp, path) = place();
    let (storage, _) = open(&path);
    let ids = |view: &HistoryView| view.entries.iter().map(|line| line.id).collect::<Vec<_>>();
    for _ in 0..PAGE {
        storage.write(Note::Ended(line(now())));
    }
    let whole = storage.history(wanted("acme"));
    assert_eq!((whole.entries.len(), whole.more), (PAGE, false));
    storage.write(Note::Ended(line(now())));
    let first = storage.history(wanted("acme"));
    assert_eq!((first.entries.len(), first.more), (PAGE, true));
    assert!(ids(&first).is_sorted_by(|newer, older| newer > older));
    let second = storage.history(HistoryQuery {
        before: first.entries.last().map(|line| line.id),
        ..wanted("acme")
    });
    assert_eq!((second.entries.len(), second.more), (1, false));
    assert_eq!(second.found as usize, PAGE + 1, "on both pages");
    assert!(second.entries[0].id < ids(&first)[PAGE - 1]);
}

#[test]
fn of_very_many_names_the_last_ones_can_be_chosen() {
    let (_temp, path) = place();
    let (storage, _) = open(&path);
    for count in 0..NAMES {
        storage.write(Note::Ended(HistoryEntryView {
            server: format!("server {count:04}"),
            ..line(now())
        }));
    }
    let servers = storage.history(HistoryQuery::default()).servers;
    assert_eq!(servers.len(), NAMES as usize);
    assert_eq!(servers[0], "server 0000");
    storage.write(Note::Ended(line(now())));
    let servers = storage.history(HistoryQuery::default()).servers;
    assert_eq!(servers.len(), NAMES as usize);
    assert_eq!(servers[..2], ["acme", "server 0001"]);
}

#[test]
fn the_file_has_every_line_newest_first_and_times_as_people_write_them() {
    let (_temp, path) = place();
    let (storage, _) = open(&path);
    storage.write(Note::Ended(line(now())));
    storage.write(Note::Ended(HistoryEntryView {
        kind: QuestionKindView::Form,
        domain: None,
        tool: None,
        project: None,
        outcome: "accepted".into(),
        reason: None,
        asked: None,
        shown: Some(now().as_millisecond()),
        ..line("2026-11-16T12:59:59.250Z".parse().unwrap())
    }));
    assert_eq!(
        storage.export(),
        json!({
            "doorbell": "1.2.3",
            "exported": "2026-11-16T13:00:00Z",
            "history": [
                {
                    "at": "2026-11-16T12:59:59.25Z",
                    "agent": "Codex",
                    "server": "acme",
                    "kind": "form",
                    "domain": null,
                    "tool": null,
                    "project": null,
                    "outcome": "accepted",
                    "reason": null,
                    "asked": null,
                    "shown": "2026-11-16T13:00:00Z",
                },
                {
                    "at": "2026-11-16T13:00:00Z",
                    "agent": "Codex",
                    "server": "acme",
                    "kind": "link",
                    "domain": "evil.io",
                    "tool": "sign_in",
                    "project": "shop",
                    "outcome": "refused",
                    "reason": "Only web addresses are opened.",
                    "asked": "2026-11-16T13:00:00Z",
                    "shown": null,
                },
            ],
        })
    );
}
