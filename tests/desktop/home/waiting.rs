//! The Waiting page: pairing help while it is empty, and the list of open questions.

use anyhow::Result;
use doorbell_tests::app::{Build, CLASS, Doorbell, QUESTION_TITLE};
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{TIMEOUT, wait_until};
use serde_json::json;

use super::questions;

#[test]
fn open_question_is_listed_and_shown_with_focus() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let person = doorbell.person();
    let home = doorbell.opens_home("waiting")?;
    let reader = doorbell.home_reader();

    // An empty page explains pairing.
    reader.finds("heading", "Pair an agent")?;
    let command = reader.finds("panel", "Command: Pair Claude Code")?;
    assert!(command.has_text("doorbell wrap --name"), "{command:?}");

    // During a pause, no window appears.
    person.focuses(home)?;
    reader.presses("30 min")?;
    reader.waits_for_focus("push button", "Resume")?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask_params(questions::form("github", "Which tag should be released?"))?;
    let row = reader.hears("the question", |tree| {
        tree.has_text("Which tag should be released?") && tree.has_text("1 question waiting.")
    })?;
    for text in ["· shop", "via “github”", "just now", "Form"] {
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
    reader.hears_text("You’re all caught up.")
}
