//! How a question comes and goes: without taking the keyboard, and back when it was put aside.

use anyhow::Result;
use doorbell_tests::app::{Build, CLASS, Doorbell, DrivenDoorbell};
use doorbell_tests::process::output;
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
use doorbell_tests::wait::{PATIENCE, wait_until};
use doorbell_tests::watch::{Seen, Watch};
use serde_json::json;

use crate::questions;

/// What the screen reader says when it has heard nothing.
const LISTENING: &str = "listening";

#[test]
fn window_stays_hidden_and_unannounced_until_the_first_question() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let mut reader = desktop.script("atspi_windows.py");
    reader.arg(CLASS);
    let reader = desktop.start_process("reader", reader)?;
    wait_until("the screen reader", PATIENCE, || reader.log() == LISTENING)?;
    let mut watch = Watch::begin(desktop.display())?;
    let doorbell = DrivenDoorbell::start_on(desktop)?;
    // It hides its frame at the first view, right after it has drawn its sample.
    wait_until("the page to be warm", PATIENCE, || {
        let frames = "return document.querySelectorAll('.window[hidden]').length";
        doorbell
            .page
            .script(frames, &[])
            .is_ok_and(|found| found == 1)
    })?;
    assert_eq!(watch.since()?, []);
    assert_eq!(reader.log(), LISTENING, "a screen reader was told");

    let mut asker = doorbell.asker()?;
    asker.ask("Are you there?", &questions::name())?;
    doorbell.window()?;
    assert!(
        watch
            .since()?
            .iter()
            .any(|seen| matches!(seen, Seen::Mapped(_)))
    );
    wait_until("a screen reader to be told", PATIENCE, || {
        let log = reader.log();
        anyhow::ensure!(log.contains("children-changed:add"), "{log}");
        Ok(())
    })
}

#[test]
fn a_question_arrives_without_taking_the_keyboard() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let person = doorbell.person();
    // Any other window a person could be working in.
    let _other = doorbell
        .desktop
        .start_process("other", doorbell.desktop.command("xev"))?;
    let working = wait_until("the other window to have the keyboard", PATIENCE, || {
        let focused = person.focused()?;
        (person.reads_title(focused).ok()? == "Event Tester").then_some(focused)
    })?;

    let mut asker = doorbell.asker()?;
    person.waits_for_window_manager()?;
    let mut watch = Watch::begin(doorbell.desktop.display())?;
    for round in 0..2 {
        let id = asker.ask("Are you busy?", &questions::name())?;
        let window = person.sees(CLASS)?;
        // The page is read through the thread that shows the window.
        doorbell.at_question().finds("entry", "Name")?;
        person.waits_for_window_manager()?;
        assert_eq!(person.focused(), Some(working), "it took the keyboard");
        assert!(!watch.since()?.contains(&Seen::Activated));
        person.closes(window)?;
        assert_eq!(asker.answer(id)?["action"], "cancel", "round {round}");
        person.sees_no_more(CLASS)?;
    }
    Ok(())
}

#[test]
fn later_puts_a_question_aside_and_open_brings_it_back_with_its_text() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask("Who is there?", &questions::name())?;
    doorbell.window()?;
    doorbell.fill("Name", "Ada")?;
    doorbell.press("Later")?;
    doorbell.person().sees_no_more(CLASS)?;

    let command_line = doorbell_tests::app::Build::Automation.command_line()?;
    let said = output(doorbell.desktop.command(command_line).arg("open"))?;
    assert!(said.ends_with("is on the screen.\n"), "{said:?}");
    doorbell.window()?;
    let field = doorbell.page.named("textbox", "Name")?;
    assert_eq!(field.property("value")?, "Ada");
    doorbell.press("Send")?;
    assert_eq!(asker.answer(id)?["content"], json!({"name": "Ada"}));
    Ok(())
}
