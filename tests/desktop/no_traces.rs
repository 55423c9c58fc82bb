//! Questions and answers are never written to a log or file.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use doorbell_tests::app::{Build, CLASS, Doorbell};
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
use serde_json::json;

use crate::questions;

/// Part of every text that must not be found.
const PLANTED: &str = "zanzibar";

#[test]
fn questions_and_answers_are_in_no_log_or_file() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    // A notification server may store its notifications.
    desktop.write_accepted_settings("[notifications]\ndetail = \"private\"\n")?;
    let mut command = Build::Plain.command(&desktop)?;
    command.env("DOORBELL_LOG", "trace");
    let process = desktop.start_process("doorbell", command)?;
    let mut doorbell = Doorbell { process, desktop };
    let mut asker = doorbell.asker()?;
    // Doorbell sets its limits before it listens.
    let limits = fs::read_to_string(format!("/proc/{}/limits", doorbell.process.id()))?;
    let core = limits
        .lines()
        .find(|line| line.starts_with("Max core file size"))
        .context("a limit for core files")?;
    assert_eq!(core.split_whitespace().nth(4), Some("0"), "{core}");

    let person = doorbell.person();
    let id = asker.ask(&format!("Where is {PLANTED}?"), &questions::name_form())?;
    let window = person.sees(CLASS)?;
    person.focuses(window)?;
    person.types(&format!("near {PLANTED}"))?;
    person.presses("ctrl+Return")?;
    let answer = asker.answer(id)?;
    assert_eq!(
        answer["content"],
        json!({"name": format!("near {PLANTED}")})
    );
    person.sees_no_window(CLASS)?;

    let id = asker.ask_params(json!({
        "mode": "url",
        "message": format!("Go to {PLANTED}"),
        "url": format!("https://example.com/connect?state={PLANTED}"),
        "elicitationId": "one"
    }))?;
    let window = person.sees(CLASS)?;
    person.focuses(window)?;
    person.presses("Escape")?;
    assert_eq!(asker.answer(id)?["action"], "cancel");
    // Invalid messages must not be quoted either.
    asker.request(PLANTED, json!({"method": PLANTED}))?;
    asker.ask_params(json!({"message": {"is": PLANTED}, "requestedSchema": PLANTED}))?;
    drop(asker);
    doorbell.process.terminate();

    let log = doorbell.process.log();
    assert!(log.contains("TRACE"), "trace logging is on");
    let found: Vec<PathBuf> = files(doorbell.desktop.home())
        .into_iter()
        .filter(|file| file_contains(file, PLANTED))
        .collect();
    assert!(found.is_empty(), "{found:?}");
    Ok(())
}

fn files(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    entries
        .flat_map(|entry| match entry.file_type() {
            Ok(kind) if kind.is_dir() => files(&entry.path()),
            Ok(kind) if kind.is_file() => vec![entry.path()],
            _ => Vec::new(),
        })
        .collect()
}

fn file_contains(file: &Path, text: &str) -> bool {
    let bytes = fs::read(file).unwrap_or_default();
    bytes
        .windows(text.len())
        .any(|part| part == text.as_bytes())
}
