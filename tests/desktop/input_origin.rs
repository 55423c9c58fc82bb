//! Input from programs is accepted only if the person allows it.

use anyhow::{Context, Result, ensure};
use doorbell_tests::accessibility;
use doorbell_tests::app::{Build, CLASS, Doorbell};
use doorbell_tests::notifications::shown_notifications;
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
use doorbell_tests::wait::{TIMEOUT, wait_until};
use serde_json::json;

use crate::questions;

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
