//! A change of the settings file that weakens a protection waits for approval in Home. Programs
//! cannot approve it.

use std::fs;

use anyhow::{Context, Result, ensure};
use doorbell_tests::accessibility;
use doorbell_tests::app::{APPLICATION, Build, CLASS, Doorbell, HOME_TITLE, picture};
use doorbell_tests::input_devices::InputDevices;
use doorbell_tests::notifications::{press_notification, wait_for_notification};
use doorbell_tests::program_input::{self, PROGRAMS_ALLOWED};
use doorbell_tests::screen::Screen;
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
use doorbell_tests::wait::{TIMEOUT, wait_until};

use super::settings::{settings_file, wait_for_line};

const CARD: &str = "The settings file was edited outside Doorbell";
const WEAKER_SETTINGS: &str = "[notifications]\nanswer_buttons = true\n\
                      [arrival]\nwindow = \"focus\" # mine\n[look]\ntheme = \"system\"\n";

#[test]
fn external_settings_change_waits_for_approval_in_home() -> Result<()> {
    for theme in [Theme::Light, Theme::Dark] {
        let doorbell = Doorbell::start(Build::Plain, theme)?;
        let (desktop, person, reader) =
            (&doorbell.desktop, doorbell.person(), doorbell.home_reader());
        desktop.write_settings_file(WEAKER_SETTINGS)?;
        wait_for_notification(desktop, "the pending changes", |note| {
            note.body
                .contains("2 changes weaken a protection and need your approval.")
        })?;
        press_notification(desktop)?;
        let home = person.sees_titled(CLASS, HOME_TITLE)?;
        reader.finds("heading", CARD)?;
        reader.finds("push button", "Settings, a change needs your approval")?;
        reader.hears_text("“When a question arrives” would be “Window with focus”.")?;
        assert!(!is_on(&doorbell, "Answer in the notification")?);
        person.photographs_at_rest(home, &picture("pending-changes", theme.name())?)?;

        person.focuses(home)?;
        reader.presses("Accept")?;
        wait_until("the setting to take effect", TIMEOUT, || {
            is_on(&doorbell, "Answer in the notification").is_ok_and(|on| on)
        })?;
        reader.presses("Keep current")?;
        wait_for_line(&settings_file(&doorbell), "window = \"automatic\" # mine")?;
        reader.hears("no card", |tree| tree.find("heading", CARD).is_none())?;
        assert!(reader.finds("radio button", "Automatic")?.is("checked"));
    }
    Ok(())
}

#[test]
fn programs_cannot_approve_settings_changes() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    // Changed while Doorbell is not running.
    desktop.write_settings_file(PROGRAMS_ALLOWED)?;
    let doorbell = Doorbell::start_on(desktop, Build::Plain)?;
    let (desktop, person, reader) = (&doorbell.desktop, doorbell.person(), doorbell.home_reader());
    wait_for_notification(desktop, "the pending changes", |note| {
        note.body
            .contains("“Assistive and remote input” would be on.")
    })?;
    let home = doorbell.opens_home("settings")?;
    reader.finds("heading", CARD)?;
    person.focuses(home)?;
    reader.tabs_to_enabled("Accept")?;
    program_input::presses(desktop, "space")?;
    let refusal = "Blocked: this click or key didn’t come from your keyboard or mouse.";
    reader.hears_text(refusal)?;
    wait_for_refused_changes(&doorbell, 1)?;
    // Neither the switch nor a press over the accessibility bus works.
    reader.tabs_to("toggle button", "Assistive and remote input")?;
    program_input::presses(desktop, "space")?;
    wait_for_refused_changes(&doorbell, 2)?;
    accessibility::press(desktop, CLASS, "Accept").context("Accept")?;
    wait_for_refused_changes(&doorbell, 3)?;
    assert!(!is_on(&doorbell, "Assistive and remote input")?);
    // Programs may choose the stronger protection.
    reader.finds("heading", CARD)?;
    accessibility::press(desktop, CLASS, "Keep current")?;
    wait_for_line(&settings_file(&doorbell), "from_programs = false")
}

#[test]
fn programs_cannot_weaken_protections_while_the_person_uses_home() -> Result<()> {
    const SWITCH: &str = "Assistive and remote input";
    let desktop = VirtualDesktop::start(Theme::Light)?;
    desktop.write_accepted_settings("[answering]\nfrom_programs = false\n")?;
    let doorbell = Doorbell::start_on(desktop, Build::Plain)?;
    let (desktop, person, reader) = (&doorbell.desktop, doorbell.person(), doorbell.home_reader());
    let devices = InputDevices::of(desktop.display())?;
    let home = doorbell.opens_home("settings")?;
    person.focuses(home)?;
    reader.finds("toggle button", SWITCH)?;
    let (width, height) = person.reads_size(home)?;
    person.points_in(home, width - 5, height - 5)?;
    let uses: [&dyn Fn() -> Result<()>; 5] = [
        &|| devices.clicks(1),
        &|| devices.types("ab"),
        &|| devices.presses("Tab"),
        &|| devices.presses("Return"),
        &|| Screen::of(desktop.display())?.send_key(home.id()?, 0),
    ];
    for (index, uses_home) in uses.iter().enumerate() {
        uses_home()?;
        accessibility::press(desktop, CLASS, SWITCH)?;
        wait_for_refused_changes(&doorbell, index + 1)?;
    }
    // The person's own key is refused while the focus may not be where they left it.
    let mut refused = uses.len() + 1;
    accessibility::focus(desktop, CLASS, SWITCH)?;
    devices.presses("space")?;
    wait_for_refused_changes(&doorbell, refused)?;
    let mut editor = desktop.script("text_field.py");
    editor.arg("Editor");
    let _editor = desktop.start_process("editor", editor)?;
    wait_until("the editor to have the keyboard", TIMEOUT, || {
        person.focused().is_some_and(|focused| focused != home)
    })?;
    Screen::of(desktop.display())?.focus(home.id()?)?;
    devices.presses("space")?;
    refused += 1;
    wait_for_refused_changes(&doorbell, refused)?;
    assert!(!is_on(&doorbell, SWITCH)?);

    let file = settings_file(&doorbell);
    let is_changed =
        || fs::read_to_string(&file).is_ok_and(|text| text.contains("programs = true"));
    wait_until("the person to change the setting", TIMEOUT, || {
        devices.presses("space")?;
        wait_until("a result", TIMEOUT, || {
            is_changed() || refused_changes(&doorbell) > refused
        })?;
        refused = refused_changes(&doorbell);
        ensure!(is_changed(), "it was too early");
        Ok(())
    })
}

/// Waits until this many changes from programs were refused.
fn wait_for_refused_changes(doorbell: &Doorbell, times: usize) -> Result<()> {
    let what = format!("{times} changes to be refused");
    wait_until(&what, TIMEOUT, || refused_changes(doorbell) == times)
}

fn refused_changes(doorbell: &Doorbell) -> usize {
    let line = "allowed=Err(Foreign)";
    doorbell.desktop.count_log_lines(APPLICATION, line)
}

fn is_on(doorbell: &Doorbell, switch: &str) -> Result<bool> {
    let switch = doorbell.home_reader().finds("toggle button", switch)?;
    Ok(switch.is("checked"))
}
