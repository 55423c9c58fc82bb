//! The asker stops waiting.

use anyhow::Result;
use doorbell_tests::app::{CLASS, DrivenDoorbell};
use doorbell_tests::process::output;
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{PATIENCE, wait_until};

use crate::questions;

#[test]
fn an_untouched_question_leaves_the_window() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask("Who is there?", &questions::name())?;
    doorbell.window()?;
    asker.withdraw(id)?;
    doorbell.person().sees_no_more(CLASS)?;
    asker.received_nothing()
}

#[test]
fn a_touched_question_stays_marked_with_its_text() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask("Who is there?", &questions::name())?;
    doorbell.window()?;
    doorbell.fill("Name", "Ada")?;
    doorbell.holds("Ada")?;
    asker.withdraw(id)?;

    doorbell.page.named("button", "Copy answer")?;
    let text = doorbell.page.text()?;
    assert!(text.contains("stopped waiting at"), "{text}");
    assert!(
        text.contains("Nothing was sent; your text is kept."),
        "{text}"
    );
    let field = doorbell.page.named("textbox", "Name")?;
    assert_eq!(field.property("value")?, "Ada");
    assert!(doorbell.page.named_now("button", "Send").is_err());
    asker.received_nothing()?;

    doorbell.press("Copy answer")?;
    wait_for_clipboard(&doorbell, "Ada")?;
    doorbell.press("Close")?;
    doorbell.person().sees_no_more(CLASS)
}

#[test]
fn what_was_typed_in_the_very_last_moment_is_kept_too() -> Result<()> {
    let sentence = "every letter of this sentence was typed in one go, without a pause";
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask("Who is there?", &questions::name())?;
    let person = doorbell.person();
    person.focuses(doorbell.window()?)?;
    let field = doorbell.page.named("textbox", "Name")?;
    person.types(sentence)?;
    // On a busy machine the last keys are still on their way to the page.
    wait_until("the last letter", PATIENCE, || {
        let typed = field.property("value")?;
        anyhow::ensure!(typed == sentence, "it holds {typed}");
        Ok(())
    })?;
    asker.withdraw(id)?;
    doorbell.page.named("button", "Copy answer")?;
    doorbell.press("Copy answer")?;
    wait_for_clipboard(&doorbell, sentence)
}

fn wait_for_clipboard(doorbell: &DrivenDoorbell, name: &str) -> Result<()> {
    let wanted = format!("{{\n  \"name\": \"{name}\"\n}}");
    wait_until("the answer on the clipboard", PATIENCE, || {
        let mut xclip = doorbell.desktop.command("xclip");
        let held = output(xclip.args(["-out", "-selection", "clipboard"]))?;
        anyhow::ensure!(held == wanted, "it holds {held:?}");
        Ok(())
    })
}
