//! Input from programs is accepted only if the person allows it.

use anyhow::{Context, Result, ensure};
use doorbell_tests::accessibility;
use doorbell_tests::app::{Build, CLASS, Doorbell};
use doorbell_tests::notifications::shown_notifications;
use doorbell_tests::program_input::{self, PROGRAMS_ALLOWED};
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
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let (desktop, person) = (&doorbell.desktop, doorbell.person());
    let mut asker = doorbell.asker()?;
    asker.ask("Who is there?", &questions::name_form())?;
    let window = person.sees(CLASS)?;
    person.focuses(window)?;
    program_input::types(desktop, "Ada")?;
    program_input::presses(desktop, "ctrl+Return")?;
    wait_until("the refusal message", TIMEOUT, || {
        let tree = accessibility::tree(desktop, CLASS)?;
        let is_shown = tree.all().into_iter().any(|node| {
            node.text
                .starts_with("Blocked: this click didn’t come from your keyboard or mouse.")
        });
        ensure!(is_shown, "{}", tree.outline());
        Ok(())
    })?;
    let mut refused = 1;
    doorbell.waits_for_refused_presses(refused)?;
    program_input::presses(desktop, "Escape")?;
    refused += 1;
    doorbell.waits_for_refused_presses(refused)?;
    // Presses over the accessibility bus, without a key or click.
    accessibility::press(desktop, CLASS, "Remind me")?;
    for button in ["In 5 minutes", "Send", "Decline"] {
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
    desktop.write_settings_file(PROGRAMS_ALLOWED)?;
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
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let (person, mut asker) = (doorbell.person(), doorbell.asker()?);
    for way in ["ctrl+Return", "Return", "space", "click"] {
        let id = asker.ask("Who is there?", &questions::name_form())?;
        let window = person.sees(CLASS)?;
        person.focuses(window)?;
        person.types("Ada")?;
        match way {
            "ctrl+Return" => person.presses(way)?,
            "click" => {
                let (width, height) = person.reads_size(window)?;
                person.clicks(window, width - FROM_RIGHT, height - FROM_BOTTOM)?;
            }
            key => {
                let reader = doorbell.question_reader();
                reader.tabs_to_enabled("Send")?;
                person.waits_until_ready(window)?;
                person.presses(key)?;
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
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let (person, mut asker) = (doorbell.person(), doorbell.asker()?);
    let id = asker.ask("Who is there?", &questions::name_form())?;
    person.focuses(person.sees(CLASS)?)?;
    for (refused, typed) in ["Ada", " ", "L"].into_iter().enumerate() {
        person.types(typed)?;
        accessibility::press(&doorbell.desktop, CLASS, "Send")?;
        doorbell.waits_for_refused_presses(refused + 1)?;
    }
    asker.received_nothing()?;
    person.presses("ctrl+Return")?;
    assert_eq!(asker.answer(id)?["content"], json!({"name": "Ada L"}));
    Ok(())
}

#[test]
fn sent_key_events_are_not_the_persons() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let (person, mut asker) = (doorbell.person(), doorbell.asker()?);
    let id = asker.ask("Who is there?", &questions::name_form())?;
    let window = person.sees(CLASS)?;
    person.focuses(window)?;
    person.types("Ada")?;
    let screen = Screen::of(doorbell.desktop.display())?;
    screen.send_key(window.id()?, 0)?;
    accessibility::press(&doorbell.desktop, CLASS, "Send")?;
    doorbell.waits_for_refused_presses(1)?;
    asker.received_nothing()?;
    person.presses("ctrl+Return")?;
    assert_eq!(asker.answer(id)?["content"], json!({"name": "Ada"}));
    Ok(())
}

#[test]
fn input_from_programs_is_accepted_when_allowed() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    desktop.write_accepted_settings(PROGRAMS_ALLOWED)?;
    let doorbell = Doorbell::start_on(desktop, Build::Plain)?;
    let (desktop, person) = (&doorbell.desktop, doorbell.person());
    let mut asker = doorbell.asker()?;
    for way in ["xdotool", "accessibility bus"] {
        let id = asker.ask("Who is there?", &questions::name_form())?;
        person.focuses(person.sees(CLASS)?)?;
        program_input::types(desktop, "Ada")?;
        match way {
            "xdotool" => program_input::presses(desktop, "ctrl+Return")?,
            _ => accessibility::press(desktop, CLASS, "Send")?,
        }
        let answer = asker.answer(id).context(way)?;
        assert_eq!(answer["content"], json!({"name": "Ada"}), "{way}");
        person.sees_no_window(CLASS)?;
    }
    Ok(())
}

#[test]
fn enter_while_a_program_locks_ctrl_sends_nothing() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let screen = Screen::of(desktop.display())?;
    let doorbell = Doorbell::start_on(desktop, Build::Plain)?;
    let (person, mut asker) = (doorbell.person(), doorbell.asker()?);
    let id = asker.ask("Who is there?", &questions::name_form())?;
    person.focuses(person.sees(CLASS)?)?;
    person.types("Ada")?;
    // A real Ctrl that was released explains nothing.
    person.presses("ctrl+a")?;
    screen.lock_control(true)?;
    person.presses("Return")?;
    doorbell.waits_for_refused_presses(1)?;
    asker.received_nothing()?;
    screen.lock_control(false)?;
    person.presses("ctrl+Return")?;
    assert_eq!(asker.answer(id)?["content"], json!({"name": "Ada"}));
    Ok(())
}

/// Dead keys and Compose go through GTK's own input method.
#[test]
fn composed_characters_are_typed_and_sent() -> Result<()> {
    const DEAD_ACUTE: u32 = 0xfe51;
    const COMPOSE: u32 = 0xff20;
    let desktop = VirtualDesktop::start(Theme::Light)?;
    for symbol in [DEAD_ACUTE, COMPOSE] {
        Screen::of(desktop.display())?.add_key(symbol)?;
    }
    let doorbell = Doorbell::start_on(desktop, Build::Plain)?;
    let (person, mut asker) = (doorbell.person(), doorbell.asker()?);
    let id = asker.ask("Who is there?", &questions::name_form())?;
    person.focuses(person.sees(CLASS)?)?;
    person.types("Andr")?;
    for key in ["dead_acute", "e", "space", "Multi_key", "o", "e"] {
        person.presses(key)?;
    }
    person.presses("ctrl+Return")?;
    assert_eq!(asker.answer(id)?["content"], json!({"name": "André œ"}));
    Ok(())
}
