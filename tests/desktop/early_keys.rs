//! What a person types while a question arrives belongs to where they were typing.

use anyhow::{Context, Result};
use doorbell_tests::app::{CLASS, DrivenDoorbell};
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{PATIENCE, wait_until};

use crate::questions;

const EDITOR: &str = "Editor";
/// Takes longer to type than a question takes to arrive.
const PROSE: &str = "It was a bright cold day in April, and the clocks were striking thirteen. \
                     Winston Smith, his chin nuzzled into his breast, slipped quickly through.";

#[test]
fn a_text_field_keeps_every_key_while_a_question_arrives() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let person = doorbell.person();
    let mut field = doorbell.desktop.script("text_field.py");
    field.arg(EDITOR);
    let field = doorbell.desktop.start_process("field", field)?;
    wait_until("the text field to have the keyboard", PATIENCE, || {
        let focused = person.focused().context("nothing has it")?;
        anyhow::ensure!(person.reads_title(focused)? == EDITOR, "another has it");
        Ok(())
    })?;

    let mut asker = doorbell.asker()?;
    std::thread::scope(|scope| {
        let typing = scope.spawn(|| doorbell.person().types(PROSE));
        wait_until("the first words", PATIENCE, || !field.log().is_empty())?;
        asker.ask("What are you writing?", &questions::name())?;
        let window = doorbell.window()?;
        assert!(!typing.is_finished(), "it arrived too late to disturb");
        typing.join().expect("xdotool does not panic")?;
        assert_ne!(person.focused(), Some(window));
        anyhow::Ok(())
    })?;

    wait_until("the whole text", PATIENCE, || {
        let log = field.log();
        let last = log.lines().last().unwrap_or_default();
        anyhow::ensure!(last == PROSE, "{last:?}");
        Ok(())
    })?;
    let answer = doorbell.page.named("textbox", "Name")?;
    assert_eq!(answer.property("value")?, "");
    Ok(())
}

#[test]
fn keys_typed_as_the_window_is_given_the_keyboard_are_dropped() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let person = doorbell.person();
    let mut asker = doorbell.asker()?;
    std::thread::scope(|scope| {
        let typing = scope.spawn(|| doorbell.person().types_into_what_arrives(CLASS, "rm -r"));
        asker.ask("Who is there?", &questions::name())?;
        typing.join().expect("xdotool does not panic")
    })?;
    let window = doorbell.window()?;
    let field = doorbell.page.named("textbox", "Name")?;
    wait_until("the first field to have the focus", PATIENCE, || {
        Ok(doorbell.page.focused()?.name()? == "Name").and_then(|is| {
            anyhow::ensure!(is, "another element has it");
            Ok(())
        })
    })?;
    assert_eq!(person.focused(), Some(window), "it has the keyboard");

    // Then it is the person's. Keys come in order: one from before would come first.
    person.waits_until_ready(window)?;
    person.types("Ada")?;
    wait_until("what was typed later", PATIENCE, || {
        let text = field.property("value")?;
        anyhow::ensure!(text == "Ada", "{text}");
        Ok(())
    })
}

#[test]
fn a_click_makes_the_keyboard_the_persons_at_once() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    asker.ask("Who is there?", &questions::name())?;
    let window = doorbell.window()?;
    let field = doorbell.page.named("textbox", "Name")?;
    let (x, y) = doorbell.page.scroll_to(&field)?;
    doorbell.person().clicks(window, x, y)?;
    doorbell
        .person()
        .focused()
        .context("nothing has the keyboard")?;
    doorbell.person().types("Ada")?;
    wait_until("what was typed", PATIENCE, || {
        let text = field.property("value")?;
        anyhow::ensure!(text == "Ada", "{text}");
        Ok(())
    })
}
