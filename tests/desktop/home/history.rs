//! The History and Sources pages.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use doorbell_tests::app::{Build, CLASS, Doorbell, QUESTION_TITLE};
use doorbell_tests::asker::Asker;
use doorbell_tests::virtual_desktop::Theme;
use serde_json::Value;

use super::questions::form;

/// The person's answer, which must not be stored.
const PLANTED: &str = "planted-4711";

#[test]
fn history_is_searched_exported_and_cleared_without_answers() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    end_three_questions(&doorbell)?;
    let person = doorbell.person();
    let home = doorbell.opens_home("history")?;
    let reader = doorbell.home_reader();
    person.focuses(home)?;
    let tree = reader.hears("three entries", |tree| tree.has_text("3 questions"))?;
    for entry in [
        "Which github? Answered · ",
        "Which github? Cancelled · ",
        "Which postgres? Declined · ",
        "via postgres",
    ] {
        assert!(tree.has_text(entry), "{entry} in {}", tree.outline());
    }

    person.presses("ctrl+f")?;
    reader.waits_for_focus("entry", "Search history")?;
    // The first line of a question is found, too.
    person.types("which github")?;
    reader.hears_text("2 of 3 found")?;
    person.presses("Escape")?;
    reader.hears_text("3 questions")?;

    // The first letter selects an option of a closed menu.
    for (menu, key, found) in [
        ("Server", "g", "2 of 3 found"),
        ("Agent", "Down", "2 of 3 found"),
        ("Outcome", "c", "1 of 3 found"),
    ] {
        reader.tabs_to("combo box", menu)?;
        person.presses(key)?;
        reader.hears_text(found)?;
    }
    person.presses("ctrl+f")?;
    person.types("nobody")?;
    reader.hears_text("0 of 3 found")?;
    reader.presses("Clear filters")?;
    reader.waits_for_focus("entry", "Search history")?;
    reader.hears_text("3 questions")?;

    for _ in 0..4 {
        let focused = reader.focus()?;
        reader.moves_focus("Tab", &focused)?;
    }
    person.presses("Return")?;
    let tree = reader.hears("the details of an entry", |tree| {
        tree.has_text("Tool")
            && tree.has_text("“release”")
            && tree.has_text("Your answers are never stored.")
    })?;
    assert!(!tree.has_text(PLANTED), "{}", tree.outline());

    person.presses("ctrl+3")?;
    reader.waits_for_focus("heading", "History")?;
    reader.presses("Export as JSON")?;
    reader.hears_text("History saved to ~/doorbell-history-")?;
    let exported = read_export(doorbell.desktop.home())?;
    let entries = exported["history"]
        .as_array()
        .context("a list of entries")?;
    assert_eq!(entries.len(), 3);
    assert_eq!(entries[0]["outcome"], "declined");
    assert!(!exported.to_string().contains(PLANTED));
    ensure!(
        is_planted_text_absent(&doorbell.desktop.home().join("data"))?,
        "the answer is stored"
    );

    person.presses("ctrl+3")?;
    reader.waits_for_focus("heading", "History")?;
    reader.presses("Clear history")?;
    reader.waits_for_focus("push button", "Keep history")?;
    person.presses("Escape")?;
    reader.waits_for_focus("push button", "Clear history")?;
    person.presses("space")?;
    reader.waits_for_focus("push button", "Keep history")?;
    reader.presses("Clear history")?;
    reader.hears_text("History cleared.")?;
    reader.finds("heading", "No history yet").map(drop)
}

#[test]
fn asker_is_counted_muted_and_unmuted() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let mut asker = end_three_questions(&doorbell)?;
    let person = doorbell.person();
    let home = doorbell.opens_home("sources")?;
    let reader = doorbell.home_reader();
    person.focuses(home)?;
    reader.hears("the counts", |tree| {
        tree.has_text("Asked 2 times · 1 answered · last at")
            && tree.has_text("Asked once · 1 declined · last at")
    })?;

    // The asker that asked last is on top.
    reader.presses("Mute…")?;
    reader.waits_for_focus("push button", "For an hour")?;
    person.presses("space")?;
    reader.waits_for_focus("push button", "Unmute")?;
    reader.hears_text("Muted until")?;
    let id = asker.ask_params(form("postgres", "May I?"))?;
    let answer = asker.answer(id)?;
    let outcome = &answer["_meta"]["dev.doorbell/outcome"];
    assert_eq!(answer["action"], "cancel");
    assert_eq!(outcome["outcome"], "refused");
    let reason = outcome["reason"].as_str().unwrap_or_default();
    assert!(reason.contains("muted"), "{outcome}");
    assert_eq!(person.windows_titled(CLASS, QUESTION_TITLE), []);

    reader.waits_for_focus("push button", "Unmute")?;
    person.presses("space")?;
    reader.waits_for_focus("push button", "Mute…")?;
    asker.ask_params(form("postgres", "And now?"))?;
    person.sees_titled(CLASS, QUESTION_TITLE)?;
    reader
        .finds("push button", "Waiting, 1 question waiting")
        .map(drop)
}

/// Ends three questions: accepted, dismissed, declined.
fn end_three_questions(doorbell: &Doorbell) -> Result<Asker> {
    let mut asker = doorbell.asker()?;
    let person = doorbell.person();
    for (server, outcome) in [
        ("github", "accepted"),
        ("github", "dismissed"),
        ("postgres", "declined"),
    ] {
        let id = asker.ask_params(form(server, &format!("Which {server}?")))?;
        let window = person.sees_titled(CLASS, QUESTION_TITLE)?;
        if outcome == "dismissed" {
            person.closes(window)?;
        } else {
            person.focuses(window)?;
            doorbell
                .question_reader()
                .waits_for_focus("entry", "Name")?;
            if outcome == "accepted" {
                person.types(PLANTED)?;
                person.presses("ctrl+Return")?;
            } else {
                doorbell.question_reader().presses("Decline")?;
            }
        }
        let answer = asker.answer(id)?;
        let ended = &answer["_meta"]["dev.doorbell/outcome"]["outcome"];
        ensure!(*ended == outcome, "{ended} instead of {outcome}");
        person.sees_no_window(CLASS)?;
    }
    Ok(asker)
}

fn read_export(home: &Path) -> Result<Value> {
    let file = fs::read_dir(home)?
        .flatten()
        .find(|file| {
            let name = file.file_name();
            name.to_string_lossy().starts_with("doorbell-history-")
        })
        .context("no export")?;
    Ok(serde_json::from_slice(&fs::read(file.path())?)?)
}

/// Returns true if no file below a folder contains the planted text.
fn is_planted_text_absent(folder: &Path) -> Result<bool> {
    for file in fs::read_dir(folder)? {
        let path = file?.path();
        let is_clean = if path.is_dir() {
            is_planted_text_absent(&path)?
        } else {
            let bytes = fs::read(&path)?;
            !bytes
                .windows(PLANTED.len())
                .any(|part| part == PLANTED.as_bytes())
        };
        if !is_clean {
            return Ok(false);
        }
    }
    Ok(true)
}
