//! A home that an earlier version made is read, upgraded and undone.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use doorbell_core::form::Input;
use doorbell_daemon::view::{BodyView, DraftView, Press, QuestionView};
use doorbell_daemon::{Settings, SettingsFile, Theme};
use rusqlite::Connection;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::{
    Doorbell, Finished, Running, SEND, name_form, patient, program, project, wait_until,
};

const HOMES: &str = "tests/homes";
/// Where the home was when it was made.
const MADE_IN: &str = "/home/ada";
const DATA: &str = ".local/share/doorbell/doorbell.db";
const KEY: &str = "6f1c0e5b9d2a47c3b8e4f07a15d3926c";
/// The agents' files, and the end of the name under which each was kept as it was before.
const AGENTS: [(&str, &str); 4] = [
    (".claude.json", "785166-.claude.json"),
    (".claude/settings.json", "784907-settings.json"),
    (".codex/config.toml", "785270-config.toml"),
    (".gemini/settings.json", "785298-settings.json"),
];

struct Home(TempDir);

impl Home {
    /// The home, moved: the paths in its files are those of a temporary folder.
    fn made_by(version: &str) -> Self {
        let home = Self(tempfile::tempdir().unwrap());
        copy(
            &project().join(HOMES).join(version),
            home.0.path(),
            home.0.path(),
        );
        home
    }

    fn path(&self, file: &str) -> PathBuf {
        self.0.path().join(file)
    }

    fn agents_files(&self) -> [String; 4] {
        AGENTS.map(|(file, _)| fs::read_to_string(self.path(file)).unwrap())
    }

    fn agents_files_before(&self) -> [String; 4] {
        let folder = self.path(".local/state/doorbell/pairing/before");
        AGENTS.map(|(_, kept)| fs::read_to_string(folder.join(format!("1794975{kept}"))).unwrap())
    }

    /// Runs `doorbell setup` as the program that the entries name, in today's version.
    fn sets_up(&self, arguments: &[&str]) -> Finished {
        let installed = self.path(".local/bin/doorbell");
        if !installed.exists() {
            fs::create_dir_all(installed.parent().unwrap()).unwrap();
            fs::copy(program(), &installed).unwrap();
        }
        let mut command = Command::new(installed);
        command
            .env_clear()
            .env("HOME", self.0.path())
            .current_dir(self.0.path())
            .arg("setup");
        let finished = Running::start(command, &self.path("no.sock"), arguments).finishes();
        assert_eq!((finished.code, finished.err.as_str()), (Some(0), ""));
        finished
    }

    fn database(&self) -> Connection {
        Connection::open(self.path(DATA)).unwrap()
    }

    /// Moves every time in the database to now: what is old is removed.
    fn is_of_today(&self) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
        let now = i64::try_from(now.as_millis()).unwrap();
        let database = self.database();
        for (table, times) in [
            ("history", "at = ?1, asked = ?1, shown = ?1"),
            ("opened", "at = ?1"),
            ("drafts", "typed = ?1"),
            ("undelivered", "at = ?1"),
        ] {
            let moved = database.execute(&format!("UPDATE {table} SET {times}"), [now]);
            assert!(moved.unwrap() > 0, "{table}");
        }
    }

    fn starts(&self) -> Doorbell {
        let data = self.path(DATA);
        let (settings, problem) = self.settings().load();
        assert!(problem.is_none());
        Doorbell::start_with(|config| {
            patient(config);
            config.database = Some(data);
            config.settings = settings;
        })
    }

    fn settings(&self) -> SettingsFile {
        SettingsFile::at(self.path(".config/doorbell/settings.toml"))
    }
}

/// Copies a folder. In texts, the place where the home was made becomes `home`.
fn copy(from: &Path, to: &Path, home: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &to, home);
            continue;
        }
        let bytes = fs::read(entry.path()).unwrap();
        let bytes = match String::from_utf8(bytes) {
            Ok(text) => text.replace(MADE_IN, home.to_str().unwrap()).into_bytes(),
            Err(error) => error.into_bytes(),
        };
        fs::write(to, bytes).unwrap();
    }
}

/// A question of the agent and the server that the home knows.
fn asked(server: &str, message: &str, key: Option<&str>) -> Value {
    let mut asker = json!({
        "agent": "Claude Code",
        "server": {"name": server},
        "tool": "deploy",
        "project": "/home/ada/shop",
    });
    if let Some(key) = key {
        asker["key"] = json!(key);
    }
    let meta = json!({"dev.doorbell/asker": asker});
    json!({"message": message, "requestedSchema": name_form(), "_meta": meta})
}

fn is_offered(question: &QuestionView) -> bool {
    let BodyView::Form { draft, .. } = &question.body else {
        return false;
    };
    matches!(draft, Some(DraftView::Offered { .. }))
}

#[test]
fn history_mutes_links_and_settings_are_read() {
    let home = Home::made_by("285d8cf");
    let expected = Settings {
        theme: Theme::Dark,
        days: 90,
        ..Settings::STANDARD
    };
    assert_eq!(home.settings().load(), (expected, None));
    home.is_of_today();
    let doorbell = home.starts();
    let person = doorbell.person();
    let lines = person.looks_up("").entries;
    let told: Vec<_> = lines
        .iter()
        .rev()
        .map(|line| {
            (
                line.server.as_str(),
                line.outcome.as_str(),
                line.domain.as_deref(),
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            ("acme", "accepted", None),
            ("noisy", "declined", None),
            ("acme", "accepted", Some("example.com")),
            ("acme", "withdrawn", None),
            ("acme", "accepted", None),
        ]
    );
    assert!(lines.iter().all(|line| line.agent == "“Claude Code”"));

    let mut asker = doorbell.asker();
    asker.asks_with(1, asked("noisy", "Again?", None));
    let refused = asker.hears_result(1);
    let outcome = &refused["_meta"]["dev.doorbell/outcome"];
    assert_eq!(outcome["outcome"], "refused");
    assert!(
        outcome["reason"].as_str().unwrap().contains("muted"),
        "{outcome}"
    );

    let about = json!({"dev.doorbell/asker": {"agent": "Claude Code", "server": {"name": "acme"}}});
    asker.asks_with(
        2,
        json!({
            "mode": "url",
            "message": "Sign in",
            "url": "https://example.com/connect",
            "elicitationId": "e1",
            "_meta": about,
        }),
    );
    let link = person.sees("Sign in").link().link;
    assert_eq!(link.warnings, [], "it was opened before");
}

/// A draft and an answer are kept under digests of the program that asked, its process and the
/// machine's start. Those of this test are read from a database that it makes itself.
#[test]
fn a_draft_is_offered_and_an_answer_is_delivered_under_its_key() {
    let home = Home::made_by("285d8cf");
    home.is_of_today();
    let today = Home(tempfile::tempdir().unwrap());
    fs::create_dir_all(today.path(DATA).parent().unwrap()).unwrap();
    let doorbell = Doorbell::start_with(|config| {
        patient(config);
        config.database = Some(today.path(DATA));
    });
    let mut asker = doorbell.asker();
    asker.asks_with(1, asked("acme", "Which name?", None));
    doorbell.person().sees("Which name?").types("Name", "x");
    asker.withdraws(1);
    let (over, _) = doorbell.person().sees_withdrawn("Which name?");
    over.does(Press::Close);
    let mut away = doorbell.asker();
    away.asks_with(2, asked("acme", "Which branch?", Some(KEY)));
    let question = doorbell.person().sees("Which branch?");
    question.types("Name", "x");
    drop(away);
    question.does(SEND);
    doorbell.lets_pass(Duration::from_secs(1));
    let one = |home: &Home, query: &str| {
        let row = home
            .database()
            .query_row(query, [], |row| row.get::<_, Vec<u8>>(0));
        row.ok()
    };
    let answer = "SELECT params FROM undelivered";
    wait_until("the answer is written", || one(&today, answer).is_some());
    let draft = "SELECT subject FROM drafts";
    wait_until("the draft is written", || one(&today, draft).is_some());
    assert_eq!(one(&home, answer), one(&today, answer), "the same question");
    let file = today.path(DATA);
    let database = home.database();
    database
        .execute("ATTACH ?1 AS today", [file.to_str().unwrap()])
        .unwrap();
    let renamed = "UPDATE drafts SET subject = (SELECT subject FROM today.drafts);
        UPDATE undelivered SET (name, boot) = (SELECT name, boot FROM today.undelivered);";
    database.execute_batch(renamed).unwrap();
    drop((database, asker, doorbell));

    let doorbell = home.starts();
    let mut asker = doorbell.asker();
    asker.asks_with(3, asked("acme", "Which branch?", Some(KEY)));
    let result = asker.hears_result(3);
    assert_eq!(result["action"], "accept");
    assert_eq!(result["content"], json!({"name": "main"}));
    asker.says_received(KEY);

    asker.asks_with(4, asked("acme", "Which name?", None));
    let question = doorbell.person().sees_where("Which name?", is_offered);
    question.does(Press::UseDraft);
    let is_used = |question: &QuestionView| !is_offered(question);
    let filled = doorbell.person().sees_where("Which name?", is_used);
    let text = "Ada Lovelace".to_owned();
    assert_eq!(filled.form().fields[0].input, Input::Text { text });
}

#[test]
fn undo_restores_the_agents_files_byte_for_byte() {
    let home = Home::made_by("285d8cf");
    let before = home.agents_files_before();
    assert_ne!(home.agents_files(), before);
    let undone = home.sets_up(&["--undo", "--yes"]);
    assert!(undone.out.contains("acme (Codex)"), "{}", undone.out);
    assert_eq!(home.agents_files(), before);
    assert_eq!(home.sets_up(&["--check"]).out, "No server is paired.\n");
}

#[test]
fn pairing_again_leaves_the_entries_of_today() {
    let home = Home::made_by("285d8cf");
    let before = home.agents_files_before();
    let listed = home.sets_up(&["--list"]).out;
    assert_eq!(listed.matches(" paired, ").count(), 5, "{listed}");
    home.sets_up(&["--permissions", "--yes"]);
    let upgraded = home.agents_files();
    home.sets_up(&["--undo", "--yes"]);
    assert_eq!(home.agents_files(), before);
    home.sets_up(&["--permissions", "--yes"]);
    assert_eq!(home.agents_files(), upgraded);
}
