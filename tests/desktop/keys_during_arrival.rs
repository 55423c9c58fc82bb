//! Keys typed while a question arrives stay in the window that had the focus.

use std::time::Instant;

use anyhow::{Context, Result};
use doorbell_tests::app::{CLASS, DrivenDoorbell};
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{TIMEOUT, wait_until};

use crate::questions;

const EDITOR: &str = "Editor";

#[test]
fn focused_text_field_keeps_every_key_while_a_question_arrives() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let person = doorbell.person();
    let mut field = doorbell.desktop.script("text_field.py");
    field.arg(EDITOR);
    let field = doorbell.desktop.start_process("field", field)?;
    wait_until("the text field to have the keyboard", TIMEOUT, || {
        let focused = person.focused().context("no window has the focus")?;
        anyhow::ensure!(
            person.reads_title(focused)? == EDITOR,
            "another window has the focus"
        );
        Ok(())
    })?;

    let mut text = String::new();
    let mut type_word = || {
        person.types("word ")?;
        text.push_str("word ");
        wait_until("the last word", TIMEOUT, || {
            let log = field.log();
            let last = log.lines().last().unwrap_or_default();
            anyhow::ensure!(last == text, "{last:?}");
            Ok(())
        })
    };
    type_word()?;
    let mut asker = doorbell.asker()?;
    asker.ask("What are you writing?", &questions::name_form())?;
    let asked = Instant::now();
    while person.visible_windows(CLASS).is_empty() {
        anyhow::ensure!(asked.elapsed() < TIMEOUT, "the question did not arrive");
        type_word()?;
    }
    let answer = doorbell.page.named("textbox", "Name")?;
    type_word()?;
    assert_ne!(person.focused(), Some(doorbell.window()?));
    assert_eq!(answer.property("value")?, "");
    Ok(())
}

#[test]
fn keys_typed_while_window_is_focused_unasked_are_dropped() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let person = doorbell.person();
    let mut asker = doorbell.asker()?;
    std::thread::scope(|scope| {
        let typing = scope.spawn(|| doorbell.person().types_into_arriving_window(CLASS, "rm -r"));
        asker.ask("Who is there?", &questions::name_form())?;
        typing.join().expect("the person does not panic")
    })?;
    let window = doorbell.window()?;
    let field = doorbell.page.named("textbox", "Name")?;
    wait_until("the first field to have the focus", TIMEOUT, || {
        Ok(doorbell.page.focused()?.name()? == "Name").and_then(|is| {
            anyhow::ensure!(is, "another element has it");
            Ok(())
        })
    })?;
    assert_eq!(person.focused(), Some(window), "the window has the focus");

    // Keys arrive in order, so an earlier key would come first.
    person.waits_until_ready(window)?;
    person.types("Ada")?;
    wait_until("what was typed later", TIMEOUT, || {
        let text = field.property("value")?;
        anyhow::ensure!(text == "Ada", "{text}");
        Ok(())
    })
}

#[test]
fn keys_are_accepted_at_once_after_a_click() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    asker.ask("Who is there?", &questions::name_form())?;
    let window = doorbell.window()?;
    let field = doorbell.page.named("textbox", "Name")?;
    let (x, y) = doorbell.page.scroll_to(&field)?;
    let person = doorbell.person();
    person.clicks(window, x, y)?;
    wait_until("the keyboard focus", TIMEOUT, || {
        person.focused() == Some(window)
    })?;
    person.types("Ada")?;
    wait_until("what was typed", TIMEOUT, || {
        let text = field.property("value")?;
        anyhow::ensure!(text == "Ada", "{text}");
        Ok(())
    })
}
