//! Home directories written by an earlier version are read, upgraded and undone.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use doorbell_core::form::Input;
use doorbell_daemon::view::{BodyView, DraftView, Press, QuestionView};
use doorbell_daemon::{Settings, SettingsFile, Theme};
use doorbell_tests::process::copy_program;
use rusqlite::Connection;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::{
    CommandOutput, Doorbell, RunningCommand, SEND, doorbell_binary, name_form, wait_until,
    without_flood_limits, workspace_root,
};

const HOMES: &str = "tests/homes";
/// The path of the home directory when it was recorded.
const RECORDED_PATH: &str = "/home/ada";
const DATA: &str = ".local/share/doorbell/doorbell.db";
const KEY: &str = "6f1c0e5b9d2a47c3b8e4f07a15d3926c";
/// The agents' files, each with the suffix of its backup's name.
const AGENT_FILES: [(&str, &str); 4] = [
    (".claude.json", "785166-.claude.json"),
    (".claude/settings.json", "784907-settings.json"),
    (".codex/config.toml", "785270-config.toml"),
    (".gemini/settings.json", "785298-settings.json"),
];

struct Home(TempDir);

impl Home {
    /// Copies a recorded home directory to a temporary folder and adjusts the paths in its files.
    fn recorded_by(version: &str) -> Self {
        let home = Self(tempfile::tempdir().unwrap());
        copy(
            &workspace_root().join(HOMES).join(version),
            home.0.path(),
            home.0.path(),
        );
        home
    }

    fn path(&self, file: &str) -> PathBuf {
        self.0.path().join(file)
    }

    fn agent_files(&self) -> [String; 4] {
        AGENT_FILES.map(|(file, _)| fs::read_to_string(self.path(file)).unwrap())
    }

    fn agent_file_backups(&self) -> [String; 4] {
        let folder = self.path(".local/state/doorbell/pairing/before");
        AGENT_FILES
            .map(|(_, suffix)| fs::read_to_string(folder.join(format!("1794975{suffix}"))).unwrap())
    }

    /// Runs the current `doorbell setup`, installed at the path that the entries name.
    fn run_setup(&self, arguments: &[&str]) -> CommandOutput {
        let installed = self.path(".local/bin/doorbell");
        if !installed.exists() {
            fs::create_dir_all(installed.parent().unwrap()).unwrap();
            copy_program(doorbell_binary(), &installed).unwrap();
        }
        let mut command = Command::new(installed);
        command
            .env_clear()
            .env("HOME", self.0.path())
            .current_dir(self.0.path())
            .arg("setup");
        let finished = RunningCommand::start(command, &self.path("no.sock"), arguments).finish();
        assert_eq!((finished.code, finished.stderr.as_str()), (Some(0), ""));
        finished
    }

    fn database(&self) -> Connection {
        Connection::open(self.path(DATA)).unwrap()
    }

    /// Sets every time in the database to now, because old rows are removed at startup.
    fn make_recent(&self) {
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

    fn start_doorbell(&self) -> Doorbell {
        let data = self.path(DATA);
        let (settings, problem) = self.settings().load();
        assert!(problem.is_none());
        Doorbell::start_with(|config| {
            without_flood_limits(config);
            config.database = Some(data);
            config.settings = settings;
        })
    }

    fn settings(&self) -> SettingsFile {
        SettingsFile::at(self.path(".config/doorbell/settings.toml"))
    }
}

/// Copies a folder, replacing [`RECORDED_PATH`] with `home` in text files.
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
            Ok(text) => text
                .replace(RECORDED_PATH, home.to_str().unwrap())
                .into_bytes(),
            Err(error) => error.into_bytes(),
        };
        fs::write(to, bytes).unwrap();
    }
}

/// A question of the agent and project in the recorded home.
fn question_params(server: &str, message: &str, key: Option<&str>) -> Value {
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
fn upgrade_reads_history_mutes_links_and_settings() {
    let home = Home::recorded_by("285d8cf");
    let expected = Settings {
        theme: Theme::Dark,
        days: 90,
        ..Settings::STANDARD
    };
    assert_eq!(home.settings().load(), (expected, None));
    home.make_recent();
    let doorbell = home.start_doorbell();
    let person = doorbell.person();
    let lines = person.search_history("").entries;
    let outcomes: Vec<_> = lines
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
        outcomes,
        [
            ("acme", "accepted", None),
            ("noisy", "declined", None),
            ("acme", "accepted", Some("example.com")),
            ("acme", "withdrawn", None),
            ("acme", "accepted", None),
        ]
    );
    assert!(lines.iter().all(|line| line.agent == "“Claude Code”"));
    assert!(lines.iter().all(|line| line.question.is_none()));

    let mut asker = doorbell.asker();
    asker.ask_with(1, question_params("noisy", "Again?", None));
    let refused = asker.read_result(1);
    let outcome = &refused["_meta"]["dev.doorbell/outcome"];
    assert_eq!(outcome["outcome"], "refused");
    assert!(
        outcome["reason"].as_str().unwrap().contains("muted"),
        "{outcome}"
    );

    let meta = json!({"dev.doorbell/asker": {"agent": "Claude Code", "server": {"name": "acme"}}});
    asker.ask_with(
        2,
        json!({
            "mode": "url",
            "message": "Sign in",
            "url": "https://example.com/connect",
            "elicitationId": "e1",
            "_meta": meta,
        }),
    );
    let link = person.wait_for_question("Sign in").link().link;
    assert_eq!(link.warnings, [], "the domain was opened before");
}

/// Drafts and answers are stored under digests of the asking program, its process and the boot id.
/// The test lets a second daemon write the digests of this process and copies them into the
/// recorded database. The recorded answer has no MAC, so its question is asked again.
#[test]
fn upgrade_offers_the_draft_and_the_input_of_the_pending_answer() {
    let home = Home::recorded_by("285d8cf");
    home.make_recent();
    let current = Home(tempfile::tempdir().unwrap());
    fs::create_dir_all(current.path(DATA).parent().unwrap()).unwrap();
    let doorbell = Doorbell::start_with(|config| {
        without_flood_limits(config);
        config.database = Some(current.path(DATA));
    });
    let mut asker = doorbell.asker();
    asker.ask_with(1, question_params("acme", "Which name?", None));
    doorbell
        .wait_for_question("Which name?")
        .type_text("Name", "x");
    asker.withdraw(1);
    let (over, _) = doorbell.person().wait_for_withdrawn("Which name?");
    over.press(Press::Close);
    let mut leaving = doorbell.asker();
    leaving.ask_with(2, question_params("acme", "Which branch?", Some(KEY)));
    let question = doorbell.wait_for_question("Which branch?");
    question.type_text("Name", "x");
    drop(leaving);
    question.press(SEND);
    doorbell.advance(Duration::from_secs(1));
    let first_value = |home: &Home, query: &str| {
        let row = home
            .database()
            .query_row(query, [], |row| row.get::<_, Vec<u8>>(0));
        row.ok()
    };
    let answer = "SELECT params FROM undelivered";
    wait_until("the answer is stored", || {
        first_value(&current, answer).is_some()
    });
    let draft = "SELECT subject FROM drafts";
    wait_until("the draft is stored", || {
        first_value(&current, draft).is_some()
    });
    assert_eq!(
        first_value(&home, answer),
        first_value(&current, answer),
        "the same question"
    );
    let file = current.path(DATA);
    let database = home.database();
    database
        .execute("ATTACH ?1 AS today", [file.to_str().unwrap()])
        .unwrap();
    let copy_digests = "UPDATE drafts SET subject = (SELECT subject FROM today.drafts);
        UPDATE undelivered SET (name, boot, subject) =
            (SELECT name, boot, subject FROM today.undelivered);";
    database.execute_batch(copy_digests).unwrap();
    drop((database, asker, doorbell));

    let doorbell = home.start_doorbell();
    let mut asker = doorbell.asker();
    asker.ask_with(3, question_params("acme", "Which branch?", Some(KEY)));
    let question = doorbell.wait_for_question_where("Which branch?", is_offered);
    question.press(Press::UseDraft);
    let is_used = |question: &QuestionView| !is_offered(question);
    doorbell
        .wait_for_question_where("Which branch?", is_used)
        .send();
    let result = asker.read_result(3);
    assert_eq!(result["action"], "accept");
    assert_eq!(result["content"], json!({"name": "main"}));
    asker.send_received(KEY);

    asker.ask_with(4, question_params("acme", "Which name?", None));
    let question = doorbell.wait_for_question_where("Which name?", is_offered);
    question.press(Press::UseDraft);
    let filled = doorbell.wait_for_question_where("Which name?", is_used);
    let text = "Ada Lovelace".to_owned();
    assert_eq!(filled.form().fields[0].input, Input::Text { text });
}

#[test]
fn undo_restores_agent_files_byte_for_byte() {
    let home = Home::recorded_by("285d8cf");
    let before = home.agent_file_backups();
    assert_ne!(home.agent_files(), before);
    let undone = home.run_setup(&["--undo", "--yes"]);
    assert!(undone.stdout.contains("acme (Codex)"), "{}", undone.stdout);
    assert_eq!(home.agent_files(), before);
    assert_eq!(
        home.run_setup(&["--check"]).stdout,
        "No server is connected.\n"
    );
}

#[test]
fn pairing_again_writes_current_entries() {
    let home = Home::recorded_by("285d8cf");
    let before = home.agent_file_backups();
    let listed = home.run_setup(&["--list"]).stdout;
    assert_eq!(listed.matches(" connected, ").count(), 5, "{listed}");
    let renewed = home.run_setup(&["--yes"]).stdout;
    let summary = "\
To update 2 hooks, Doorbell changes 1 file:
  ~/.claude/settings.json  Claude Code: newer hook for permission prompts
  ~/.claude/settings.json  Claude Code: newer hook for site
";
    assert!(renewed.contains(summary), "{renewed}");
    let again = home.run_setup(&["--permissions", "--yes"]).stdout;
    assert!(again.contains("Nothing to change.\n"), "{again}");
    let upgraded = home.agent_files();
    home.run_setup(&["--undo", "--yes"]);
    assert_eq!(home.agent_files(), before);
    home.run_setup(&["--permissions", "--yes"]);
    assert_eq!(home.agent_files(), upgraded);
}
