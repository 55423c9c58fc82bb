//! Answer in terminal, in the real window.

use anyhow::{Context, Result, ensure};
use doorbell_tests::accessibility;
use doorbell_tests::app::{Build, CLASS, Doorbell, DrivenDoorbell};
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{PATIENCE, wait_until};
use serde_json::{Value, json};

use crate::links::press_by_keyboard;
use crate::questions;

const BUTTON: &str = "Answer in terminal";

#[test]
fn a_question_is_handed_back_by_keyboard_alone() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let person = doorbell.person();
    for params in [form(), link()] {
        let id = asker.ask_params(params)?;
        press_by_keyboard(&doorbell, BUTTON)?;
        check(&asker.answer(id)?);
        person.sees_no_more(CLASS)?;
    }

    let id = asker.ask_params(form())?;
    person.focuses(person.sees(CLASS)?)?;
    person.types("Ada")?;
    // The first press asks, and Esc says no.
    press_by_keyboard(&doorbell, BUTTON)?;
    wait_until_asked(&doorbell, true)?;
    person.presses("Escape")?;
    wait_until_asked(&doorbell, false)?;
    press_by_keyboard(&doorbell, BUTTON)?;
    wait_until_asked(&doorbell, true)?;
    press_by_keyboard(&doorbell, BUTTON)?;
    check(&asker.answer(id)?);
    person.sees_no_more(CLASS)
}

#[test]
fn what_was_typed_stays_until_a_second_press() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask_params(form())?;
    doorbell.fill("Name", "Ada")?;
    doorbell.press(BUTTON)?;
    doorbell
        .page
        .named("alertdialog", "Answer in the terminal?")?;
    doorbell.press("Keep waiting")?;
    let field = doorbell.page.named("textbox", "Name")?;
    assert_eq!(field.property("value")?, "Ada");

    doorbell.press(BUTTON)?;
    let dialog = doorbell
        .page
        .named("alertdialog", "Answer in the terminal?")?;
    let second = doorbell.page.named_in(&dialog, "button", BUTTON)?;
    doorbell.waits_until_ready(&second)?;
    doorbell.clicks(&second)?;
    check(&asker.answer(id)?);
    doorbell.person().sees_no_more(CLASS)
}

#[test]
fn the_button_is_there_only_if_the_asker_offers_it() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask("Who is there?", &questions::name())?;
    doorbell.window()?;
    doorbell.page.named("button", "Later")?;
    assert!(doorbell.page.named_now("button", BUTTON).is_err());
    doorbell.press("Decline")?;
    assert_eq!(asker.answer(id)?["action"], "decline");

    for (params, buttons) in [
        (form(), &["Later", BUTTON, "Decline", "Send"][..]),
        (
            link(),
            &["Later", BUTTON, "Decline", "Copy link", "Open in browser"],
        ),
    ] {
        doorbell.person().sees_no_more(CLASS)?;
        let id = asker.ask_params(params)?;
        let window = doorbell.window()?;
        doorbell.page.named("button", BUTTON)?;
        for (width, height) in [(560, 720), (320, 640)] {
            doorbell.person().resizes(window, width, height)?;
            for button in buttons {
                is_in_view(&doorbell, button)?;
            }
        }
        doorbell.press(BUTTON)?;
        check(&asker.answer(id)?);
    }
    Ok(())
}

/// Waits until the dialog is there, with the focus on the button that changes nothing, or gone.
fn wait_until_asked(doorbell: &Doorbell, asked: bool) -> Result<()> {
    wait_until("the dialog to come or go", PATIENCE, || {
        let tree = accessibility::tree(&doorbell.desktop, CLASS)?;
        let keep_waiting = tree.find("push button", "Keep waiting");
        let is_so = keep_waiting.is_some_and(|button| button.is("focused")) == asked;
        is_so.then_some(()).with_context(|| tree.outline())
    })
}

/// All of it, with nothing over it and no label wider than its button.
fn is_in_view(doorbell: &DrivenDoorbell, name: &str) -> Result<()> {
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
        "requestedSchema": questions::name(),
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

fn check(answer: &Value) {
    assert_eq!(answer["action"], "cancel", "{answer}");
    assert_eq!(
        answer["_meta"]["dev.doorbell/outcome"]["outcome"], "handedBack",
        "{answer}"
    );
}
