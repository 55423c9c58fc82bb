//! Two agent sessions: the next question of another session is announced before it shows.

use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, Result};
use doorbell_tests::app::{CLASS, DrivenDoorbell, output_directory};
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{PATIENCE, wait_until};
use serde_json::json;

use crate::questions;

const EXAMPLE: &str = "docs/examples/ask.py";

#[test]
fn the_python_example_is_announced_and_prints_what_the_person_typed() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask("The first session's question", &questions::name())?;
    let window = doorbell.window()?;
    let printed = doorbell.desktop.home().join("printed.txt");
    start_example(&doorbell, &printed)?;
    wait_for_text(&doorbell, "1 of 2")?;

    doorbell.fill("Name", "Ada")?;
    let person = doorbell.person();
    person.focuses(window)?;
    // The second Ctrl+Enter must reach nobody.
    person.presses("ctrl+Return")?;
    person.presses("ctrl+Return")?;
    assert_eq!(asker.answer(id)?["content"], json!({"name": "Ada"}));
    doorbell.page.named("button", "Show")?;
    wait_for_text(&doorbell, "Sent to ")?;
    let picture = output_directory().join("announcement.png");
    person.photographs_at_rest(window, &picture)?;
    doorbell.finds_ready("Show")?;
    person.presses("ctrl+Return")?;

    doorbell.press("Show")?;
    wait_for_text(&doorbell, "What is your name?")?;
    assert_eq!(
        std::fs::read_to_string(&printed)?,
        "",
        "nobody answered it yet"
    );
    doorbell.fill("name", "Grace")?;
    doorbell.press("Send")?;
    wait_until("the example to print", PATIENCE, || {
        std::fs::read_to_string(&printed).is_ok_and(|text| text == "{\"name\": \"Grace\"}\n")
    })?;
    person.sees_no_more(CLASS)
}

/// Starts the example so that it descends from none of our processes: a session of its own.
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

fn wait_for_text(doorbell: &DrivenDoorbell, wanted: &str) -> Result<()> {
    wait_until(&format!("the text {wanted:?}"), PATIENCE, || {
        let text = doorbell.page.text()?;
        anyhow::ensure!(text.contains(wanted), "there is: {text}");
        Ok(())
    })
}
