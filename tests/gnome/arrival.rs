//! A question arrives as a notification, and its window comes by a press.

use anyhow::{Result, ensure};
use doorbell_tests::process::ChildProcess;
use doorbell_tests::virtual_desktop::VirtualDesktop;
use doorbell_tests::wait::{TIMEOUT, wait_until};
use serde_json::json;

use crate::{name_form, opens_question, photographs, start_doorbell};

const EDITOR: &str = "Notes";

#[test]
fn question_rings_and_a_press_brings_its_window_with_the_keyboard() -> Result<()> {
    let doorbell = start_doorbell()?;
    let (desktop, shell) = (&doorbell.desktop, doorbell.desktop.shell()?);
    let mut asker = doorbell.asker()?;
    let editor = start_editor(desktop)?;
    shell.types("before ")?;

    let id = asker.ask("Who is there?", &name_form())?;
    let note = shell.waits_for_notification("of the question", |note| {
        note.body.starts_with("Who is there?")
    })?;
    // From the desktop entry.
    assert_eq!(note.from, "Doorbell");
    shell.types("after")?;
    editor_has(&editor, "before after")?;
    photographs(desktop, "notification")?;
    assert_eq!(doorbell.questions_shown(), 0);

    let window = opens_question(&doorbell)?;
    assert_eq!(
        (window.app_name.as_str(), window.icon.as_str()),
        ("Doorbell", "doorbell")
    );
    shell.waits_for_no_notification()?;
    photographs(desktop, "question")?;
    shell.types("Ada")?;
    shell.presses_until_gone("ctrl+Return")?;
    assert_eq!(asker.answer(id)?["content"], json!({"name": "Ada"}));
    // The keyboard goes back.
    shell.waits_for_focus("the editor", |window| window.title == EDITOR)?;
    shell.types("wards")?;
    editor_has(&editor, "before afterwards")
}

/// GNOME 43 sends no token with the press, so a window that is already there is shown again.
#[test]
fn press_brings_a_window_that_is_behind_another() -> Result<()> {
    let doorbell = start_doorbell()?;
    let mut asker = doorbell.asker()?;
    asker.ask("Who is there?", &name_form())?;
    opens_question(&doorbell)?;
    let _editor = start_editor(&doorbell.desktop)?;
    asker.ask("And who else?", &name_form())?;
    opens_question(&doorbell)?;
    Ok(())
}

#[test]
fn withdrawn_question_takes_its_notification_away() -> Result<()> {
    let doorbell = start_doorbell()?;
    let shell = doorbell.desktop.shell()?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask("Who is there?", &name_form())?;
    shell.waits_for_notification("of the question", |note| note.title.ends_with(" asks"))?;
    asker.withdraw(id)?;
    shell.waits_for_no_notification()?;
    assert_eq!(doorbell.questions_shown(), 0);
    Ok(())
}

/// Starts another window to type in and waits until it has the keyboard.
fn start_editor(desktop: &VirtualDesktop) -> Result<ChildProcess> {
    let mut editor = desktop.script("text_field.py");
    editor.arg(EDITOR);
    let process = desktop.start_process("editor", editor)?;
    let shell = desktop.shell()?;
    shell.waits_for_focus("the editor", |window| window.title == EDITOR)?;
    Ok(process)
}

fn editor_has(editor: &ChildProcess, text: &str) -> Result<()> {
    wait_until("the typed text", TIMEOUT, || {
        let log = editor.whole_log();
        ensure!(log.lines().last() == Some(text), "{log}");
        Ok(())
    })
}
