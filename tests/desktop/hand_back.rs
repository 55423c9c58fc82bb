//! The button "Answer in terminal".

use anyhow::{Context, Result, ensure};
use doorbell_tests::accessibility;
use doorbell_tests::app::{Build, CLASS, Doorbell, DrivenDoorbell};
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{TIMEOUT, wait_until};
use serde_json::{Value, json};

use crate::links::press_by_keyboard;
use crate::questions;

const HAND_BACK: &str = "Answer in terminal";

#[test]
fn question_is_handed_back_by_keyboard() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let person = doorbell.person();
    for params in [form(), link()] {
        let id = asker.ask_params(params)?;
        press_by_keyboard(&doorbell, HAND_BACK)?;
        check_handed_back(&asker.answer(id)?);
        person.sees_no_window(CLASS)?;
    }

    let id = asker.ask_params(form())?;
    person.focuses(person.sees(CLASS)?)?;
    person.types("Ada")?;
    // The first press opens a dialog, and Esc closes it.
    press_by_keyboard(&doorbell, HAND_BACK)?;
    wait_for_dialog(&doorbell, true)?;
    person.presses("Escape")?;
    wait_for_dialog(&doorbell, false)?;
    press_by_keyboard(&doorbell, HAND_BACK)?;
    wait_for_dialog(&doorbell, true)?;
    press_by_keyboard(&doorbell, HAND_BACK)?;
    check_handed_back(&asker.answer(id)?);
    person.sees_no_window(CLASS)
}

#[test]
fn handing_back_a_touched_question_needs_confirmation() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask_params(form())?;
    doorbell.fill("Name", "Ada")?;
    doorbell.press(HAND_BACK)?;
    doorbell
        .page
        .named("alertdialog", "Answer in the terminal?")?;
    doorbell.press("Keep editing")?;
    let field = doorbell.page.named("textbox", "Name")?;
    assert_eq!(field.property("value")?, "Ada");

    doorbell.press(HAND_BACK)?;
    let dialog = doorbell
        .page
        .named("alertdialog", "Answer in the terminal?")?;
    let second = doorbell.page.named_in(&dialog, "button", HAND_BACK)?;
    doorbell.waits_until_enabled(&second)?;
    doorbell.clicks(&second)?;
    check_handed_back(&asker.answer(id)?);
    doorbell.person().sees_no_window(CLASS)
}

#[test]
fn hand_back_button_is_shown_only_if_offered() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask("Who is there?", &questions::name_form())?;
    doorbell.window()?;
    doorbell.page.named("button", "Remind me")?;
    assert!(doorbell.page.named_now("button", HAND_BACK).is_err());
    doorbell.press("Decline")?;
    assert_eq!(asker.answer(id)?["action"], "decline");

    for (params, buttons) in [
        (form(), &["Remind me", HAND_BACK, "Decline", "Send"][..]),
        (
            link(),
            &[
                "Remind me",
                HAND_BACK,
                "Decline",
                "Copy link",
                "Open in browser",
            ],
        ),
    ] {
        doorbell.person().sees_no_window(CLASS)?;
        let id = asker.ask_params(params)?;
        let window = doorbell.window()?;
        doorbell.page.named("button", HAND_BACK)?;
        for (width, height) in [(560, 720), (320, 640)] {
            doorbell.person().resizes(window, width, height)?;
            for button in buttons {
                check_in_view(&doorbell, button)?;
            }
        }
        doorbell.press(HAND_BACK)?;
        check_handed_back(&asker.answer(id)?);
    }
    Ok(())
}

/// Waits until the dialog is open, with the focus on its safe button, or closed.
fn wait_for_dialog(doorbell: &Doorbell, is_open: bool) -> Result<()> {
    wait_until("the dialog to open or close", TIMEOUT, || {
        let tree = accessibility::tree(&doorbell.desktop, CLASS)?;
        let keep_editing = tree.find("push button", "Keep editing");
        let matches = keep_editing.is_some_and(|button| button.is("focused")) == is_open;
        matches.then_some(()).with_context(|| tree.outline())
    })
}

/// Checks that a button is completely visible, not covered, and that its label fits.
fn check_in_view(doorbell: &DrivenDoorbell, name: &str) -> Result<()> {
    let button = doorbell.page.named("button", name)?;
    let in_view = doorbell.page.script(
        "const box = arguments[0].getBoundingClientRect();
         const middle = [box.x + box.width / 2, box.y + box.height / 2];
         return box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight
           && arguments[0].scrollWidth <= arguments[0].clientWidth
           && arguments[0].contains(document.elementFromPoint(...middle));",
        &[button.argument()],
    )?;
    ensure!(in_view == Value::Bool(true), "{name} is not in view");
    Ok(())
}

fn form() -> Value {
    json!({
        "message": "Who is there?",
        "requestedSchema": questions::name_form(),
        "_meta": {"dev.doorbell/asker": {"handBack": true}},
    })
}

fn link() -> Value {
    json!({
        "mode": "url",
        "message": "Please authorise",
        "url": "https://example.com/connect",
        "_meta": {"dev.doorbell/asker": {"handBack": true}},
    })
}

fn check_handed_back(answer: &Value) {
    assert_eq!(answer["action"], "cancel", "{answer}");
    assert_eq!(
        answer["_meta"]["dev.doorbell/outcome"]["outcome"], "handedBack",
        "{answer}"
    );
}
