//! Stored history: one row for each outcome with its first line and without values or links, and the
//! opened domains.

use std::path::{Path, PathBuf};

use anyhow::ensure;
use doorbell_daemon::view::{HomePress, Press, Severity};
use doorbell_daemon::{Detail, EXAMPLE_SERVER, Settings};
use rusqlite::Connection;
use serde_json::json;
use tempfile::TempDir;

use crate::support::{Doorbell, SEND};

const SECRET_URL: &str = "https://example.com/connect?state=planted-in-the-link";

#[test]
fn every_outcome_has_a_history_entry_without_values() {
    let (directory, path) = database_path();
    let doorbell = Doorbell::start_with(|config| config.database = Some(path.clone()));
    let mut asker = doorbell.asker();

    asker.ask_with(1, link("javascript:alert(1)"));
    assert_eq!(asker.read_result(1)["action"], "cancel");
    asker.ask_with(2, link(SECRET_URL));
    doorbell.wait_for_question("Sign in").press(Press::Open);
    assert_eq!(asker.read_result(2)["action"], "accept");
    let message = format!("Who is it? See {SECRET_URL}\nplanted-in-the-message");
    asker.ask(3, &message, form());
    let question = doorbell.wait_for_question(&message);
    question.type_text("name", "planted-by-the-person");
    question.press(SEND);
    assert_eq!(asker.read_result(3)["action"], "accept");

    asker.ask_with(
        4,
        json!({
            "message": "Which one?\nplanted-in-the-message",
            "requestedSchema": form(),
            "_meta": {"dev.doorbell/asker": {"handBack": true}},
        }),
    );
    let question = doorbell.wait_for_question("Which one?\nplanted-in-the-message");
    question.press(Press::AnswerInTerminal);
    assert_eq!(asker.read_result(4)["action"], "cancel");

    let rows = wait_for_rows(&doorbell, &path, 4);
    let found: Vec<_> = rows
        .iter()
        .map(|(kind, outcome, domain)| (kind.as_str(), outcome.as_str(), domain.as_deref()))
        .collect();
    assert_eq!(
        found,
        [
            ("link", "refused", None),
            ("link", "accepted", Some("example.com")),
            ("form", "accepted", None),
            ("form", "handedBack", None)
        ]
    );
    assert_eq!(
        first_lines(&path),
        [
            None,
            Some("Sign in".to_owned()),
            Some("Who is it? See example.com".to_owned()),
            Some("Which one?".to_owned())
        ]
    );
    assert!(
        !any_file_contains(directory.path(), "planted"),
        "an answer, the rest of a message or a link was stored"
    );
}

#[test]
fn first_lines_are_kept_only_where_the_person_wants_them() {
    let (directory, path) = database_path();
    let doorbell = Doorbell::start_with(|config| config.database = Some(path.clone()));
    let mut asker = doorbell.asker();
    doorbell.handle.home_ready();
    let mut id = 0;
    let mut ask = |message: &str, schema: serde_json::Value| {
        id += 1;
        asker.ask(id, message, schema);
        // While details are hidden, the window opens on request.
        let row = doorbell.desktop.wait_for("a row", |state| {
            let waiting = &state.home.as_ref()?.waiting;
            waiting.iter().find(|row| row.words == message).cloned()
        });
        let show = HomePress::Show { id: row.id };
        doorbell.handle.home_pressed(show);
        // A server that is declined three times in a row must wait.
        doorbell.wait_for_question(message).press(Press::Dismiss);
        asker.read_result(id);
    };
    ask("Which branch?", form());
    ask("planted: enter your password", form());
    ask(
        "planted: sign in",
        json!({"type": "object", "properties": {"apiKey": {"type": "string"}}}),
    );
    let hide_details = |on| doorbell.handle.home_pressed(HomePress::Private { on });
    hide_details(true);
    ask("planted while details are hidden", form());
    hide_details(false);
    let kept = || {
        let entries = doorbell.person().search_history("").entries;
        let lines = entries.into_iter().rev().map(|entry| entry.question);
        lines.collect::<Vec<_>>()
    };
    assert_eq!(kept(), [Some("Which branch?".to_owned()), None, None, None]);
    assert!(!any_file_contains(directory.path(), "planted"));
    assert_eq!(doorbell.person().search_history("branch").found, 1);

    let off = Settings {
        first_lines: false,
        ..Settings::STANDARD
    };
    doorbell.handle.settings_file_changed(off, None);
    assert_eq!(kept(), [None, None, None, None]);
    assert!(!any_file_contains(directory.path(), "Which branch?"));
    let private = Settings {
        detail: Detail::Private,
        ..Settings::STANDARD
    };
    doorbell.handle.settings_file_changed(private, None);
    ask("planted while notifications show nothing", form());
    assert_eq!(kept(), [None, None, None, None, None]);
    assert!(!any_file_contains(directory.path(), "planted"));
}

#[test]
fn first_run_ends_with_the_first_answer_and_stays_ended() {
    let (_directory, path) = database_path();
    let has_answered = |doorbell: &Doorbell| {
        doorbell.handle.home_ready();
        let home = doorbell
            .desktop
            .wait_for("Home", |state| state.home.clone());
        home.has_answered
    };
    for (server, was_answered) in [(EXAMPLE_SERVER, false), ("acme", false), ("acme", true)] {
        let doorbell = Doorbell::start_with(|config| config.database = Some(path.clone()));
        assert_eq!(has_answered(&doorbell), was_answered, "{server}");
        let mut asker = doorbell.asker();
        let claims = json!({"dev.doorbell/asker": {"server": {"name": server}}});
        asker.ask_with(
            1,
            json!({"message": "Which?", "requestedSchema": form(), "_meta": claims}),
        );
        doorbell.wait_for_question("Which?").press(Press::Decline);
        asker.read_result(1);
        doorbell.person().clear_history();
        doorbell.handle.stop();
        doorbell.wait_for_exit();
    }
}

#[test]
fn agent_name_in_history_matches_list() {
    let (_directory, path) = database_path();
    let doorbell = Doorbell::start_with(|config| config.database = Some(path.clone()));
    let mut asker = doorbell.asker();
    asker.ask_with(
        1,
        json!({
            "message": "Who?",
            "requestedSchema": form(),
            "_meta": {"dev.doorbell/asker": {"agent": "Acme Agent"}},
        }),
    );
    let question = doorbell.wait_for_question("Who?");
    let list = asker.call("doorbell/list", json!({}));
    question.press(Press::Decline);
    wait_for_rows(&doorbell, &path, 1);
    let agent: String = Connection::open(&path)
        .unwrap()
        .query_row("SELECT agent FROM history", [], |row| row.get(0))
        .unwrap();
    assert_eq!(list["questions"][0]["agent"], agent);
}

#[test]
fn opened_domain_is_known_after_a_restart() {
    let (_directory, path) = database_path();
    for first_time in [true, false] {
        let doorbell = Doorbell::start_with(|config| config.database = Some(path.clone()));
        let mut asker = doorbell.asker();
        asker.ask_with(1, link("https://example.com/"));
        let question = doorbell.wait_for_question("Sign in");
        let warnings = question.link().link.warnings;
        assert_eq!(
            warnings
                .iter()
                .any(|warning| warning.severity == Severity::Note),
            first_time
        );
        question.press(Press::Open);
        asker.read_result(1);
        wait_for_rows(&doorbell, &path, if first_time { 1 } else { 2 });
    }
}

#[test]
fn questions_work_when_the_database_cannot_be_created() {
    let (directory, _) = database_path();
    let file = directory.path().join("file");
    std::fs::write(&file, "").unwrap();
    let path = file.join("doorbell.db");
    let doorbell = Doorbell::start_with(|config| config.database = Some(path));
    let mut asker = doorbell.asker();
    asker.ask(1, "Who?", form());
    doorbell.wait_for_question("Who?").press(Press::Decline);
    assert_eq!(asker.read_result(1)["action"], "decline");
}

fn database_path() -> (TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("doorbell.db");
    (directory, path)
}

fn form() -> serde_json::Value {
    json!({"type": "object", "properties": {"name": {"type": "string"}}})
}

fn link(url: &str) -> serde_json::Value {
    json!({"mode": "url", "message": "Sign in", "url": url})
}

fn wait_for_rows(
    doorbell: &Doorbell,
    path: &Path,
    count: usize,
) -> Vec<(String, String, Option<String>)> {
    doorbell.wait_for_storage("rows of history", || {
        let rows = read_rows(path)?;
        ensure!(rows.len() == count, "there are {rows:?}");
        Ok(rows)
    })
}

fn first_lines(path: &Path) -> Vec<Option<String>> {
    let connection = Connection::open(path).unwrap();
    let mut statement = connection
        .prepare("SELECT question FROM history ORDER BY id")
        .unwrap();
    let lines = statement.query_map([], |row| row.get(0)).unwrap();
    lines.collect::<Result<_, _>>().unwrap()
}

fn any_file_contains(directory: &Path, text: &str) -> bool {
    let mut files = std::fs::read_dir(directory).unwrap();
    files.any(|file| {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        String::from_utf8_lossy(&bytes).contains(text)
    })
}

fn read_rows(path: &Path) -> rusqlite::Result<Vec<(String, String, Option<String>)>> {
    Connection::open(path)?
        .prepare("SELECT kind, outcome, domain FROM history ORDER BY id")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
        .collect()
}
