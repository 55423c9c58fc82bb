//! Drafts: typed text is offered again when the same question returns.

use anyhow::{Context, Result};
use doorbell_tests::app::{CLASS, DrivenDoorbell, output_directory};
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{TIMEOUT, wait_until};
use serde_json::json;

use crate::questions;

#[test]
fn draft_is_offered_and_restored() -> Result<()> {
    for (theme, name) in [(Theme::Light, "draft"), (Theme::Dark, "draft-dark")] {
        let doorbell = DrivenDoorbell::start(theme)?;
        create_draft(&doorbell)?;

        let mut asker = doorbell.asker()?;
        let id = asker.ask("Who is there?", &questions::name_form())?;
        let window = doorbell.window()?;
        let use_draft = wait_for_draft_button(&doorbell)?;
        let field = doorbell.page.named("textbox", "Name")?;
        assert_eq!(
            field.property("value")?,
            "",
            "the draft must only be offered"
        );
        let picture = output_directory().join(format!("{name}.png"));
        doorbell.person().photographs_at_rest(window, &picture)?;

        doorbell.press(&use_draft)?;
        wait_for_name(&doorbell, "Ada")?;
        assert!(doorbell.page.named_now("button", "Discard").is_err());
        doorbell.press("Send")?;
        assert_eq!(asker.answer(id)?["content"], json!({"name": "Ada"}));
    }
    Ok(())
}

#[test]
fn draft_can_be_discarded_by_keyboard() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    create_draft(&doorbell)?;
    let mut asker = doorbell.asker()?;
    asker.ask("Who is there?", &questions::name_form())?;
    let person = doorbell.person();
    person.focuses(doorbell.window()?)?;
    wait_for_draft_button(&doorbell)?;
    // The field has the focus, and the draft bar is before it.
    person.presses("shift+Tab")?;
    let focused = "return document.activeElement.textContent";
    wait_until("Discard to have the keyboard", TIMEOUT, || {
        let focused = doorbell.page.script(focused, &[])?.to_string();
        anyhow::ensure!(focused.contains("Discard"), "{focused}");
        Ok(())
    })?;
    doorbell.finds_enabled("Discard")?;
    person.presses("space")?;
    wait_until("the bar to go", TIMEOUT, || {
        doorbell.page.named_now("button", "Discard").is_err()
    })?;
    wait_for_name(&doorbell, "")
}

/// Types text in a question that is then withdrawn, and closes it.
fn create_draft(doorbell: &DrivenDoorbell) -> Result<()> {
    let mut asker = doorbell.asker()?;
    let id = asker.ask("Who is there?", &questions::name_form())?;
    doorbell.window()?;
    doorbell.fill("Name", "Ada")?;
    doorbell.contains_text("Ada")?;
    asker.withdraw(id)?;
    doorbell.page.named("button", "Close")?;
    doorbell.press("Close")?;
    doorbell.person().sees_no_window(CLASS)
}

/// Waits for the button that restores the draft. Returns its label, which includes the time.
fn wait_for_draft_button(doorbell: &DrivenDoorbell) -> Result<String> {
    let label = "return document.querySelector('.draft .button-label')?.textContent ?? ''";
    wait_until("the draft to be offered", TIMEOUT, || {
        let label = doorbell.page.script(label, &[])?;
        let label = label.as_str().context("it is text")?.to_owned();
        anyhow::ensure!(label.starts_with("Restore my answer ("), "{label:?}");
        Ok(label)
    })
}

fn wait_for_name(doorbell: &DrivenDoorbell, text: &str) -> Result<()> {
    wait_until(&format!("the name {text:?}"), TIMEOUT, || {
        let field = doorbell.page.named_now("textbox", "Name")?;
        let value = field.property("value")?;
        anyhow::ensure!(value == text, "it holds {value}");
        Ok(())
    })
}
