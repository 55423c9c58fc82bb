//! The page of open questions: what it teaches while there is none, and how one is brought up.

use anyhow::Result;
use doorbell_tests::app::{Build, CLASS, Doorbell, QUESTION};
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{PATIENCE, wait_until};
use serde_json::json;

use super::asker;

#[test]
fn a_question_that_waits_is_listed_and_brought_up_with_the_keyboard() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let person = doorbell.person();
    let home = doorbell.opens_home("waiting")?;
    let reader = doorbell.at_home();

    // While nothing waits, it teaches how to pair.
    reader.finds("heading", "Pair an agent")?;
    let command = reader.finds("panel", "Command: Pair Claude Code")?;
    assert!(command.says("doorbell wrap --name"), "{command:?}");

    // While it is paused, a question comes without a window.
    person.focuses(home)?;
    reader.presses("30 min")?;
    reader.is_at("push button", "Resume")?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask_params(asker::form("github", "Which tag should be released?"))?;
    let row = reader.hears("the question", |tree| {
        tree.says("Which tag should be released?") && tree.says("One question waits for you.")
    })?;
    for words in ["· shop", "through “github”", "just now", "Form"] {
        assert!(row.says(words), "{words:?} in {}", row.outline());
    }
    assert_eq!(person.titled(CLASS, QUESTION), []);

    reader.presses("Show")?;
    let question = person.sees_titled(CLASS, QUESTION)?;
    wait_until("the question to have the keyboard", PATIENCE, || {
        person.focused() == Some(question)
    })?;
    doorbell.at_question().is_at("entry", "Name")?;
    person.waits_until_ready(question)?;
    person.types("v2")?;
    person.presses("ctrl+Return")?;
    assert_eq!(asker.answer(id)?["content"], json!({"name": "v2"}));
    reader.hears_words("No question waits for you.")
}
