//! What a person was asked and what they answered is in no log and in no file afterwards.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use doorbell_tests::app::{Build, CLASS, Doorbell};
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
use serde_json::json;

use crate::questions;

/// Stands in everything that must not be found again.
const PLANTED: &str = "zanzibar";

#[test]
fn a_whole_run_leaves_nothing_of_what_was_said() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    // A notification server may keep what it was given.
    desktop.write_settings("[notifications]\ndetail = \"private\"\n")?;
    let mut command = Build::Plain.command(&desktop)?;
    command.env("DOORBELL_LOG", "trace");
    let running = desktop.start_process("doorbell", command)?;
    let mut doorbell = Doorbell { running, desktop };
    let mut asker = doorbell.asker()?;
    // It listens, so it has set its own limits.
    let limits = fs::read_to_string(format!("/proc/{}/limits", doorbell.running.id()))?;
    let core = limits
        .lines()
        .find(|line| line.starts_with("Max core file size"))
        .context("a limit for core files")?;
    assert_eq!(core.split_whitespace().nth(4), Some("0"), "{core}");

    let person = doorbell.person();
    let id = asker.ask(&format!("Where is {PLANTED}?"), &questions::name())?;
    let window = person.sees(CLASS)?;
    person.focuses(window)?;
    person.types(&format!("near {PLANTED}"))?;
    person.presses("ctrl+Return")?;
    let answer = asker.answer(id)?;
    assert_eq!(
        answer["content"],
        json!({"name": format!("near {PLANTED}")})
    );
    person.sees_no_more(CLASS)?;

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
    // What cannot be read is not quoted either.
    asker.request(PLANTED, json!({"method": PLANTED}))?;
    asker.ask_params(json!({"message": {"is": PLANTED}, "requestedSchema": PLANTED}))?;
    drop(asker);
    doorbell.running.end();

    let log = doorbell.running.log();
    assert!(log.contains("TRACE"), "everything is logged that can be");
    let found: Vec<PathBuf> = files(doorbell.desktop.home())
        .into_iter()
        .filter(|file| holds(file, PLANTED))
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

fn holds(file: &Path, words: &str) -> bool {
    let bytes = fs::read(file).unwrap_or_default();
    bytes
        .windows(words.len())
        .any(|part| part == words.as_bytes())
}
