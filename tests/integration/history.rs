//! History: one line for each end, without a value or a link in it, and the domains opened.

use std::path::{Path, PathBuf};

use anyhow::ensure;
use doorbell_daemon::view::{Press, Severity};
use rusqlite::Connection;
use serde_json::json;
use tempfile::TempDir;

use crate::support::{Doorbell, SEND};

const SECRET_PLACE: &str = "https://example.com/connect?state=planted-in-the-link";

#[test]
fn every_end_has_a_line_and_no_line_has_a_value() {
    let (temp, path) = place();
    let doorbell = Doorbell::start_with(|config| config.database = Some(path.clone()));
    let mut asker = doorbell.asker();

    asker.asks_with(1, link("javascript:alert(1)"));
    assert_eq!(asker.hears_result(1)["action"], "cancel");
    asker.asks_with(2, link(SECRET_PLACE));
    doorbell.person().sees("Sign in").does(Press::Open);
    assert_eq!(asker.hears_result(2)["action"], "accept");
    asker.asks(3, "Who is planted-in-the-message?", name());
    let question = doorbell.person().sees("Who is planted-in-the-message?");
    question.types("name", "planted-by-the-person");
    question.does(SEND);
    assert_eq!(asker.hears_result(3)["action"], "accept");

    asker.asks_with(
        4,
        json!({
            "message": "planted-in-the-message",
            "requestedSchema": name(),
            "_meta": {"dev.doorbell/asker": {"handBack": true}},
        }),
    );
    let question = doorbell.person().sees("planted-in-the-message");
    question.does(Press::AnswerInTerminal);
    assert_eq!(asker.hears_result(4)["action"], "cancel");

    let lines = wait_for_lines(&doorbell, &path, 4);
    let found: Vec<_> = lines
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
    for entry in std::fs::read_dir(temp.path()).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        assert!(
            !String::from_utf8_lossy(&bytes).contains("planted"),
            "something that was typed, asked or linked to was kept"
        );
    }
}

#[test]
fn an_agent_is_called_the_same_as_in_the_list() {
    let (_temp, path) = place();
    let doorbell = Doorbell::start_with(|config| config.database = Some(path.clone()));
    let mut asker = doorbell.asker();
    asker.asks_with(
        1,
        json!({
            "message": "Who?",
            "requestedSchema": name(),
            "_meta": {"dev.doorbell/asker": {"agent": "Acme Agent"}},
        }),
    );
    let question = doorbell.person().sees("Who?");
    let list = asker.calls("doorbell/list", json!({}));
    question.does(Press::Decline);
    wait_for_lines(&doorbell, &path, 1);
    let agent: String = Connection::open(&path)
        .unwrap()
        .query_row("SELECT agent FROM history", [], |row| row.get(0))
        .unwrap();
    assert_eq!(list["questions"][0]["agent"], agent);
}

#[test]
fn a_domain_opened_before_is_known_after_a_restart() {
    let (_temp, path) = place();
    for first_time in [true, false] {
        let doorbell = Doorbell::start_with(|config| config.database = Some(path.clone()));
        let mut asker = doorbell.asker();
        asker.asks_with(1, link("https://example.com/"));
        let question = doorbell.person().sees("Sign in");
        let notes = question.link().link.warnings;
        assert_eq!(
            notes
                .iter()
                .any(|warning| warning.severity == Severity::Note),
            first_time
        );
        question.does(Press::Open);
        asker.hears_result(1);
        wait_for_lines(&doorbell, &path, if first_time { 1 } else { 2 });
    }
}

#[test]
fn without_a_place_to_keep_it_doorbell_works_all_the_same() {
    let (temp, _) = place();
    let in_the_way = temp.path().join("file");
    std::fs::write(&in_the_way, "").unwrap();
    let path = in_the_way.join("doorbell.db");
    let doorbell = Doorbell::start_with(|config| config.database = Some(path));
    let mut asker = doorbell.asker();
    asker.asks(1, "Who?", name());
    doorbell.person().sees("Who?").does(Press::Decline);
    assert_eq!(asker.hears_result(1)["action"], "decline");
}

fn place() -> (TempDir, PathBuf) {
    let temp = tempfile::tempdir().unwrap();
    let path = temp.path().join("doorbell.db");
    (temp, path)
}

fn name() -> serde_json::Value {
    json!({"type": "object", "properties": {"name": {"type": "string"}}})
}

fn link(url: &str) -> serde_json::Value {
    json!({"mode": "url", "message": "Sign in", "url": url})
}

/// The lines once there are so many.
fn wait_for_lines(
    doorbell: &Doorbell,
    path: &Path,
    wanted: usize,
) -> Vec<(String, String, Option<String>)> {
    doorbell.keeps("lines of history", || {
        let lines = read_lines(path)?;
        ensure!(lines.len() == wanted, "there are {lines:?}");
        Ok(lines)
    })
}

fn read_lines(path: &Path) -> rusqlite::Result<Vec<(String, String, Option<String>)>> {
    Connection::open(path)?
        .prepare("SELECT kind, outcome, domain FROM history ORDER BY id")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
        .collect()
}
