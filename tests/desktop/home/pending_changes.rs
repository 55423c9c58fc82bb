//! A change of the settings file that weakens a protection waits for approval in Home. Programs
//! cannot approve it.

use anyhow::{Context, Result};
use doorbell_tests::accessibility;
use doorbell_tests::app::{APPLICATION, Build, CLASS, Doorbell, HOME_TITLE, picture};
use doorbell_tests::notifications::{press_notification, wait_for_notification};
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
use doorbell_tests::wait::{TIMEOUT, wait_until};

use super::settings::{settings_file, wait_for_line};

const CARD: &str = "The settings file was changed outside Doorbell";
const WEAKER_SETTINGS: &str = "[answering]\nfrom_programs = true\n[notifications]\nanswer_buttons = true\n\
                      [arrival]\nwindow = \"focus\" # mine\n[look]\ntheme = \"system\"\n";

#[test]
fn external_settings_change_waits_for_approval_in_home() -> Result<()> {
    for theme in [Theme::Light, Theme::Dark] {
        let doorbell = Doorbell::start(Build::Plain, theme)?;
        let (desktop, person, reader) =
            (&doorbell.desktop, doorbell.person(), doorbell.home_reader());
        desktop.write_settings_file(WEAKER_SETTINGS)?;
        wait_for_notification(desktop, "the pending changes", |note| {
            note.body.contains("2 protections would be weaker.")
        })?;
        press_notification(desktop)?;
        let home = person.sees_titled(CLASS, HOME_TITLE)?;
        reader.finds("heading", CARD)?;
        reader.finds("push button", "Settings, something waits for your word")?;
        reader.hears_text("“A question arrives” would be “Window with focus”.")?;
        assert!(!is_on(&doorbell, "Answer in the notification")?);
        person.photographs_at_rest(home, &picture("pending-changes", theme.name())?)?;

        person.focuses(home)?;
        reader.presses("Use it")?;
        wait_until("the setting to take effect", TIMEOUT, || {
            is_on(&doorbell, "Answer in the notification").is_ok_and(|on| on)
        })?;
        reader.presses("Keep the old")?;
        wait_for_line(&settings_file(&doorbell), "window = \"automatic\" # mine")?;
        reader.hears("no card", |tree| tree.find("heading", CARD).is_none())?;
        assert!(reader.finds("radio button", "Automatic")?.is("checked"));
    }
    Ok(())
}

#[test]
fn programs_cannot_approve_settings_changes() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    desktop.write_accepted_settings("[answering]\nfrom_programs = false\n")?;
    // Changed while Doorbell is not running.
    desktop.write_settings_file("[answering]\nfrom_programs = true\n")?;
    let doorbell = Doorbell::start_on(desktop, Build::Plain)?;
    let (desktop, person, reader) = (&doorbell.desktop, doorbell.person(), doorbell.home_reader());
    wait_for_notification(desktop, "the pending changes", |note| {
        note.body
            .contains("“Assistive and remote input” would be on.")
    })?;
    let home = doorbell.opens_home("settings")?;
    reader.finds("heading", CARD)?;
    person.focuses(home)?;
    reader.presses("Use it")?;
    let refusal = "This press came from another program; nothing was changed.";
    reader.hears_text(refusal)?;
    wait_for_refused_changes(&doorbell, 1)?;
    // Neither the switch nor a press over the accessibility bus works.
    reader.tabs_to("toggle button", "Assistive and remote input")?;
    person.presses("space")?;
    wait_for_refused_changes(&doorbell, 2)?;
    accessibility::press(desktop, CLASS, "Use it").context("Use it")?;
    wait_for_refused_changes(&doorbell, 3)?;
    assert!(!is_on(&doorbell, "Assistive and remote input")?);
    // Programs may choose the stronger protection.
    reader.finds("heading", CARD)?;
    accessibility::press(desktop, CLASS, "Keep the old")?;
    wait_for_line(&settings_file(&doorbell), "from_programs = false")
}

/// Waits until this many changes from programs were refused.
fn wait_for_refused_changes(doorbell: &Doorbell, times: usize) -> Result<()> {
    let what = format!("{times} changes to be refused");
    wait_until(&what, TIMEOUT, || {
        doorbell
            .desktop
            .count_log_lines(APPLICATION, "allowed=Err(Foreign)")
            == times
    })
}

fn is_on(doorbell: &Doorbell, switch: &str) -> Result<bool> {
    let switch = doorbell.home_reader().finds("toggle button", switch)?;
    Ok(switch.is("checked"))
}
