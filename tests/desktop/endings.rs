//! How a question can end, and what the asker is told.

use anyhow::Result;
use doorbell_tests::app::{Build, CLASS, Doorbell, DrivenDoorbell};
use doorbell_tests::virtual_desktop::Theme;
use serde_json::{Value, json};

use crate::questions;

#[test]
fn send_is_accept_with_the_content() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask("Who is there?", &questions::name())?;
    doorbell.fill("Name", "Ada")?;
    doorbell.press("Send")?;
    let answer = asker.answer(id)?;
    check(&answer, "accept", "accepted");
    assert_eq!(answer["content"], json!({"name": "Ada"}));
    doorbell.person().sees_no_more(CLASS)
}

#[test]
fn decline_is_decline() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask("Who is there?", &questions::name())?;
    doorbell.press("Decline")?;
    check(&asker.answer(id)?, "decline", "declined");
    Ok(())
}

#[test]
fn esc_is_cancel() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask("Who is there?", &questions::name())?;
    let person = doorbell.person();
    person.focuses(person.sees(CLASS)?)?;
    person.presses("Escape")?;
    check(&asker.answer(id)?, "cancel", "dismissed");
    person.sees_no_more(CLASS)
}

#[test]
fn closing_the_window_is_cancel() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask("Who is there?", &questions::name())?;
    let person = doorbell.person();
    person.closes(person.sees(CLASS)?)?;
    check(&asker.answer(id)?, "cancel", "dismissed");
    person.sees_no_more(CLASS)
}

#[test]
fn closing_a_touched_form_asks_first() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask("Who is there?", &questions::name())?;
    let window = doorbell.window()?;
    doorbell.fill("Name", "Ada")?;
    doorbell.person().closes(window)?;
    doorbell.page.named("alertdialog", "Stop this question?")?;
    doorbell.press("Keep waiting")?;
    let field = doorbell.page.named("textbox", "Name")?;
    assert_eq!(field.property("value")?, "Ada");

    doorbell.person().closes(window)?;
    doorbell.press("Stop")?;
    check(&asker.answer(id)?, "cancel", "dismissed");
    Ok(())
}

fn check(answer: &Value, action: &str, outcome: &str) {
    assert_eq!(answer["action"], action, "{answer}");
    assert_eq!(
        answer["_meta"]["dev.doorbell/outcome"]["outcome"], outcome,
        "{answer}"
    );
}

/// Esc hides the window while the key is still down, so its release goes elsewhere; WebKit then
/// takes the next Esc for a repeat of the first. The window is ready only when it can no longer be
/// one.
#[test]
fn esc_counts_each_time_though_its_release_went_elsewhere() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let person = doorbell.person();
    for _ in 0..4 {
        let id = asker.ask("Who is there?", &questions::name())?;
        person.focuses(person.sees(CLASS)?)?;
        person.presses("Escape")?;
        check(&asker.answer(id)?, "cancel", "dismissed");
        person.sees_no_more(CLASS)?;
    }
    Ok(())
}
