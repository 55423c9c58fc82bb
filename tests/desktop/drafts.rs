//! What was typed comes back with its question.

use anyhow::{Context, Result};
use doorbell_tests::app::{CLASS, DrivenDoorbell, output_directory};
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{PATIENCE, wait_until};
use serde_json::json;

use crate::questions;

#[test]
fn what_was_typed_is_put_back_by_a_press() -> Result<()> {
    for (theme, name) in [(Theme::Light, "draft"), (Theme::Dark, "draft-dark")] {
        let doorbell = DrivenDoorbell::start(theme)?;
        leave_half_done(&doorbell)?;

        let mut asker = doorbell.asker()?;
        let id = asker.ask("Who is there?", &questions::name())?;
        let window = doorbell.window()?;
        let use_it = label_of_use(&doorbell)?;
        let field = doorbell.page.named("textbox", "Name")?;
        assert_eq!(field.property("value")?, "", "it is only offered");
        let picture = output_directory().join(format!("{name}.png"));
        doorbell.person().photographs_at_rest(window, &picture)?;

        doorbell.press(&use_it)?;
        wait_for_name(&doorbell, "Ada")?;
        assert!(doorbell.page.named_now("button", "Start fresh").is_err());
        doorbell.press("Send")?;
        assert_eq!(asker.answer(id)?["content"], json!({"name": "Ada"}));
    }
    Ok(())
}

#[test]
fn the_keyboard_reaches_the_bar_and_can_start_fresh() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    leave_half_done(&doorbell)?;
    let mut asker = doorbell.asker()?;
    asker.ask("Who is there?", &questions::name())?;
    let person = doorbell.person();
    person.focuses(doorbell.window()?)?;
    label_of_use(&doorbell)?;
    // The field has the keyboard; the bar is just before it.
    person.presses("shift+Tab")?;
    let focused = "return document.activeElement.textContent";
    wait_until("Start fresh to have the keyboard", PATIENCE, || {
        let focused = doorbell.page.script(focused, &[])?.to_string();
        anyhow::ensure!(focused.contains("Start fresh"), "{focused}");
        Ok(())
    })?;
    doorbell.finds_ready("Start fresh")?;
    person.presses("space")?;
    wait_until("the bar to go", PATIENCE, || {
        doorbell.page.named_now("button", "Start fresh").is_err()
    })?;
    wait_for_name(&doorbell, "")
}

/// Types in a question whose asker stops waiting, and closes it.
fn leave_half_done(doorbell: &DrivenDoorbell) -> Result<()> {
    let mut asker = doorbell.asker()?;
    let id = asker.ask("Who is there?", &questions::name())?;
    doorbell.window()?;
    doorbell.fill("Name", "Ada")?;
    doorbell.holds("Ada")?;
    asker.withdraw(id)?;
    doorbell.page.named("button", "Close")?;
    doorbell.press("Close")?;
    doorbell.person().sees_no_more(CLASS)
}

/// The button says when that was.
fn label_of_use(doorbell: &DrivenDoorbell) -> Result<String> {
    let label = "return document.querySelector('.draft .button-label')?.textContent ?? ''";
    wait_until("the draft to be offered", PATIENCE, || {
        let label = doorbell.page.script(label, &[])?;
        let label = label.as_str().context("it is text")?.to_owned();
        anyhow::ensure!(label.starts_with("Use what you typed at "), "{label:?}");
        Ok(label)
    })
}

fn wait_for_name(doorbell: &DrivenDoorbell, text: &str) -> Result<()> {
    wait_until(&format!("the name {text:?}"), PATIENCE, || {
        let field = doorbell.page.named_now("textbox", "Name")?;
        let held = field.property("value")?;
        anyhow::ensure!(held == text, "it holds {held}");
        Ok(())
    })
}
