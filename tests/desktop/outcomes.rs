//! The outcomes of a question, and what the asker receives.

use anyhow::Result;
use doorbell_tests::app::{Build, CLASS, Doorbell, DrivenDoorbell};
use doorbell_tests::virtual_desktop::Theme;
use serde_json::{Value, json};

use crate::questions;

#[test]
fn send_accepts_with_content() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask("Who is there?", &questions::name_form())?;
    doorbell.fill("Name", "Ada")?;
    doorbell.press("Send")?;
    let answer = asker.answer(id)?;
    check_outcome(&answer, "accept", "accepted");
    assert_eq!(answer["content"], json!({"name": "Ada"}));
    doorbell.person().sees_no_window(CLASS)
}

#[test]
fn decline_button_declines() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask("Who is there?", &questions::name_form())?;
    doorbell.press("Decline")?;
    check_outcome(&asker.answer(id)?, "decline", "declined");
    Ok(())
}

#[test]
fn esc_cancels() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask("Who is there?", &questions::name_form())?;
    let person = doorbell.person();
    person.focuses(person.sees(CLASS)?)?;
    person.presses("Escape")?;
    check_outcome(&asker.answer(id)?, "cancel", "dismissed");
    person.sees_no_window(CLASS)
}

#[test]
fn closing_the_window_cancels() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask("Who is there?", &questions::name_form())?;
    let person = doorbell.person();
    person.closes(person.sees(CLASS)?)?;
    check_outcome(&asker.answer(id)?, "cancel", "dismissed");
    person.sees_no_window(CLASS)
}

#[test]
fn closing_a_touched_form_needs_confirmation() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask("Who is there?", &questions::name_form())?;
    let window = doorbell.window()?;
    doorbell.fill("Name", "Ada")?;
    doorbell.person().closes(window)?;
    doorbell.page.named("alertdialog", "Discard your answer?")?;
    doorbell.press("Keep editing")?;
    let field = doorbell.page.named("textbox", "Name")?;
    assert_eq!(field.property("value")?, "Ada");

    doorbell.person().closes(window)?;
    doorbell.press("Discard")?;
    check_outcome(&asker.answer(id)?, "cancel", "dismissed");
    Ok(())
}

fn check_outcome(answer: &Value, action: &str, outcome: &str) {
    assert_eq!(answer["action"], action, "{answer}");
    assert_eq!(
        answer["_meta"]["dev.doorbell/outcome"]["outcome"], outcome,
        "{answer}"
    );
}

/// Esc hides the window while the key is down, so another window gets the release. WebKit then
/// treats the next Esc as a key repeat for a while. The window is ready only after that.
#[test]
fn repeated_esc_works_when_key_release_goes_to_another_window() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let person = doorbell.person();
    for _ in 0..4 {
        let id = asker.ask("Who is there?", &questions::name_form())?;
        person.focuses(person.sees(CLASS)?)?;
        person.presses("Escape")?;
        check_outcome(&asker.answer(id)?, "cancel", "dismissed");
        person.sees_no_window(CLASS)?;
    }
    Ok(())
}
