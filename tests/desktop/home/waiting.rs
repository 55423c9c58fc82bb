//! The Waiting page: the first run, and the list of open questions.

use std::fs;

use anyhow::{Context, Result};
use doorbell_tests::accessibility;
use doorbell_tests::app::{Build, CLASS, Doorbell, QUESTION_TITLE, picture};
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
use doorbell_tests::wait::{TIMEOUT, wait_until};
use serde_json::json;

use super::questions;

const EXAMPLE: &str = "Show an example question";
const CONNECT: &str = "Connect your agents (1 found)";

#[test]
fn open_question_is_listed_and_shown_with_focus() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let person = doorbell.person();
    let home = doorbell.opens_home("waiting")?;
    let reader = doorbell.home_reader();

    // During a pause, no window appears.
    person.focuses(home)?;
    reader.presses("30 min")?;
    reader.waits_for_focus("push button", "Resume")?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask_params(questions::form("github", "Which tag should be released?"))?;
    let row = reader.hears("the question", |tree| {
        tree.has_text("Which tag should be released?") && tree.has_text("1 question waiting.")
    })?;
    for text in ["· shop", "via github", "just now", "Form"] {
        assert!(row.has_text(text), "{text:?} in {}", row.outline());
    }
    assert_eq!(person.windows_titled(CLASS, QUESTION_TITLE), []);

    reader.presses("Show")?;
    let question = person.sees_titled(CLASS, QUESTION_TITLE)?;
    wait_until("the question to have the keyboard", TIMEOUT, || {
        person.focused() == Some(question)
    })?;
    doorbell
        .question_reader()
        .waits_for_focus("entry", "Name")?;
    person.waits_until_ready(question)?;
    person.types("v2")?;
    person.presses("ctrl+Return")?;
    assert_eq!(asker.answer(id)?["content"], json!({"name": "v2"}));
    reader.hears_text("You’re all caught up.")?;
    // The first run is over, and the answer is listed.
    let tree = reader.hears("the last answers", |tree| {
        tree.find("heading", "Last answers").is_some()
            && tree.has_text("Which tag should be released?")
    })?;
    assert!(tree.find("push button", EXAMPLE).is_none());
    person.focuses(home)?;
    reader.presses("Show history")?;
    reader.waits_for_focus("heading", "History").map(drop)
}

#[test]
fn first_run_shows_an_example_question_and_the_agents() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let codex = desktop.home().join(".codex");
    fs::create_dir_all(&codex)?;
    fs::write(
        codex.join("config.toml"),
        "[mcp_servers.postgres]\ncommand = \"pg-mcp\"\n",
    )?;
    let doorbell = Doorbell::start_on(desktop, Build::Plain)?;
    let (person, reader) = (doorbell.person(), doorbell.home_reader());
    let home = doorbell.opens_home("waiting")?;
    person.focuses(home)?;
    reader.finds("push button", CONNECT)?;
    person.photographs_at_rest(home, &picture("home", "first-run")?)?;

    // A program cannot ask for it.
    accessibility::press(&doorbell.desktop, CLASS, EXAMPLE).context(EXAMPLE)?;
    doorbell.waits_for_refused_presses(1)?;
    assert_eq!(person.windows_titled(CLASS, QUESTION_TITLE), []);

    reader.presses(EXAMPLE)?;
    let question = person.sees_titled(CLASS, QUESTION_TITLE)?;
    person.focuses(question)?;
    let question_reader = doorbell.question_reader();
    question_reader.hears_text("your answer goes nowhere")?;
    question_reader.tabs_to("radio button", "Spring")?;
    person.waits_until_ready(question)?;
    person.presses("space")?;
    person.presses("ctrl+Return")?;

    // The example alone does not end the first run.
    reader.hears("the answer", |tree| {
        tree.find("heading", "Last answers").is_some()
            && tree.has_text("This is what a question looks like.")
            && tree.find("push button", EXAMPLE).is_some()
    })?;
    person.focuses(home)?;
    reader.presses(CONNECT)?;
    reader.waits_for_focus("heading", "Agents")?;
    reader.finds("toggle button", "postgres").map(drop)
}
