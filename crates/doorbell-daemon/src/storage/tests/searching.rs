//! Pages and exports of history.

use serde_json::json;

use super::super::history::{MAX_NAMES, PAGE_SIZE};
use super::*;

fn search(text: &str) -> HistoryQuery {
    HistoryQuery {
        text: text.into(),
        ..HistoryQuery::default()
    }
}

#[test]
fn corrected_entry_keeps_its_place() {
    let (_temp, path) = temp_path();
    let (storage, _) = open(&path);
    let earlier = now() - jiff::SignedDuration::from_secs(1);
    let entries = [entry(earlier), entry(now())];
    for entry in &entries {
        storage.write(StorageWrite::HistoryEntry(entry.clone()));
    }
    storage.write(StorageWrite::CorrectEntry {
        entry: EntryTimes::of(&entries[0]),
        outcome: "answeredInTerminal",
        reason: "It was first.",
    });
    let found = storage.history(search("")).entries;
    let outcomes: Vec<_> = found.iter().map(|entry| entry.outcome.as_str()).collect();
    assert_eq!(outcomes, ["refused", "answeredInTerminal"]);
    assert_eq!(found[1].reason.as_deref(), Some("It was first."));
    assert_eq!(found[1].question, entries[0].question);
}

#[test]
fn search_matches_entries_with_every_word() {
    let (_temp, path) = temp_path();
    let (storage, _) = open(&path);
    storage.write(StorageWrite::HistoryEntry(entry(now())));
    storage.write(StorageWrite::HistoryEntry(HistoryEntryView {
        agent: "Claude Code".into(),
        server: "Größe_50%".into(),
        kind: QuestionKindView::Form,
        question: Some("Which branch, Ada?".into()),
        domain: None,
        tool: None,
        project: None,
        outcome: "handedBack".into(),
        reason: None,
        ..entry(now())
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
        ("BRANCH ada?", 1),
        ("sign in to shop", 1),
        ("which shop", 0),
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
        let view = storage.history(search(text));
        assert_eq!((view.found, view.kept), (found, 2), "{text:?}");
        assert_eq!(view.entries.len(), found as usize);
    }
}

#[test]
fn history_is_filtered_by_server_agent_and_outcome() {
    let (_temp, path) = temp_path();
    let (storage, _) = open(&path);
    for (agent, server, outcome) in [
        ("Codex", "acme", "accepted"),
        ("Codex", "other", "declined"),
        ("amp", "acme", "declined"),
    ] {
        storage.write(StorageWrite::HistoryEntry(HistoryEntryView {
            agent: agent.into(),
            server: server.into(),
            outcome: outcome.into(),
            ..entry(now())
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
    assert_eq!(found(Some("ACME"), None, None), 0, "names match exactly");
}

#[test]
fn page_is_full_before_the_next_begins() {
    let (_temp, path) = temp_path();
    let (storage, _) = open(&path);
    let ids = |view: &HistoryView| {
        view.entries
            .iter()
            .map(|entry| entry.id)
            .collect::<Vec<_>>()
    };
    for _ in 0..PAGE_SIZE {
        storage.write(StorageWrite::HistoryEntry(entry(now())));
    }
    let view = storage.history(search("acme"));
    assert_eq!((view.entries.len(), view.more), (PAGE_SIZE, false));
    storage.write(StorageWrite::HistoryEntry(entry(now())));
    let first = storage.history(search("acme"));
    assert_eq!((first.entries.len(), first.more), (PAGE_SIZE, true));
    assert!(ids(&first).is_sorted_by(|newer, older| newer > older));
    let second = storage.history(HistoryQuery {
        before: first.entries.last().map(|entry| entry.id),
        ..search("acme")
    });
    assert_eq!((second.entries.len(), second.more), (1, false));
    assert_eq!(second.found as usize, PAGE_SIZE + 1, "on both pages");
    assert!(second.entries[0].id < ids(&first)[PAGE_SIZE - 1]);
}

#[test]
fn newest_names_are_offered_as_filters() {
    let (_temp, path) = temp_path();
    let (storage, _) = open(&path);
    for count in 0..MAX_NAMES {
        storage.write(StorageWrite::HistoryEntry(HistoryEntryView {
            server: format!("server {count:04}"),
            ..entry(now())
        }));
    }
    let servers = storage.history(HistoryQuery::default()).servers;
    assert_eq!(servers.len(), MAX_NAMES as usize);
    assert_eq!(servers[0], "server 0000");
    storage.write(StorageWrite::HistoryEntry(entry(now())));
    let servers = storage.history(HistoryQuery::default()).servers;
    assert_eq!(servers.len(), MAX_NAMES as usize);
    assert_eq!(servers[..2], ["acme", "server 0001"]);
}

#[test]
fn export_lists_entries_newest_first_with_readable_times() {
    let (_temp, path) = temp_path();
    let (storage, _) = open(&path);
    storage.write(StorageWrite::HistoryEntry(entry(now())));
    storage.write(StorageWrite::HistoryEntry(HistoryEntryView {
        kind: QuestionKindView::Form,
        domain: None,
        tool: None,
        project: None,
        outcome: "accepted".into(),
        reason: None,
        asked: None,
        shown: Some(now().as_millisecond()),
        question: None,
        ..entry("2026-11-16T12:59:59.250Z".parse().unwrap())
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
                    "question": null,
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
                    "question": "Sign in to Shop",
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
