//! History and askers: what is told of questions that ended, and what never is.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use doorbell_tests::app::{Build, CLASS, Doorbell, QUESTION};
use doorbell_tests::asker::Asker;
use doorbell_tests::virtual_desktop::Theme;
use serde_json::Value;

use super::asker::form;

/// What the person answers, and what must be nowhere afterwards.
const PLANTED: &str = "planted-4711";

#[test]
fn history_is_searched_exported_and_cleared_and_has_no_answers() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    end_three_questions(&doorbell)?;
    let person = doorbell.person();
    let home = doorbell.opens_home("history")?;
    let reader = doorbell.at_home();
    person.focuses(home)?;
    let tree = reader.hears("three lines", |tree| tree.says("3 questions"))?;
    for line in [
        "Accepted “github”",
        "Closed “github”",
        "Declined “postgres”",
    ] {
        assert!(tree.says(line), "{line} in {}", tree.outline());
    }

    person.presses("ctrl+f")?;
    reader.is_at("entry", "Search history")?;
    person.types("postgres")?;
    reader.hears_words("1 of 3 found")?;
    person.presses("Escape")?;
    reader.hears_words("3 questions")?;

    // A closed menu takes the first letter of what is wanted.
    for (menu, key, found) in [
        ("Server", "g", "2 of 3 found"),
        ("Agent", "Down", "2 of 3 found"),
        ("Outcome", "c", "1 of 3 found"),
    ] {
        reader.tabs_to("combo box", menu)?;
        person.presses(key)?;
        reader.hears_words(found)?;
    }
    person.presses("ctrl+f")?;
    person.types("nobody")?;
    reader.hears_words("0 of 3 found")?;
    reader.presses("Clear filters")?;
    reader.is_at("entry", "Search history")?;
    reader.hears_words("3 questions")?;

    for _ in 0..4 {
        let stop = reader.focus()?;
        reader.moves("Tab", &stop)?;
    }
    person.presses("Return")?;
    let tree = reader.hears("a line's details", |tree| {
        tree.says("Tool") && tree.says("“release”") && tree.says("Doorbell keeps no answers.")
    })?;
    assert!(!tree.says(PLANTED), "{}", tree.outline());

    person.presses("ctrl+2")?;
    reader.is_at("heading", "History")?;
    reader.presses("Export as JSON")?;
    reader.hears_words("History was saved to ~/doorbell-history-")?;
    let exported = exported(doorbell.desktop.home())?;
    let lines = exported["history"].as_array().context("a list of lines")?;
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["outcome"], "declined");
    assert!(!exported.to_string().contains(PLANTED));
    ensure!(
        nowhere(&doorbell.desktop.home().join("data"))?,
        "it is kept"
    );

    person.presses("ctrl+2")?;
    reader.is_at("heading", "History")?;
    reader.presses("Clear history")?;
    reader.is_at("push button", "Keep it")?;
    person.presses("Escape")?;
    reader.is_at("push button", "Clear history")?;
    person.presses("space")?;
    reader.is_at("push button", "Keep it")?;
    reader.presses("Clear history")?;
    reader.hears_words("History was cleared.")?;
    reader.finds("heading", "Nothing has ended yet").map(drop)
}

#[test]
fn an_asker_is_counted_muted_and_heard_again() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let mut asker = end_three_questions(&doorbell)?;
    let person = doorbell.person();
    let home = doorbell.opens_home("askers")?;
    let reader = doorbell.at_home();
    person.focuses(home)?;
    reader.hears("the counts", |tree| {
        tree.says("Asked 2 times · 1 accepted · last at")
            && tree.says("Asked once · 1 declined · last at")
    })?;

    // The last one to ask is the first.
    reader.presses("Mute…")?;
    reader.is_at("push button", "For an hour")?;
    person.presses("space")?;
    reader.is_at("push button", "Unmute")?;
    reader.hears_words("Muted until")?;
    let id = asker.ask_params(form("postgres", "May I?"))?;
    let answer = asker.answer(id)?;
    let outcome = &answer["_meta"]["dev.doorbell/outcome"];
    assert_eq!(answer["action"], "cancel");
    assert_eq!(outcome["outcome"], "refused");
    let reason = outcome["reason"].as_str().unwrap_or_default();
    assert!(reason.contains("muted"), "{outcome}");
    assert_eq!(person.titled(CLASS, QUESTION), []);

    reader.is_at("push button", "Unmute")?;
    person.presses("space")?;
    reader.is_at("push button", "Mute…")?;
    asker.ask_params(form("postgres", "And now?"))?;
    person.sees_titled(CLASS, QUESTION)?;
    reader
        .finds("push button", "Waiting, one question waits")
        .map(drop)
}

/// One is accepted, one closed, and last one declined.
fn end_three_questions(doorbell: &Doorbell) -> Result<Asker> {
    let mut asker = doorbell.asker()?;
    let person = doorbell.person();
    for (server, outcome) in [
        ("github", "accepted"),
        ("github", "dismissed"),
        ("postgres", "declined"),
    ] {
        let id = asker.ask_params(form(server, "Which one?"))?;
        let window = person.sees_titled(CLASS, QUESTION)?;
        if outcome == "dismissed" {
            person.closes(window)?;
        } else {
            person.focuses(window)?;
            doorbell.at_question().is_at("entry", "Name")?;
            if outcome == "accepted" {
                person.types(PLANTED)?;
                person.presses("ctrl+Return")?;
            } else {
                doorbell.at_question().presses("Decline")?;
            }
        }
        let answer = asker.answer(id)?;
        let ended = &answer["_meta"]["dev.doorbell/outcome"]["outcome"];
        ensure!(*ended == outcome, "{ended} instead of {outcome}");
        person.sees_no_more(CLASS)?;
    }
    Ok(asker)
}

fn exported(home: &Path) -> Result<Value> {
    let file = fs::read_dir(home)?
        .flatten()
        .find(|file| {
            let name = file.file_name();
            name.to_string_lossy().starts_with("doorbell-history-")
        })
        .context("no export")?;
    Ok(serde_json::from_slice(&fs::read(file.path())?)?)
}

/// Whether what was planted is in no file below a folder.
fn nowhere(folder: &Path) -> Result<bool> {
    for file in fs::read_dir(folder)? {
        let path = file?.path();
        let is_clean = if path.is_dir() {
            nowhere(&path)?
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
