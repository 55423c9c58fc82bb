//! Presses are refused for a short time after the window changes.

use anyhow::{Result, ensure};
use doorbell_tests::accessibility::Node;
use doorbell_tests::app::{Build, CLASS, Doorbell, DrivenDoorbell};
use doorbell_tests::asker::Asker;
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{TIMEOUT, wait_until};
use serde_json::json;

use crate::questions;

#[test]
fn press_within_half_a_second_is_refused() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    // Clicks Yes as soon as it is in the page; WebDriver would be too slow.
    doorbell.page.script(
        "new MutationObserver((_, observer) => {
           const labels = [...document.querySelectorAll('.button-label')];
           const yes = labels.find((label) => label.textContent.startsWith('Yes'));
           if (yes) { observer.disconnect(); yes.click(); }
         }).observe(document, { childList: true, subtree: true });",
        &[],
    )?;
    let mut asker = doorbell.asker()?;
    let id = ask_confirmation(&mut asker)?;
    doorbell.shows_text("The window just changed.")?;
    asker.received_nothing()?;

    doorbell.press("Yes")?;
    let answer = asker.answer(id)?;
    assert_eq!(answer["action"], "accept");
    assert_eq!(answer["content"], json!({}));
    Ok(())
}

/// The page records every change of `Yes`, so that none is missed between two polls.
#[test]
fn buttons_are_disabled_while_the_guard_is_active() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    doorbell.page.script(
        "window.changes = [];
         new MutationObserver(() => {
           const buttons = [...document.querySelectorAll('.button')];
           const yes = buttons.find((button) => button.textContent.startsWith('Yes'));
           const disabled = yes === undefined ? undefined : yes.getAttribute('aria-disabled') === 'true';
           if (disabled !== undefined && disabled !== changes.at(-1)) changes.push(disabled);
         }).observe(document, { attributes: true, childList: true, subtree: true });",
        &[],
    )?;
    let mut asker = doorbell.asker()?;
    let id = ask_confirmation(&mut asker)?;
    let (window, person) = (doorbell.window()?, doorbell.person());
    let changes = wait_for_guard_cycle(&doorbell, 0)?;
    person.moves(window, 30, 40)?;
    let changes = wait_for_guard_cycle(&doorbell, changes)?;
    person.focuses(window)?;
    wait_for_guard_cycle(&doorbell, changes)?;
    person.presses("y")?;
    assert_eq!(asker.answer(id)?["action"], "accept");
    Ok(())
}

/// Waits until `Yes` was disabled and enabled again after its first `seen` changes. Returns the
/// number of changes.
fn wait_for_guard_cycle(doorbell: &DrivenDoorbell, seen: usize) -> Result<usize> {
    wait_until("the guard to start and end", TIMEOUT, || {
        let changes = doorbell.page.script("return changes", &[])?;
        let changes: Vec<bool> = serde_json::from_value(changes)?;
        // It starts disabled, and every second change enables it.
        ensure!(changes.first() == Some(&true), "{changes:?}");
        ensure!(changes.len() >= seen + 2, "{changes:?}");
        ensure!(changes.len().is_multiple_of(2), "{changes:?}");
        Ok(changes.len())
    })
}

#[test]
fn screen_reader_gets_the_enabled_state_of_buttons() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let mut asker = doorbell.asker()?;
    asker.ask("Who is there?", &questions::name_form())?;
    let window = doorbell.person().sees(CLASS)?;
    let reader = doorbell.question_reader();
    let tree = reader.hears("Send to be enabled", Node::accepts_presses)?;
    assert!(!tree.has_keyboard(), "it must arrive without focus");
    doorbell.person().focuses(window)?;
    assert!(reader.tree()?.has_keyboard());
    Ok(())
}

fn ask_confirmation(asker: &mut Asker) -> Result<u64> {
    asker.ask(
        "Shall I go on?",
        &json!({"type": "object", "properties": {}}),
    )
}
