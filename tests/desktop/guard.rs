//! A press that comes before a person can have read is refused, and says so.

use anyhow::{Result, ensure};
use doorbell_tests::accessibility::Node;
use doorbell_tests::app::{Build, CLASS, Doorbell, DrivenDoorbell};
use doorbell_tests::asker::Asker;
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{PATIENCE, wait_until};
use serde_json::json;

use crate::questions;

#[test]
fn a_press_within_half_a_second_is_refused() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    // Presses Send the moment it is in the page, which no driver could do in time.
    doorbell.page.script(
        "new MutationObserver((_, observer) => {
           const labels = [...document.querySelectorAll('.button-label')];
           const send = labels.find((label) => label.textContent === 'Send');
           if (send) { observer.disconnect(); send.click(); }
         }).observe(document, { childList: true, subtree: true });",
        &[],
    )?;
    let mut asker = doorbell.asker()?;
    let id = ask_to_go_on(&mut asker)?;
    doorbell.reads("Too soon: this just changed")?;
    asker.received_nothing()?;

    doorbell.press("Send")?;
    let answer = asker.answer(id)?;
    assert_eq!(answer["action"], "accept");
    assert_eq!(answer["content"], json!({}));
    Ok(())
}

/// Every change of `Send` is written down in the page, so that none is missed between two looks.
#[test]
fn buttons_are_disabled_until_the_guard_ends_and_when_it_starts_again() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    doorbell.page.script(
        "window.changes = [];
         new MutationObserver(() => {
           const buttons = [...document.querySelectorAll('.button')];
           const send = buttons.find((button) => button.textContent.includes('Send'));
           const is = send === undefined ? undefined : send.getAttribute('aria-disabled') === 'true';
           if (is !== undefined && is !== changes.at(-1)) changes.push(is);
         }).observe(document, { attributes: true, childList: true, subtree: true });",
        &[],
    )?;
    let mut asker = doorbell.asker()?;
    let id = ask_to_go_on(&mut asker)?;
    let (window, person) = (doorbell.window()?, doorbell.person());
    let seen = ends_anew(&doorbell, 0)?;
    person.moves(window, 30, 40)?;
    let seen = ends_anew(&doorbell, seen)?;
    person.focuses(window)?;
    ends_anew(&doorbell, seen)?;
    person.presses("ctrl+Return")?;
    assert_eq!(asker.answer(id)?["action"], "accept");
    Ok(())
}

/// Waits until `Send` was disabled and enabled again since it had changed so often; how often it
/// has changed then.
fn ends_anew(doorbell: &DrivenDoorbell, seen: usize) -> Result<usize> {
    wait_until("the guard to start and end", PATIENCE, || {
        let changes = doorbell.page.script("return changes", &[])?;
        let changes: Vec<bool> = serde_json::from_value(changes)?;
        // It begins disabled, and every second change enables it.
        ensure!(changes.first() == Some(&true), "{changes:?}");
        ensure!(changes.len() >= seen + 2, "{changes:?}");
        ensure!(changes.len().is_multiple_of(2), "{changes:?}");
        Ok(changes.len())
    })
}

#[test]
fn screen_reader_hears_whether_buttons_can_be_pressed() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let mut asker = doorbell.asker()?;
    asker.ask("Who is there?", &questions::name())?;
    let window = doorbell.person().sees(CLASS)?;
    let reader = doorbell.at_question();
    let tree = reader.hears("Send to be enabled", Node::accepts_presses)?;
    assert!(!tree.has_keyboard(), "it came without the keyboard");
    doorbell.person().focuses(window)?;
    assert!(reader.tree()?.has_keyboard());
    Ok(())
}

fn ask_to_go_on(asker: &mut Asker) -> Result<u64> {
    asker.ask(
        "Shall I go on?",
        &json!({"type": "object", "properties": {}}),
    )
}
