//! Keys typed while a question arrives stay in the window that had the focus.

use anyhow::{Context, Result};
use doorbell_tests::app::{CLASS, DrivenDoorbell};
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{TIMEOUT, wait_until};

use crate::questions;

const EDITOR: &str = "Editor";
/// Takes longer to type than a question takes to arrive.
const LONG_TEXT: &str = "It was a bright cold day in April, and the clocks were striking thirteen. \
                     Winston Smith, his chin nuzzled into his breast, slipped quickly through.";

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

    let mut asker = doorbell.asker()?;
    std::thread::scope(|scope| {
        let typing = scope.spawn(|| doorbell.person().types(LONG_TEXT));
        wait_until("the first words", TIMEOUT, || !field.log().is_empty())?;
        asker.ask("What are you writing?", &questions::name_form())?;
        let window = doorbell.window()?;
        assert!(
            !typing.is_finished(),
            "the question arrived too late for this test"
        );
        typing.join().expect("xdotool does not panic")?;
        assert_ne!(person.focused(), Some(window));
        anyhow::Ok(())
    })?;

    wait_until("the whole text", TIMEOUT, || {
        let log = field.log();
        let last = log.lines().last().unwrap_or_default();
        anyhow::ensure!(last == LONG_TEXT, "{last:?}");
        Ok(())
    })?;
    let answer = doorbell.page.named("textbox", "Name")?;
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
        typing.join().expect("xdotool does not panic")
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
    doorbell.person().clicks(window, x, y)?;
    doorbell
        .person()
        .focused()
        .context("nothing has the keyboard")?;
    doorbell.person().types("Ada")?;
    wait_until("what was typed", TIMEOUT, || {
        let text = field.property("value")?;
        anyhow::ensure!(text == "Ada", "{text}");
        Ok(())
    })
}
