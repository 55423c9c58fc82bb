//! Input from programs is accepted only if the person allows it.

use anyhow::{Context, Result, ensure};
use doorbell_tests::accessibility;
use doorbell_tests::app::{Build, CLASS, Doorbell};
use doorbell_tests::input_devices::InputDevices;
use doorbell_tests::notifications::shown_notifications;
use doorbell_tests::screen::Screen;
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
use doorbell_tests::wait::{TIMEOUT, wait_until};
use serde_json::json;

use crate::questions;

/// Where the Send button is, from the window's bottom right corner.
const FROM_RIGHT: u32 = 60;
const FROM_BOTTOM: u32 = 30;

#[test]
fn input_from_programs_is_refused() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    desktop.write_accepted_settings("[answering]\nfrom_programs = false\n")?;
    let doorbell = Doorbell::start_on(desktop, Build::Plain)?;
    let (desktop, person) = (&doorbell.desktop, doorbell.person());
    let mut asker = doorbell.asker()?;
    asker.ask("Who is there?", &questions::name_form())?;
    let window = person.sees(CLASS)?;
    person.focuses(window)?;
    // XTEST input, which any program of the same user can send.
    person.types("Ada")?;
    person.presses("ctrl+Return")?;
    wait_until("the refusal message", TIMEOUT, || {
        let tree = accessibility::tree(desktop, CLASS)?;
        let is_shown = tree.all().into_iter().any(|node| {
            node.text
                .starts_with("This press came from another program; nothing was done.")
        });
        ensure!(is_shown, "{}", tree.outline());
        Ok(())
    })?;
    let mut refused = 1;
    doorbell.waits_for_refused_presses(refused)?;
    person.presses("Escape")?;
    refused += 1;
    doorbell.waits_for_refused_presses(refused)?;
    // Presses over the accessibility bus, without a key or click.
    for button in ["Send", "Decline", "Later"] {
        accessibility::press(desktop, CLASS, button).context(button)?;
        refused += 1;
        doorbell
            .waits_for_refused_presses(refused)
            .context(button)?;
    }
    asker.received_nothing()?;
    assert!(
        !person.visible_windows(CLASS).is_empty(),
        "a program closed the window"
    );

    // A change of the settings file has no effect before the person approves it.
    desktop.write_settings_file("[answering]\nfrom_programs = true\n")?;
    wait_until("the notification of the change", TIMEOUT, || {
        let text = "“Assistive and remote input” would be on.";
        shown_notifications(desktop)
            .iter()
            .any(|note| note.body.contains(text))
    })?;
    accessibility::press(desktop, CLASS, "Send")?;
    doorbell.waits_for_refused_presses(refused + 1)?;
    asker.received_nothing()
}

#[test]
fn keyboard_and_mouse_answer_without_the_setting() -> Result<()> {
    let doorbell = start_without_programs()?;
    let (person, mut asker) = (doorbell.person(), doorbell.asker()?);
    let devices = InputDevices::of(doorbell.desktop.display())?;
    for way in ["ctrl+Return", "Return", "space", "click"] {
        let id = asker.ask("Who is there?", &questions::name_form())?;
        let window = person.sees(CLASS)?;
        person.focuses(window)?;
        devices.types("Ada")?;
        match way {
            "ctrl+Return" => devices.presses(way)?,
            "click" => {
                let (width, height) = person.reads_size(window)?;
                person.points_in(window, width - FROM_RIGHT, height - FROM_BOTTOM)?;
                devices.clicks(1)?;
            }
            key => {
                // xdotool's Tab would be a program's.
                let reader = doorbell.question_reader();
                while reader.focus()?.node.name != "Send" {
                    let before = reader.focus()?.index;
                    devices.presses("Tab")?;
                    wait_until("the focus to move", TIMEOUT, || {
                        reader.focus().is_ok_and(|focused| focused.index != before)
                    })?;
                }
                person.waits_until_ready(window)?;
                devices.presses(key)?;
            }
        }
        let answer = asker.answer(id).with_context(|| way.to_owned())?;
        assert_eq!(answer["content"], json!({"name": "Ada"}), "{way}");
        person.sees_no_window(CLASS)?;
    }
    Ok(())
}

#[test]
fn accessibility_press_is_refused_while_the_person_types() -> Result<()> {
    let doorbell = start_without_programs()?;
    let (person, mut asker) = (doorbell.person(), doorbell.asker()?);
    let devices = InputDevices::of(doorbell.desktop.display())?;
    let id = asker.ask("Who is there?", &questions::name_form())?;
    person.focuses(person.sees(CLASS)?)?;
    for (refused, typed) in ["Ada", " ", "L"].into_iter().enumerate() {
        devices.types(typed)?;
        accessibility::press(&doorbell.desktop, CLASS, "Send")?;
        doorbell.waits_for_refused_presses(refused + 1)?;
    }
    asker.received_nothing()?;
    devices.presses("ctrl+Return")?;
    assert_eq!(asker.answer(id)?["content"], json!({"name": "Ada L"}));
    Ok(())
}

#[test]
fn sent_key_events_are_not_the_persons() -> Result<()> {
    let doorbell = start_without_programs()?;
    let (person, mut asker) = (doorbell.person(), doorbell.asker()?);
    let devices = InputDevices::of(doorbell.desktop.display())?;
    let id = asker.ask("Who is there?", &questions::name_form())?;
    let window = person.sees(CLASS)?;
    person.focuses(window)?;
    devices.types("Ada")?;
    let screen = Screen::of(doorbell.desktop.display())?;
    screen.send_key(window.id()?, 0)?;
    accessibility::press(&doorbell.desktop, CLASS, "Send")?;
    doorbell.waits_for_refused_presses(1)?;
    asker.received_nothing()?;
    devices.presses("ctrl+Return")?;
    assert_eq!(asker.answer(id)?["content"], json!({"name": "Ada"}));
    Ok(())
}

fn start_without_programs() -> Result<Doorbell> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    desktop.write_accepted_settings("[answering]\nfrom_programs = false\n")?;
    Doorbell::start_on(desktop, Build::Plain)
}

#[test]
fn input_from_programs_is_accepted_when_allowed() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let person = doorbell.person();
    let mut asker = doorbell.asker()?;
    let id = asker.ask("Who is there?", &questions::name_form())?;
    person.focuses(person.sees(CLASS)?)?;
    person.types("Ada")?;
    accessibility::press(&doorbell.desktop, CLASS, "Send")?;
    assert_eq!(asker.answer(id)?["content"], json!({"name": "Ada"}));
    Ok(())
}

#[test]
fn enter_while_a_program_locks_ctrl_sends_nothing() -> Result<()> {
    let desktop = desktop_without_programs()?;
    let screen = Screen::of(desktop.display())?;
    let doorbell = Doorbell::start_on(desktop, Build::Plain)?;
    let (person, mut asker) = (doorbell.person(), doorbell.asker()?);
    let devices = InputDevices::of(doorbell.desktop.display())?;
    let id = asker.ask("Who is there?", &questions::name_form())?;
    person.focuses(person.sees(CLASS)?)?;
    devices.types("Ada")?;
    // A real Ctrl that was released explains nothing.
    devices.presses("ctrl+a")?;
    screen.lock_control(true)?;
    devices.presses("Return")?;
    doorbell.waits_for_refused_presses(1)?;
    asker.received_nothing()?;
    screen.lock_control(false)?;
    devices.presses("ctrl+Return")?;
    assert_eq!(asker.answer(id)?["content"], json!({"name": "Ada"}));
    Ok(())
}

/// Dead keys and Compose go through GTK's own input method.
#[test]
fn composed_characters_are_typed_and_sent() -> Result<()> {
    const DEAD_ACUTE: u32 = 0xfe51;
    const COMPOSE: u32 = 0xff20;
    let desktop = desktop_without_programs()?;
    for symbol in [DEAD_ACUTE, COMPOSE] {
        Screen::of(desktop.display())?.add_key(symbol)?;
    }
    let doorbell = Doorbell::start_on(desktop, Build::Plain)?;
    let (person, mut asker) = (doorbell.person(), doorbell.asker()?);
    let devices = InputDevices::of(doorbell.desktop.display())?;
    let id = asker.ask("Who is there?", &questions::name_form())?;
    person.focuses(person.sees(CLASS)?)?;
    devices.types("Andr")?;
    for key in ["dead_acute", "e", "space", "Multi_key", "o", "e"] {
        devices.presses(key)?;
    }
    devices.presses("ctrl+Return")?;
    assert_eq!(asker.answer(id)?["content"], json!({"name": "André œ"}));
    Ok(())
}

fn desktop_without_programs() -> Result<VirtualDesktop> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    desktop.write_accepted_settings("[answering]\nfrom_programs = false\n")?;
    Ok(desktop)
}
