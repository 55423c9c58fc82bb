//! What was written into the settings file from outside and protects less: it waits for a press in
//! Home, and no program can make that press.

use anyhow::{Context, Result};
use doorbell_tests::accessibility;
use doorbell_tests::app::{APPLICATION, Build, CLASS, Doorbell, HOME, picture};
use doorbell_tests::notifications::{presses_itself, sees};
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
use doorbell_tests::wait::{PATIENCE, wait_until};

use super::settings::{says, settings_file};

const CARD: &str = "The settings file was changed outside Doorbell";
const WEAKER: &str = "[answering]\nfrom_programs = true\n[notifications]\nanswer_buttons = true\n\
                      [arrival]\nwindow = \"focus\" # mine\n[look]\ntheme = \"system\"\n";

#[test]
fn what_was_changed_outside_waits_for_a_press_in_home() -> Result<()> {
    for theme in [Theme::Light, Theme::Dark] {
        let doorbell = Doorbell::start(Build::Plain, theme)?;
        let (desktop, person, reader) = (&doorbell.desktop, doorbell.person(), doorbell.at_home());
        desktop.edit_settings(WEAKER)?;
        sees(desktop, "what waits", |note| {
            note.body.contains("2 protections would be weaker.")
        })?;
        presses_itself(desktop)?;
        let home = person.sees_titled(CLASS, HOME)?;
        reader.finds("heading", CARD)?;
        reader.finds("push button", "Settings, something waits for your word")?;
        reader.hears_words("“A question arrives” would be “Window with focus”.")?;
        assert!(!is_on(&doorbell, "Answer in the notification")?);
        person.photographs_at_rest(home, &picture("held", theme.name())?)?;

        person.focuses(home)?;
        reader.presses("Use it")?;
        wait_until("the setting to count", PATIENCE, || {
            is_on(&doorbell, "Answer in the notification").is_ok_and(|on| on)
        })?;
        reader.presses("Keep the old")?;
        says(&settings_file(&doorbell), "window = \"automatic\" # mine")?;
        reader.hears("no card", |tree| tree.find("heading", CARD).is_none())?;
        assert!(reader.finds("radio button", "Automatic")?.is("checked"));
    }
    Ok(())
}

#[test]
fn no_program_can_press_what_it_wrote_into_the_file() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    desktop.write_settings("[answering]\nfrom_programs = false\n")?;
    // While Doorbell does not run.
    desktop.edit_settings("[answering]\nfrom_programs = true\n")?;
    let doorbell = Doorbell::start_on(desktop, Build::Plain)?;
    let (desktop, person, reader) = (&doorbell.desktop, doorbell.person(), doorbell.at_home());
    sees(desktop, "what waits", |note| {
        note.body
            .contains("“Assistive and remote input” would be on.")
    })?;
    let home = doorbell.opens_home("settings")?;
    reader.finds("heading", CARD)?;
    person.focuses(home)?;
    reader.presses("Use it")?;
    let refusal = "This press came from another program; nothing was changed.";
    reader.hears_words(refusal)?;
    refuses(&doorbell, 1)?;
    // Nor by the switch itself, nor without any key or click.
    reader.tabs_to("toggle button", "Assistive and remote input")?;
    person.presses("space")?;
    refuses(&doorbell, 2)?;
    accessibility::press(desktop, CLASS, "Use it").context("Use it")?;
    refuses(&doorbell, 3)?;
    assert!(!is_on(&doorbell, "Assistive and remote input")?);
    // What protects more, everyone may choose.
    reader.finds("heading", CARD)?;
    accessibility::press(desktop, CLASS, "Keep the old")?;
    says(&settings_file(&doorbell), "from_programs = false")
}

/// Waits until so many changes that programs wanted were refused.
fn refuses(doorbell: &Doorbell, times: usize) -> Result<()> {
    let what = format!("{times} changes to be refused");
    wait_until(&what, PATIENCE, || {
        doorbell.desktop.logged(APPLICATION, "allowed=Err(Foreign)") == times
    })
}

fn is_on(doorbell: &Doorbell, switch: &str) -> Result<bool> {
    let switch = doorbell.at_home().finds("toggle button", switch)?;
    Ok(switch.is("checked"))
}
