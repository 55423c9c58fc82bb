//! The asker withdraws its question.

use anyhow::Result;
use doorbell_tests::app::{CLASS, DrivenDoorbell};
use doorbell_tests::process::output;
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{TIMEOUT, wait_until};

use crate::questions;

#[test]
fn untouched_withdrawn_question_closes_the_window() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask("Who is there?", &questions::name_form())?;
    doorbell.window()?;
    asker.withdraw(id)?;
    doorbell.person().sees_no_window(CLASS)?;
    asker.received_nothing()
}

#[test]
fn touched_withdrawn_question_keeps_its_text() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask("Who is there?", &questions::name_form())?;
    doorbell.window()?;
    doorbell.fill("Name", "Ada")?;
    doorbell.contains_text("Ada")?;
    asker.withdraw(id)?;

    doorbell.page.named("button", "Copy answer")?;
    let text = doorbell.page.text()?;
    assert!(text.contains("cancelled this question at"), "{text}");
    assert!(
        text.contains("Nothing was sent. You can still copy your answer."),
        "{text}"
    );
    assert!(!text.contains("Show answer as JSON"), "{text}");
    let field = doorbell.page.named("textbox", "Name")?;
    assert_eq!(field.property("value")?, "Ada");
    assert!(doorbell.page.named_now("button", "Send").is_err());
    asker.received_nothing()?;

    doorbell.press("Copy answer")?;
    wait_for_clipboard(&doorbell, "Ada")?;
    doorbell.press("Close")?;
    doorbell.person().sees_no_window(CLASS)
}

#[test]
fn text_typed_just_before_withdrawal_is_kept() -> Result<()> {
    let sentence = "every letter of this sentence was typed in one go, without a pause";
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask("Who is there?", &questions::name_form())?;
    let person = doorbell.person();
    person.focuses(doorbell.window()?)?;
    let field = doorbell.page.named("textbox", "Name")?;
    person.types(sentence)?;
    // On a busy machine the last keys reach the page late.
    wait_until("the last letter", TIMEOUT, || {
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
    let expected = format!("{{\n  \"name\": \"{name}\"\n}}");
    wait_until("the answer on the clipboard", TIMEOUT, || {
        let mut xclip = doorbell.desktop.command("xclip");
        let clipboard = output(xclip.args(["-out", "-selection", "clipboard"]))?;
        anyhow::ensure!(clipboard == expected, "it holds {clipboard:?}");
        Ok(())
    })
}
