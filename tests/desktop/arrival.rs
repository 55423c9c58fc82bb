//! Question windows appear without taking the focus, and snoozed questions return.

use anyhow::Result;
use doorbell_tests::app::{Build, CLASS, Doorbell, DrivenDoorbell};
use doorbell_tests::process::output;
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
use doorbell_tests::wait::{TIMEOUT, wait_until};
use doorbell_tests::window_watcher::{WindowEvent, WindowWatcher};
use serde_json::json;

use crate::questions;

/// The output of `atspi_windows.py` before the first event.
const LISTENING: &str = "listening";

#[test]
fn window_stays_hidden_from_screen_and_screen_readers_until_first_question() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let mut reader = desktop.script("atspi_windows.py");
    reader.arg(CLASS);
    let reader = desktop.start_process("reader", reader)?;
    wait_until("the screen reader", TIMEOUT, || reader.log() == LISTENING)?;
    let mut watcher = WindowWatcher::start(desktop.display())?;
    let doorbell = DrivenDoorbell::start_on(desktop)?;
    // The page hides its frame after the warm-up drawing.
    wait_until("the page to be warm", TIMEOUT, || {
        let frames = "return document.querySelectorAll('.window[hidden]').length";
        doorbell
            .page
            .script(frames, &[])
            .is_ok_and(|found| found == 1)
    })?;
    assert_eq!(watcher.new_events()?, []);
    assert_eq!(
        reader.log(),
        LISTENING,
        "an event was sent to screen readers"
    );

    let mut asker = doorbell.asker()?;
    asker.ask("Are you there?", &questions::name_form())?;
    doorbell.window()?;
    assert!(
        watcher
            .new_events()?
            .iter()
            .any(|event| matches!(event, WindowEvent::Mapped(_)))
    );
    wait_until("an event for screen readers", TIMEOUT, || {
        let log = reader.log();
        anyhow::ensure!(log.contains("children-changed:add"), "{log}");
        Ok(())
    })
}

#[test]
fn question_arrives_without_taking_focus() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let person = doorbell.person();
    // A window that the person works in.
    let _other = doorbell
        .desktop
        .start_process("other", doorbell.desktop.command("xev"))?;
    let working = wait_until("the other window to have the keyboard", TIMEOUT, || {
        let focused = person.focused()?;
        (person.reads_title(focused).ok()? == "Event Tester").then_some(focused)
    })?;

    let mut asker = doorbell.asker()?;
    person.waits_for_window_manager()?;
    let mut watcher = WindowWatcher::start(doorbell.desktop.display())?;
    for round in 0..2 {
        let id = asker.ask("Are you busy?", &questions::name_form())?;
        let window = person.sees(CLASS)?;
        // Reading the page waits for the thread that shows the window.
        doorbell.question_reader().finds("entry", "Name")?;
        person.waits_for_window_manager()?;
        assert_eq!(
            person.focused(),
            Some(working),
            "the question took the focus"
        );
        assert!(!watcher.new_events()?.contains(&WindowEvent::FocusChanged));
        person.closes(window)?;
        assert_eq!(asker.answer(id)?["action"], "cancel", "round {round}");
        person.sees_no_window(CLASS)?;
    }
    Ok(())
}

#[test]
fn snoozed_question_returns_on_open_with_its_text() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask("Who is there?", &questions::name_form())?;
    doorbell.window()?;
    doorbell.fill("Name", "Ada")?;
    doorbell.snoozes()?;
    doorbell.person().sees_no_window(CLASS)?;

    let command_line = doorbell_tests::app::Build::Automation.command_line()?;
    let printed = output(doorbell.desktop.command(command_line).arg("open"))?;
    assert!(printed.starts_with("Opened "), "{printed:?}");
    doorbell.window()?;
    let field = doorbell.page.named("textbox", "Name")?;
    assert_eq!(field.property("value")?, "Ada");
    doorbell.press("Send")?;
    assert_eq!(asker.answer(id)?["content"], json!({"name": "Ada"}));
    Ok(())
}
