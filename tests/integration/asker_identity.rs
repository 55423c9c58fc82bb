//! A name is only as good as what it is drawn from: an install path of a program that has not changed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use doorbell_daemon::view::{AskerView, NameSource, Press, ProgramCheck};
use doorbell_tests::process::copy_program;
use serde_json::json;
use tempfile::TempDir;

use crate::support::{
    Doorbell, RunningCommand, ShownQuestion, doorbell_binary, name_form, without_flood_limits,
};

const QUESTION: &str = "Deploy?";
const UNKNOWN: &str = "an unknown program";

/// A Doorbell with history, and the home folder in which it looks for agents.
fn start() -> (Doorbell, TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().canonicalize().unwrap();
    let config_home = home.to_str().map(str::to_owned);
    let database = home.join("doorbell.db");
    let doorbell = Doorbell::start_with(|config| {
        without_flood_limits(config);
        (config.home, config.database) = (config_home, Some(database));
    });
    (doorbell, folder, home)
}

fn install(program: impl AsRef<Path>, path: &Path) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    copy_program(program, path).unwrap();
}

fn start_takeover(doorbell: &Doorbell, way: &str, program: &Path) -> RunningCommand {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("kit/takeover.py");
    let mut command = Command::new("python3");
    command.arg(script).arg(way).arg(program);
    RunningCommand::start(command, &doorbell.socket(), [""; 0])
}

/// Asks with a program and declines. Returns the card and the name in the list, the notification and
/// history.
fn run_and_decline(doorbell: &Doorbell, command: Command) -> (AskerView, String) {
    let arguments = ["ask", "--confirm", "--message", QUESTION];
    let running = RunningCommand::start(command, &doorbell.socket(), arguments);
    let question = doorbell.wait_for_question(QUESTION);
    let card = question.view.asker.clone();
    let name = name_outside_the_window(doorbell, question);
    running.finish();
    (card, name)
}

/// Declines a question. Returns the name that the list, the notification and history give its asker.
fn name_outside_the_window(doorbell: &Doorbell, question: ShownQuestion<'_>) -> String {
    let message = question.view.message.clone();
    let list = doorbell.asker().call("doorbell/list", json!({}));
    let name = list["questions"][0]["agent"].as_str().unwrap().to_owned();
    let note = doorbell.desktop.wait_for("its notification", |state| {
        let note = state.notification.clone();
        note.filter(|note| note.body.contains(&message))
    });
    // A title is shorter and leaves the folder to the body.
    let (title, folder) = name.split_once(" in ").unwrap_or((&name, ""));
    let title = match title.strip_prefix('“') {
        Some(_) => format!("A program called {title}"),
        None => title.to_owned(),
    };
    let is_titled = note.title.to_lowercase().starts_with(&title.to_lowercase());
    assert!(is_titled, "{title}: {}", note.title);
    assert!(note.body.contains(folder), "{folder}: {}", note.body);
    question.press(Press::Decline);
    let entries = doorbell.person().search_history("").entries;
    assert_eq!(entries[0].agent, name);
    name
}

/// True if an agent runs these tests. Its name takes precedence.
fn is_run_by_agent(doorbell: &Doorbell) -> bool {
    let mut asker = doorbell.asker();
    asker.ask(1, "Who?", name_form());
    let question = doorbell.wait_for_question("Who?");
    question.press(Press::Decline);
    let source = question.view.asker.agent_source;
    !matches!(source, NameSource::Program { .. })
}

#[test]
fn connection_taken_over_by_another_process_or_program_identifies_nobody() {
    let (doorbell, _folder, home) = start();
    let agent = home.join(".local/share/claude/versions/2.1.0");
    install("/usr/bin/tail", &agent);
    for way in [
        "child_asks",
        "child_asks_for_program",
        "child_greets_for_program",
        "program_gets_early_question",
        "shell_asks",
    ] {
        let running = start_takeover(&doorbell, way, &agent);
        let question = doorbell.wait_for_question(way);
        let card = &question.view.asker;
        assert_eq!(card.agent_source, NameSource::Changed, "{way}");
        assert_eq!(card.verified.check, ProgramCheck::Changed, "{way}");
        assert_eq!(card.familiarity, None, "{way}");
        assert_eq!(name_outside_the_window(&doorbell, question), UNKNOWN);
        running.kill();
    }
}

#[test]
fn asker_stays_verified_over_many_messages() {
    let (doorbell, _folder, _home) = start();
    let mut asker = doorbell.asker();
    let mut long_form = name_form();
    // Longer than one read.
    long_form["properties"]["name"]["description"] = json!("x".repeat(20_000));
    for (id, form) in [(1, name_form()), (2, long_form), (3, name_form())] {
        let params = json!({"message": QUESTION, "requestedSchema": form});
        let line =
            json!({"jsonrpc": "2.0", "id": id, "method": "elicitation/create", "params": params});
        let line = format!("{line}\n");
        let (first, rest) = line.split_at(10);
        asker.send_bytes(first.as_bytes());
        asker.send_bytes(rest.as_bytes());
        let question = doorbell.wait_for_question(QUESTION);
        let check = question.view.asker.verified.check;
        assert_eq!(check, ProgramCheck::Verified);
        question.press(Press::Decline);
        asker.read_result(id);
    }
}

#[test]
fn program_called_like_an_agent_is_named_with_its_folder() {
    let (doorbell, _folder, home) = start();
    let is_run_by_agent = is_run_by_agent(&doorbell);
    let package = home.join("lib/node_modules/@anthropic-ai/claude-code");
    for folder in [home.clone(), home.join("bin"), package.join("bin")] {
        let program = folder.join("claude");
        install(doorbell_binary(), &program);
        let mut command = Command::new(&program);
        command.env_clear();
        let (card, name) = run_and_decline(&doorbell, command);
        assert_eq!(card.verified.check, ProgramCheck::Verified);
        assert_eq!(card.verified.program.path.as_deref(), program.to_str());
        if is_run_by_agent {
            assert_eq!(card.agent_source, NameSource::StartedFrom);
            continue;
        }
        let folder = folder.to_str().unwrap().to_owned();
        assert_eq!(card.agent, "claude");
        assert_eq!(name, format!("a program called “claude” in {folder}"));
        assert_eq!(card.agent_source, NameSource::Program { folder });
    }
}

#[test]
fn installed_agent_is_named() {
    let (doorbell, _folder, home) = start();
    let package = home.join("lib/node_modules/@anthropic-ai/claude-code");
    fs::create_dir_all(&package).unwrap();
    let json = r#"{"name": "@anthropic-ai/claude-code", "version": "2.1.0"}"#;
    fs::write(package.join("package.json"), json).unwrap();
    for program in [
        home.join(".local/share/claude/versions/2.1.0"),
        package.join("bin/claude.exe"),
    ] {
        install(doorbell_binary(), &program);
        let mut command = Command::new(&program);
        command.env_clear();
        let (card, name) = run_and_decline(&doorbell, command);
        assert_eq!(card.agent, "Claude Code");
        assert_eq!(card.agent_source, NameSource::Installed);
        assert_eq!(card.verified.program.path.as_deref(), program.to_str());
        assert_eq!(name, "Claude Code");
    }
}

#[test]
fn parent_agent_names_the_asker_but_is_not_verified() {
    let (doorbell, _folder, home) = start();
    let agent = home.join(".opencode/bin/opencode");
    install("/bin/sh", &agent);
    let mut command = Command::new(&agent);
    // The shell stays, because another command follows.
    command
        .args(["-c", r#""$0" "$@"; :"#])
        .arg(doorbell_binary());
    command.env_clear();
    let (card, name) = run_and_decline(&doorbell, command);
    assert_eq!(card.agent, "opencode");
    assert_eq!(card.agent_source, NameSource::StartedFrom);
    assert_eq!(name, "opencode");
    let verified = card.verified;
    assert_eq!(verified.program.path.as_deref(), doorbell_binary().to_str());
    assert_eq!(verified.parents[0].path.as_deref(), agent.to_str());
}

#[test]
fn program_whose_file_was_replaced_is_not_verified() {
    let (doorbell, _folder, home) = start();
    let program = home.join(".local/share/claude/versions/2.1.0");
    install(doorbell_binary(), &program);
    let mut command = Command::new("sh");
    command.env_clear();
    // The file is gone once the program runs, before it connects.
    let script = r#"exec 9<"$0"; rm "$0"; exec /proc/self/fd/9 "$@""#;
    command.args(["-c", script]).arg(&program);
    let (card, name) = run_and_decline(&doorbell, command);
    assert_eq!(card.verified.check, ProgramCheck::Unverified);
    assert_eq!(card.agent_source, NameSource::Claimed);
    assert_eq!(
        (card.agent.as_str(), name.as_str()),
        ("Claude Code", "“Claude Code”")
    );
}
