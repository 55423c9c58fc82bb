//! Stored history: one row for each outcome without values or links, and the opened domains.

use std::path::{Path, PathBuf};

use anyhow::ensure;
use doorbell_daemon::view::{Press, Severity};
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
    asker.ask(3, "Who is planted-in-the-message?", form());
    let question = doorbell.wait_for_question("Who is planted-in-the-message?");
    question.type_text("name", "planted-by-the-person");
    question.press(SEND);
    assert_eq!(asker.read_result(3)["action"], "accept");

    asker.ask_with(
        4,
        json!({
            "message": "planted-in-the-message",
            "requestedSchema": form(),
            "_meta": {"dev.doorbell/asker": {"handBack": true}},
        }),
    );
    let question = doorbell.wait_for_question("planted-in-the-message");
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
    for entry in std::fs::read_dir(directory.path()).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        assert!(
            !String::from_utf8_lossy(&bytes).contains("planted"),
            "an answer, a message or a link was stored"
        );
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

fn read_rows(path: &Path) -> rusqlite::Result<Vec<(String, String, Option<String>)>> {
    Connection::open(path)?
        .prepare("SELECT kind, outcome, domain FROM history ORDER BY id")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
        .collect()
}
