//! History in Home: search, pages, export and removal.

use std::path::{Path, PathBuf};
use std::time::Duration;

use doorbell_daemon::Settings;
use doorbell_daemon::view::{HistoryQuery, MuteView, Press, QuestionKindView};
use rusqlite::Connection;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::{Asker, Doorbell, SEND, empty_form, without_flood_limits};

#[test]
fn history_entry_has_times_tool_and_project() {
    let (_directory, path) = database_path();
    let doorbell = start(&path);
    let mut asker = doorbell.asker();
    asker.ask_with(
        1,
        question_with_claims(json!({
            "server": {"name": "acme"},
            "tool": "deploy\u{202e}",
            "project": format!("/home/ada/{}", "shop".repeat(30)),
        })),
    );
    doorbell.person().wait_for_unpainted("Deploy?", |_| true);
    doorbell.advance(Duration::from_secs(1));
    let question = doorbell.wait_for_question("Deploy?");
    doorbell.advance(Duration::from_secs(3));
    question.press(SEND);
    asker.read_result(1);
    let line = doorbell.person().search_history("").entries.remove(0);
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
fn refused_and_unpainted_questions_have_an_asked_time() {
    let (_directory, path) = database_path();
    let doorbell = start(&path);
    let mut asker = doorbell.asker();
    asker.ask_with(1, link("javascript:alert(1)"));
    asker.read_result(1);
    asker.ask(2, "Unseen", empty_form());
    doorbell.person().wait_for_unpainted("Unseen", |_| true);
    asker.withdraw(2);
    doorbell.wait_for_empty_screen();
    let lines = doorbell.person().search_history("").entries;
    let found: Vec<_> = lines
        .iter()
        .map(|line| (line.outcome.as_str(), line.asked.is_some(), line.shown))
        .collect();
    assert_eq!(found, [("withdrawn", true, None), ("refused", true, None)]);
}

#[test]
fn history_can_be_searched_by_words_server_agent_and_outcome() {
    let (_directory, path) = database_path();
    let doorbell = start(&path);
    let person = doorbell.person();
    let mut asker = doorbell.asker();
    for (id, server, press) in [
        (1, "acme", SEND),
        (2, "other", Press::Decline),
        (3, "acme", Press::Decline),
    ] {
        let claims = json!({"server": {"name": server}, "tool": "deploy"});
        asker.ask_with(id, question_with_claims(claims));
        person.wait_for_question("Deploy?").press(press);
        asker.read_result(id);
    }
    // All askers of this process belong to one agent.
    assert_eq!(person.search_history("").agents.len(), 1);
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
        // The first line of the question.
        ("deploy?", 3),
        ("deploy!", 0),
    ] {
        let view = person.search_history(text);
        assert_eq!((view.found, view.kept), (found, 3), "{text:?}");
    }
    let all = person.search_history("");
    assert_eq!(all.servers, ["acme", "other"]);
    assert_eq!(all.agents, ["Acme Agent", "Zeta"]);
    let count_found = |server: Option<&str>, agent: Option<&str>, outcome: Option<&str>| {
        let query = HistoryQuery {
            server: server.map(ToOwned::to_owned),
            agent: agent.map(ToOwned::to_owned),
            outcome: outcome.map(ToOwned::to_owned),
            ..HistoryQuery::default()
        };
        person.query_history(query).found
    };
    assert_eq!(count_found(Some("acme"), None, None), 2);
    assert_eq!(count_found(None, Some("Acme Agent"), None), 2);
    assert_eq!(count_found(None, None, Some("declined")), 2);
    assert_eq!(count_found(Some("acme"), Some("Zeta"), Some("declined")), 1);
    assert_eq!(count_found(Some("other"), Some("Zeta"), None), 0);
}

#[test]
fn entry_51_is_on_the_second_page() {
    let (_directory, path) = database_path();
    let doorbell = Doorbell::start_with(|config| {
        without_flood_limits(config);
        config.database = Some(path.clone());
    });
    let person = doorbell.person();
    let mut asker = doorbell.asker();
    for id in 1..=51 {
        asker.ask(id, "Deploy?", empty_form());
        person.wait_for_question("Deploy?").press(Press::Decline);
        asker.read_result(id);
        if id == 50 {
            let view = person.search_history("");
            assert_eq!((view.entries.len(), view.more), (50, false));
        }
    }
    let first = person.search_history("");
    assert_eq!(
        (first.entries.len(), first.more, first.found),
        (50, true, 51)
    );
    let before = first.entries.last().map(|line| line.id);
    let second = person.query_history(HistoryQuery {
        before,
        ..HistoryQuery::default()
    });
    assert_eq!((second.entries.len(), second.more), (1, false));
    assert!(second.entries[0].id < before.unwrap());
}

#[test]
fn cleared_history_is_removed_from_all_files() {
    let (directory, path) = database_path();
    let doorbell = start(&path);
    let person = doorbell.person();
    let mut asker = doorbell.asker();
    ask_and_answer(&doorbell, &mut asker, 1, "planted-server");
    assert_eq!(person.search_history("planted-server").found, 1);
    assert!(any_file_contains(directory.path(), "planted-server"));
    person.clear_history();
    assert_eq!(person.search_history("").kept, 0);
    assert!(person.list_askers().is_empty());
    assert!(!any_file_contains(directory.path(), "planted-server"));
    ask_and_answer(&doorbell, &mut asker, 2, "after");
    assert_eq!(
        person.search_history("").kept,
        1,
        "history is recorded again"
    );
}

#[test]
fn clearing_history_keeps_opened_domains() {
    let (_directory, path) = database_path();
    let doorbell = start(&path);
    let person = doorbell.person();
    let mut asker = doorbell.asker();
    asker.ask_with(1, link("https://example.com/"));
    person.wait_for_question("Sign in").press(Press::Open);
    asker.read_result(1);
    person.clear_history();
    let opened: String = Connection::open(&path)
        .unwrap()
        .query_row("SELECT domain FROM opened", [], |row| row.get(0))
        .unwrap();
    assert_eq!(opened, "example.com");
}

#[test]
fn export_is_json_with_first_lines_and_without_answers() {
    let (_directory, path) = database_path();
    let doorbell = start(&path);
    let mut asker = doorbell.asker();
    asker.ask(
        1,
        "Which name?\nplanted-message",
        json!({"type": "object", "properties": {"planted-field": {"type": "string"}}}),
    );
    let question = doorbell.wait_for_question("Which name?\nplanted-message");
    question.type_text("planted-field", "planted-value");
    question.press(SEND);
    asker.read_result(1);
    let text = doorbell.person().export_history();
    assert!(!text.contains("planted"), "{text}");
    let export: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(export["doorbell"], env!("CARGO_PKG_VERSION"));
    let line = &export["history"][0];
    assert_eq!(line["outcome"], "accepted");
    assert_eq!(line["question"], "Which name?");
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
fn askers_are_listed_with_outcome_counts() {
    let (_directory, path) = database_path();
    let doorbell = start(&path);
    let person = doorbell.person();
    let mut asker = doorbell.asker();
    ask_and_answer(&doorbell, &mut asker, 1, "acme");
    ask_and_answer(&doorbell, &mut asker, 2, "other");
    asker.ask_with(3, question_with_claims(json!({"server": {"name": "acme"}})));
    person.wait_for_question("Deploy?").press(Press::Decline);
    asker.read_result(3);
    let counts: Vec<_> = person
        .list_askers()
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
        counts,
        [
            ("acme".to_owned(), 2, 1, 1, MuteView::Off),
            ("other".to_owned(), 1, 1, 0, MuteView::Off)
        ]
    );
}

#[test]
fn turning_history_off_deletes_it_and_stops_recording() {
    let (directory, path) = database_path();
    let doorbell = start(&path);
    let person = doorbell.person();
    let mut asker = doorbell.asker();
    ask_and_answer(&doorbell, &mut asker, 1, "planted-before");
    let off = Settings {
        history: false,
        ..Settings::STANDARD
    };
    doorbell.handle.settings_file_changed(off, None);
    ask_and_answer(&doorbell, &mut asker, 2, "planted-after");
    assert_eq!(person.search_history("").kept, 0);
    assert!(!any_file_contains(directory.path(), "planted"));
    doorbell
        .handle
        .settings_file_changed(Settings::STANDARD, None);
    ask_and_answer(&doorbell, &mut asker, 3, "acme");
    assert_eq!(person.search_history("").kept, 1);
}

#[test]
fn entries_older_than_the_configured_days_are_removed() {
    let (_directory, path) = database_path();
    ask_answer_and_stop(&path);
    let day = 24 * 60 * 60 * 1000;
    Connection::open(&path)
        .unwrap()
        .execute("UPDATE history SET at = at - ?1", [10 * day])
        .unwrap();
    let entries_after_start = |days: Option<u16>| {
        let doorbell = Doorbell::start_with(|config| {
            config.database = Some(path.clone());
            config.settings.history = days.is_some();
            config.settings.days = days.unwrap_or(config.settings.days);
        });
        let entries = doorbell.person().search_history("").kept;
        doorbell.handle.stop();
        doorbell.wait_for_exit();
        entries
    };
    assert_eq!(entries_after_start(Some(11)), 1);
    assert_eq!(entries_after_start(Some(9)), 0);
}

#[test]
fn last_entry_is_written_before_doorbell_exits() {
    let (_directory, path) = database_path();
    let doorbell = start(&path);
    let mut asker = doorbell.asker();
    asker.ask(1, "Deploy?", empty_form());
    doorbell.wait_for_question("Deploy?");
    doorbell.handle.stop();
    doorbell.wait_for_exit();
    let outcome: String = Connection::open(&path)
        .unwrap()
        .query_row("SELECT outcome FROM history", [], |row| row.get(0))
        .unwrap();
    assert_eq!(outcome, "dismissed");
}

fn ask_answer_and_stop(path: &Path) {
    let doorbell = start(path);
    ask_and_answer(&doorbell, &mut doorbell.asker(), 1, "acme");
    doorbell.handle.stop();
    doorbell.wait_for_exit();
}

fn ask_and_answer(doorbell: &Doorbell, asker: &mut Asker, id: u64, server: &str) {
    asker.ask_with(
        id,
        question_with_claims(json!({"server": {"name": server}})),
    );
    doorbell.wait_for_question("Deploy?").press(SEND);
    asker.read_result(id);
}

fn question_with_claims(claims: Value) -> Value {
    json!({
        "message": "Deploy?",
        "requestedSchema": empty_form(),
        "_meta": {"dev.doorbell/asker": claims},
    })
}

fn link(url: &str) -> Value {
    json!({"mode": "url", "message": "Sign in", "url": url})
}

fn database_path() -> (TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("doorbell.db");
    (directory, path)
}

fn start(path: &Path) -> Doorbell {
    Doorbell::start_with(|config| config.database = Some(path.to_owned()))
}

fn any_file_contains(directory: &Path, text: &str) -> bool {
    let mut files = std::fs::read_dir(directory).unwrap();
    files.any(|file| {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        String::from_utf8_lossy(&bytes).contains(text)
    })
}
