//! Answers that a program writes into the database while the daemon is not running.

use std::path::Path;

use rusqlite::{Connection, params};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::{Asker, KillableDaemon, name_form};

const KEY: &str = "6f1c0e5b9d2a47c3b8e4f07a15d3926c";
const FORGED_INPUT: &str = r#"[{"kind":"text","text":"Mallory"}]"#;

/// A row of the table of undelivered answers.
struct Row {
    name: Vec<u8>,
    params: Vec<u8>,
    boot: String,
    at: i64,
    result: String,
    subject: Option<Vec<u8>>,
    inputs: Option<String>,
    mac: Option<Vec<u8>>,
}

impl Row {
    fn read(database: &Path) -> Self {
        let columns = "name, params, boot, at, result, subject, inputs, mac";
        Connection::open(database)
            .unwrap()
            .query_row(&format!("SELECT {columns} FROM undelivered"), [], |row| {
                Ok(Self {
                    name: row.get(0)?,
                    params: row.get(1)?,
                    boot: row.get(2)?,
                    at: row.get(3)?,
                    result: row.get(4)?,
                    subject: row.get(5)?,
                    inputs: row.get(6)?,
                    mac: row.get(7)?,
                })
            })
            .unwrap()
    }

    fn insert(&self, database: &Path) {
        let columns = "name, params, boot, at, result, subject, inputs, mac";
        Connection::open(database)
            .unwrap()
            .execute(
                &format!("INSERT INTO undelivered ({columns}) VALUES (?1,?2,?3,?4,?5,?6,?7,?8)"),
                params![
                    self.name,
                    self.params,
                    self.boot,
                    self.at,
                    self.result,
                    self.subject,
                    self.inputs,
                    self.mac
                ],
            )
            .unwrap();
    }
}

fn connect(daemon: &KillableDaemon) -> Asker {
    let mut asker = Asker::connect(&daemon.socket());
    asker.hello();
    asker
}

fn ask(asker: &mut Asker, id: i64) {
    asker.ask_with_key(id, "Who are you?", name_form(), KEY);
}

fn answer(daemon: &mut KillableDaemon, asker: &mut Asker, id: i64, name: &str) -> Value {
    daemon.send_command(&format!("type {name}"));
    daemon.send_command("send");
    let result = asker.read_result(id);
    assert_eq!(result["content"], json!({"name": name}));
    result
}

/// Kills a daemon while a question is open. Returns the row of an earlier answer to the same question,
/// which tells a forger the digests of its asker, key and params.
fn kill_with_open_question() -> (TempDir, Row) {
    let directory = tempfile::tempdir().unwrap();
    let mut daemon = KillableDaemon::start(directory.path());
    let mut asker = connect(&daemon);
    ask(&mut asker, 1);
    assert_shows(&daemon, "");
    answer(&mut daemon, &mut asker, 1, "Ada");
    let row = Row::read(&daemon.database_path());
    asker.send_received(KEY);
    daemon.wait_for_delivery();
    ask(&mut asker, 2);
    assert_shows(&daemon, "");
    daemon.kill();
    (directory, row)
}

fn assert_shows(daemon: &KillableDaemon, suffix: &str) {
    let line = daemon.next_line();
    assert!(
        line.starts_with("shows ") && line.ends_with(suffix),
        "{line}"
    );
}

#[test]
fn forged_stored_answer_is_not_delivered() {
    let mac_changes: [fn(&mut Row); 4] = [
        |row| row.mac = None,
        |row| row.mac = Some(Vec::new()),
        |row| row.mac = Some(vec![0; 32]),
        // The MAC of the genuine answer.
        |_| {},
    ];
    for change_mac in mac_changes {
        let (directory, mut forged) = kill_with_open_question();
        forged.result = forged.result.replace("Ada", "Mallory");
        forged.inputs = Some(FORGED_INPUT.to_owned());
        change_mac(&mut forged);
        assert!(forged.result.contains("Mallory"));
        assert_asked_anew(directory.path(), &forged);
    }
}

#[test]
fn stored_answer_with_changed_time_or_params_is_not_delivered() {
    let changes: [fn(&mut Row); 2] = [|row| row.at += 1, |row| row.params[0] ^= 1];
    for change in changes {
        let (directory, mut row) = kill_with_open_question();
        change(&mut row);
        assert_asked_anew(directory.path(), &row);
    }
}

/// Inserts the row, starts the daemon again and asks: the person answers, and only that is delivered.
fn assert_asked_anew(directory: &Path, row: &Row) {
    row.insert(&directory.join("data/doorbell.db"));
    let mut daemon = KillableDaemon::start(directory);
    let mut asker = connect(&daemon);
    ask(&mut asker, 1);
    assert_shows(&daemon, " with a draft");
    asker.assert_nothing_unread();
    answer(&mut daemon, &mut asker, 1, "Grace");
}

/// Shows that the rows of the other tests fail only because of their MAC.
#[test]
fn unchanged_stored_answer_is_delivered() {
    let (directory, genuine) = kill_with_open_question();
    genuine.insert(&directory.path().join("data/doorbell.db"));
    let daemon = KillableDaemon::start(directory.path());
    let mut asker = connect(&daemon);
    ask(&mut asker, 1);
    assert_eq!(asker.read_result(1)["content"], json!({"name": "Ada"}));
    assert!(!daemon.has_new_output());
}

#[test]
fn genuine_stored_answer_is_delivered_after_a_kill() {
    let directory = tempfile::tempdir().unwrap();
    let mut daemon = KillableDaemon::start(directory.path());
    let mut asker = connect(&daemon);
    ask(&mut asker, 1);
    assert_shows(&daemon, "");
    let first = answer(&mut daemon, &mut asker, 1, "Ada");
    daemon.kill();
    let daemon = KillableDaemon::start(directory.path());
    let mut asker = connect(&daemon);
    for id in [1, 2] {
        ask(&mut asker, id);
        assert_eq!(asker.read_result(id), first);
    }
    assert!(!daemon.has_new_output());
    asker.send_received(KEY);
    daemon.wait_for_delivery();
}
