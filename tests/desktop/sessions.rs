//! Two agent sessions. A question of another session is announced before it is shown.

use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, Result};
use doorbell_tests::app::{CLASS, DrivenDoorbell, output_directory};
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{TIMEOUT, wait_until};
use serde_json::json;

use crate::questions;

const EXAMPLE: &str = "docs/examples/ask.py";

#[test]
fn question_of_another_session_is_announced_before_it_is_shown() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask("The first session's question", &questions::name_form())?;
    let window = doorbell.window()?;
    let printed = doorbell.desktop.home().join("printed.txt");
    start_example(&doorbell, &printed)?;
    wait_for_text(&doorbell, "1 more waiting")?;

    doorbell.fill("Name", "Ada")?;
    let person = doorbell.person();
    person.focuses(window)?;
    // The second Ctrl+Enter must not answer the next question.
    person.presses("ctrl+Return")?;
    person.presses("ctrl+Return")?;
    assert_eq!(asker.answer(id)?["content"], json!({"name": "Ada"}));
    doorbell.page.named("button", "Answer")?;
    wait_for_text(&doorbell, "Sent to ")?;
    let picture = output_directory().join("announcement.png");
    person.photographs_at_rest(window, &picture)?;
    doorbell.finds_enabled("Answer")?;
    person.presses("ctrl+Return")?;

    person.presses("Return")?;
    wait_for_text(&doorbell, "What is your name?")?;
    assert_eq!(
        std::fs::read_to_string(&printed)?,
        "",
        "it is not answered yet"
    );
    doorbell.fill("name", "Grace")?;
    doorbell.press("Send")?;
    wait_until("the example to print", TIMEOUT, || {
        std::fs::read_to_string(&printed).is_ok_and(|text| text == "{\"name\": \"Grace\"}\n")
    })?;
    person.sees_no_window(CLASS)
}

/// Starts the example in a new session, so that it is not a descendant of the test process.
fn start_example(doorbell: &DrivenDoorbell, printed: &Path) -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .context("the repository")?;
    let started = doorbell
        .desktop
        .command("setsid")
        .args(["--fork", "python3"])
        .arg(root.join(EXAMPLE))
        .stdin(Stdio::null())
        .stdout(std::fs::File::create(printed)?)
        .status()?;
    anyhow::ensure!(started.success(), "setsid: {started}");
    Ok(())
}

fn wait_for_text(doorbell: &DrivenDoorbell, expected: &str) -> Result<()> {
    wait_until(&format!("the text {expected:?}"), TIMEOUT, || {
        let text = doorbell.page.text()?;
        anyhow::ensure!(text.contains(expected), "{text}");
        Ok(())
    })
}
