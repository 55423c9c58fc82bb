//! Permission prompts, by a hook. In a terminal the hook and Claude Code's dialog ask at the same time.

use std::fs;
use std::path::Path;

use anyhow::{Result, ensure};
use doorbell_tests::app::{CLASS, Doorbell};
use doorbell_tests::wait::{TIMEOUT, wait_until};
use serde_json::json;

use super::install_with_permissions;
use crate::support::{focuses, start_doorbell};

/// In the dialog of the terminal.
const DIALOG: &str = "Do you want to proceed?";
const MANUAL_MODE: &str = "manual mode on";
const ACCEPTING_EDITS: &str = "accept edits on";
const ACCEPT_EDITS: &str = "Accept all edits until the session ends";
const MESSAGE_FIELD: &str = "Tell Claude Code something sent with Allow or Deny";

#[test]
fn headless_run_is_allowed_or_denied_with_a_message() -> Result<()> {
    let doorbell = start_doorbell()?;
    let agent = install_with_permissions(&doorbell)?;
    let (person, reader) = (doorbell.person(), doorbell.question_reader());
    let mut run = agent.runs(&[], &format!("{} {}", touch("allowed"), touch("denied")))?;
    reader.hears_text("touch allowed")?;
    let window = reader.tree()?;
    ensure!(
        window.find("push button", "Answer in terminal").is_none(),
        "there is no terminal:\n{}",
        window.outline()
    );
    focuses(&doorbell)?;
    person.presses("alt+a")?;
    reader.hears_text("touch denied")?;
    focuses(&doorbell)?;
    reader.tabs_to("entry", MESSAGE_FIELD)?;
    person.types("Leave it alone")?;
    person.presses("alt+d")?;
    run.wait()?;
    let printed = run.whole_log();
    ensure!(printed.contains("Leave it alone"), "{printed}");
    ensure!(agent.project().join("allowed").exists(), "{printed}");
    ensure!(!agent.project().join("denied").exists(), "{printed}");
    person.sees_no_window(CLASS)
}

#[test]
fn window_and_terminal_ask_and_the_first_answer_wins() -> Result<()> {
    let doorbell = start_doorbell()?;
    let agent = install_with_permissions(&doorbell)?;
    let terminal = agent.opens_terminal(&[])?;
    let (person, reader) = (doorbell.person(), doorbell.question_reader());

    terminal.prompts(&touch("by-window"))?;
    terminal.shows(DIALOG)?;
    reader.hears_text("touch by-window")?;
    allows(&doorbell)?;
    terminal.hides(DIALOG)?;
    waits_for(&agent.project().join("by-window"))?;

    terminal.prompts(&touch("by-terminal"))?;
    terminal.shows(DIALOG)?;
    reader.hears_text("touch by-terminal")?;
    terminal.presses_until_hidden("1", DIALOG)?;
    waits_for(&agent.project().join("by-terminal"))?;
    person.sees_no_window(CLASS)?;

    terminal.prompts(&touch("by-nobody"))?;
    terminal.shows(DIALOG)?;
    reader.hears_text("touch by-nobody")?;
    terminal.presses_until_hidden("Escape", DIALOG)?;
    person.sees_no_window(CLASS)?;
    ensure!(!agent.project().join("by-nobody").exists());
    Ok(())
}

/// For `touch`, Claude Code suggests to allow a folder and to switch its mode. *Allow* does neither, and each
/// has an entry that does nothing else.
#[test]
fn suggestion_takes_effect_only_if_it_is_chosen() -> Result<()> {
    let doorbell = start_doorbell()?;
    let agent = install_with_permissions(&doorbell)?;
    let folder = doorbell.desktop.home().join("elsewhere");
    fs::create_dir(&folder)?;
    let note = folder.join("note");
    fs::write(&note, "Remember the milk")?;
    let read = format!("call:Read {}", json!({"file_path": note}));
    let terminal = agent.opens_terminal(&[])?;
    let (person, reader) = (doorbell.person(), doorbell.question_reader());
    let asks_for = |name: &str| -> Result<_> {
        terminal.prompts(&touch(&format!("../elsewhere/{name}")))?;
        terminal.shows(DIALOG)?;
        reader.finds("push button", ACCEPT_EDITS)?;
        focuses(&doorbell)
    };
    let waits_for_file = |name: &str| {
        waits_for(&doorbell.desktop.home().join("elsewhere").join(name))?;
        terminal.hides(DIALOG)
    };

    asks_for("first")?;
    person.presses("alt+a")?;
    waits_for_file("first")?;
    terminal.shows(MANUAL_MODE)?;
    // The folder is still not allowed.
    terminal.prompts(&read)?;
    reader.hears_text("note")?;
    focuses(&doorbell)?;
    person.presses("alt+d")?;
    terminal.shows("denied this in Doorbell")?;

    asks_for("second")?;
    let folder = folder.display();
    reader.presses(&format!(
        "Let Claude Code work in “{folder}” until the session ends"
    ))?;
    waits_for_file("second")?;
    terminal.shows(MANUAL_MODE)?;
    terminal.prompts(&read)?;
    terminal.shows("Done. 1 Remember the milk")?;

    asks_for("third")?;
    reader.presses(ACCEPT_EDITS)?;
    waits_for_file("third")?;
    terminal.shows(ACCEPTING_EDITS)
}

fn touch(file: &str) -> String {
    format!(r#"call:Bash {{"command": "touch {file}", "description": "Create a file"}}"#)
}

fn allows(doorbell: &Doorbell) -> Result<()> {
    focuses(doorbell)?;
    doorbell.person().presses("alt+a")
}

fn waits_for(file: &Path) -> Result<()> {
    wait_until("the file", TIMEOUT, || file.exists())
}
