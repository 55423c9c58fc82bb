//! History as Home asks for it: found, paged, exported, removed.

use std::path::{Path, PathBuf};
use std::time::Duration;

use doorbell_daemon::Settings;
use doorbell_daemon::view::{HistoryQuery, QuestionKindView, MuteView, Press};
use rusqlite::Connection;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::{Asker, Doorbell, SEND, confirmation, patient};

#[test]
fn a_line_says_when_it_was_asked_and_shown_and_where_it_came_from() {
    let (_temp, path) = place();
    let doorbell = start(&path);
    let mut asker = doorbell.asker();
    asker.asks_with(
        1,
        asked_by(json!({
            "server": {"name": "acme"},
            "tool": "deploy\u{202e}",
            "project": format!("/home/ada/{}", "shop".repeat(30)),
        })),
    );
    doorbell.person().sees_unpainted("Deploy?", |_| true);
    doorbell.lets_pass(Duration::from_secs(1));
    let question = doorbell.person().sees("Deploy?");
    doorbell.lets_pass(Duration::from_secs(3));
    question.does(SEND);
    asker.hears_result(1);
    let line = doorbell.person().looks_up("").entries.remove(0);
    let (asked, shown) = (line.asked.unwrap(), line.shown.unwrap());
    assert_eq!((shown - asked, line.at - shown), (1_000, 3_000));
    assert_eq!(line.kind, QuestionKindView::Form);
    assert_eq!(line.server, "acme");
    assert_eq!(line.outcome, "accepted");
    assert_eq!(line.tool.as_deref(), Some("deploy⟨U+202E⟩"));
    let project = line.project.unwrap();
    assert_eq!(project.chars().count(), 80, "as on the card");
    assert!(project.starts_with("shopshop") && project.ends_with('…'));
}

#[test]
fn a_refusal_and_what_nobody_saw_say_when_they_were_asked() {
    let (_temp, path) = place();
    let doorbell = start(&path);
    let mut asker = doorbell.asker();
    asker.asks_with(1, link("javascript:alert(1)"));
    asker.hears_result(1);
    asker.asks(2, "Unseen", confirmation());
    doorbell.person().sees_unpainted("Unseen", |_| true);
    asker.withdraws(2);
    doorbell.person().sees_nothing();
    let lines = doorbell.person().looks_up("").entries;
    let told: Vec<_> = lines
        .iter()
        .map(|line| (line.outcome.as_str(), line.asked.is_some(), line.shown))
        .collect();
    assert_eq!(told, [("withdrawn", true, None), ("refused", true, None)]);
}

#[test]
fn a_search_finds_by_words_server_agent_and_outcome() {
    let (_temp, path) = place();
    let doorbell = start(&path);
    let person = doorbell.person();
    let mut asker = doorbell.asker();
    for (id, server, press) in [
        (1, "acme", SEND),
        (2, "other", Press::Decline),
        (3, "acme", Press::Decline),
    ] {
        let about = json!({"server": {"name": server}, "tool": "deploy"});
        asker.asks_with(id, asked_by(about));
        person.sees("Deploy?").does(press);
        asker.hears_result(id);
    }
    // All askers of this process are of one agent, whichever it runs under.
    assert_eq!(person.looks_up("").agents.len(), 1);
    Connection::open(&path)
        .unwrap()
        .execute_batch(
            "UPDATE history SET agent = 'Acme Agent' WHERE id < 3;
             UPDATE history SET agent = 'Zeta' WHERE id = 3;",
        )
        .unwrap();
    for (text, found) in [
        ("", 3),
        ("DEPLOY", 3),
        ("declined", 2),
        ("zeta ACME", 1),
        ("acme declined other", 1),
        ("%", 0),
        ("deploy?", 0),
    ] {
        let view = person.looks_up(text);
        assert_eq!((view.found, view.kept), (found, 3), "{text:?}");
    }
    let all = person.looks_up("");
    assert_eq!(all.servers, ["acme", "other"]);
    assert_eq!(all.agents, ["Acme Agent", "Zeta"]);
    let found = |server: Option<&str>, agent: Option<&str>, outcome: Option<&str>| {
        let wanted = HistoryQuery {
            server: server.map(ToOwned::to_owned),
            agent: agent.map(ToOwned::to_owned),
            outcome: outcome.map(ToOwned::to_owned),
            ..HistoryQuery::default()
        };
        person.looks_for(wanted).found
    };
    assert_eq!(found(Some("acme"), None, None), 2);
    assert_eq!(found(None, Some("Acme Agent"), None), 2);
    assert_eq!(found(None, None, Some("declined")), 2);
    assert_eq!(found(Some("acme"), Some("Zeta"), Some("declined")), 1);
    assert_eq!(found(Some("other"), Some("Zeta"), None), 0);
}

#[test]
fn the_fifty_first_line_is_on_the_second_page() {
    let (_temp, path) = place();
    let doorbell = Doorbell::start_with(|config| {
        patient(config);
        config.database = Some(path.clone());
    });
    let person = doorbell.person();
    let mut asker = doorbell.asker();
    for id in 1..=51 {
        asker.asks(id, "Deploy?", confirmation());
        person.sees("Deploy?").does(Press::Decline);
        asker.hears_result(id);
        if id == 50 {
            let view = person.looks_up("");
            assert_eq!((view.entries.len(), view.more), (50, false));
        }
    }
    let first = person.looks_up("");
    assert_eq!((first.entries.len(), first.more, first.found), (50, true, 51));
    let before = first.entries.last().map(|line| line.id);
    let second = person.looks_for(HistoryQuery {
        before,
        ..HistoryQuery::default()
    });
    assert_eq!((second.entries.len(), second.more), (1, false));
    assert!(second.entries[0].id < before.unwrap());
}

#[test]
fn cleared_history_is_in_no_file_any_more() {
    let (temp, path) = place();
    let doorbell = start(&path);
    let person = doorbell.person();
    let mut asker = doorbell.asker();
    answers(&doorbell, &mut asker, 1, "planted-server");
    assert_eq!(person.looks_up("planted-server").found, 1);
    assert!(is_anywhere(temp.path(), "planted-server"));
    person.clears_history();
    assert_eq!(person.looks_up("").kept, 0);
    assert!(person.knows().is_empty());
    assert!(!is_anywhere(temp.path(), "planted-server"));
    answers(&doorbell, &mut asker, 2, "after");
    assert_eq!(person.looks_up("").kept, 1, "history goes on");
}

#[test]
fn clearing_leaves_the_domains_that_were_opened() {
    let (_temp, path) = place();
    let doorbell = start(&path);
    let person = doorbell.person();
    let mut asker = doorbell.asker();
    asker.asks_with(1, link("https://example.com/"));
    person.sees("Sign in").does(Press::Open);
    asker.hears_result(1);
    person.clears_history();
    let opened: String = Connection::open(&path)
        .unwrap()
        .query_row("SELECT domain FROM opened", [], |row| row.get(0))
        .unwrap();
    assert_eq!(opened, "example.com");
}

#[test]
fn an_export_is_json_without_what_was_asked_or_answered() {
    let (_temp, path) = place();
    let doorbell = start(&path);
    let mut asker = doorbell.asker();
    asker.asks(
        1,
        "planted-message",
        json!({"type": "object", "properties": {"planted-field": {"type": "string"}}}),
    );
    let question = doorbell.person().sees("planted-message");
    question.types("planted-field", "planted-value");
    question.does(SEND);
    asker.hears_result(1);
    let text = doorbell.person().exports();
    assert!(!text.contains("planted"), "{text}");
    let export: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(export["doorbell"], env!("CARGO_PKG_VERSION"));
    let line = &export["history"][0];
    assert_eq!(line["outcome"], "accepted");
    for time in [
        &export["exported"],
        &line["at"],
        &line["asked"],
        &line["shown"],
    ] {
        let time = time.as_str().unwrap();
        assert!(time.starts_with("20") && time.ends_with('Z'), "{time}");
    }
}

#[test]
fn who_has_asked_is_told_with_what_became_of_it() {
    let (_temp, path) = place();
    let doorbell = start(&path);
    let person = doorbell.person();
    let mut asker = doorbell.asker();
    answers(&doorbell, &mut asker, 1, "acme");
    answers(&doorbell, &mut asker, 2, "other");
    asker.asks_with(3, asked_by(json!({"server": {"name": "acme"}})));
    person.sees("Deploy?").does(Press::Decline);
    asker.hears_result(3);
    let told: Vec<_> = person
        .knows()
        .into_iter()
        .map(|line| {
            (
                line.server,
                line.asked,
                line.accepted,
                line.declined,
                line.mute,
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            ("acme".to_owned(), 2, 1, 1, MuteView::Off),
            ("other".to_owned(), 1, 1, 0, MuteView::Off)
        ]
    );
}

#[test]
fn history_that_is_switched_off_is_removed_and_no_longer_written() {
    let (temp, path) = place();
    let doorbell = start(&path);
    let person = doorbell.person();
    let mut asker = doorbell.asker();
    answers(&doorbell, &mut asker, 1, "planted-before");
    let off = Settings {
        history: false,
        ..Settings::STANDARD
    };
    doorbell.handle.settings_file_changed(off, None);
    answers(&doorbell, &mut asker, 2, "planted-after");
    assert_eq!(person.looks_up("").kept, 0);
    assert!(!is_anywhere(temp.path(), "planted"));
    doorbell.handle.settings_file_changed(Settings::STANDARD, None);
    answers(&doorbell, &mut asker, 3, "acme");
    assert_eq!(person.looks_up("").kept, 1);
}

#[test]
fn only_so_many_days_are_kept() {
    let (_temp, path) = place();
    answers_and_ends(&path);
    let day = 24 * 60 * 60 * 1000;
    Connection::open(&path)
        .unwrap()
        .execute("UPDATE history SET at = at - ?1", [10 * day])
        .unwrap();
    let kept = |days: Option<u16>| {
        let doorbell = Doorbell::start_with(|config| {
            config.database = Some(path.clone());
            config.settings.history = days.is_some();
            config.settings.days = days.unwrap_or(config.settings.days);
        });
        let kept = doorbell.person().looks_up("").kept;
        doorbell.handle.stop();
        doorbell.has_ended();
        kept
    };
    assert_eq!(kept(Some(11)), 1);
    assert_eq!(kept(Some(9)), 0);
}

#[test]
fn the_last_line_is_written_before_doorbell_ends() {
    let (_temp, path) = place();
    let doorbell = start(&path);
    let mut asker = doorbell.asker();
    asker.asks(1, "Deploy?", confirmation());
    doorbell.person().sees("Deploy?");
    doorbell.handle.stop();
    doorbell.has_ended();
    let outcome: String = Connection::open(&path)
        .unwrap()
        .query_row("SELECT outcome FROM history", [], |row| row.get(0))
        .unwrap();
    assert_eq!(outcome, "dismissed");
}

fn answers_and_ends(path: &Path) {
    let doorbell = start(path);
    answers(&doorbell, &mut doorbell.asker(), 1, "acme");
    doorbell.handle.stop();
    doorbell.has_ended();
}

fn answers(doorbell: &Doorbell, asker: &mut Asker, id: u64, server: &str) {
    asker.asks_with(id, asked_by(json!({"server": {"name": server}})));
    doorbell.person().sees("Deploy?").does(SEND);
    asker.hears_result(id);
}

fn asked_by(about: Value) -> Value {
    json!({
        "message": "Deploy?",
        "requestedSchema": confirmation(),
        "_meta": {"dev.doorbell/asker": about},
    })
}

fn link(url: &str) -> Value {
    json!({"mode": "url", "message": "Sign in", "url": url})
}

fn place() -> (TempDir, PathBuf) {
    let temp = tempfile::tempdir().unwrap();
    let path = temp.path().join("doorbell.db");
    (temp, path)
}

fn start(path: &Path) -> Doorbell {
    Doorbell::start_with(|config| config.database = Some(path.to_owned()))
}

fn is_anywhere(directory: &Path, text: &str) -> bool {
    let mut files = std::fs::read_dir(directory).unwrap();
    files.any(|file| {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        String::from_utf8_lossy(&bytes).contains(text)
    })
}
