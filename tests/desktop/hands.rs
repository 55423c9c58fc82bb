//! Whose hands press: what another program presses counts only where the person wants it.

use anyhow::{Context, Result, ensure};
use doorbell_tests::accessibility;
use doorbell_tests::app::{Build, CLASS, Doorbell};
use doorbell_tests::notifications::shown;
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
use doorbell_tests::wait::{PATIENCE, wait_until};
use serde_json::json;

use crate::questions;

#[test]
fn presses_that_programs_make_do_not_count() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    desktop.write_settings("[answering]\nfrom_programs = false\n")?;
    let doorbell = Doorbell::start_on(desktop, Build::Plain)?;
    let (desktop, person) = (&doorbell.desktop, doorbell.person());
    let mut asker = doorbell.asker()?;
    asker.ask("Who is there?", &questions::name())?;
    let window = person.sees(CLASS)?;
    person.focuses(window)?;
    // Made through XTEST, as any program of the same user can.
    person.types("Ada")?;
    person.presses("ctrl+Return")?;
    wait_until("the refusal to be told", PATIENCE, || {
        let tree = accessibility::tree(desktop, CLASS)?;
        let told = tree.all().into_iter().any(|node| {
            node.text
                .starts_with("This press came from another program; nothing was done.")
        });
        ensure!(told, "{}", tree.outline());
        Ok(())
    })?;
    let mut refused = 1;
    doorbell.refuses_programs(refused)?;
    person.presses("Escape")?;
    refused += 1;
    doorbell.refuses_programs(refused)?;
    // Without any key or click, over the accessibility bus.
    for button in ["Send", "Decline", "Later"] {
        accessibility::press(desktop, CLASS, button).context(button)?;
        refused += 1;
        doorbell.refuses_programs(refused).context(button)?;
    }
    asker.received_nothing()?;
    assert!(!person.visible(CLASS).is_empty(), "a program put it away");

    // What a program writes into the settings file makes no difference before the person says so.
    desktop.edit_settings("[answering]\nfrom_programs = true\n")?;
    wait_until("the person to be told", PATIENCE, || {
        let told = "“Assistive and remote input” would be on.";
        shown(desktop).iter().any(|note| note.body.contains(told))
    })?;
    accessibility::press(desktop, CLASS, "Send")?;
    doorbell.refuses_programs(refused + 1)?;
    asker.received_nothing()
}

#[test]
fn presses_that_programs_make_count_where_the_person_wants_it() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let person = doorbell.person();
    let mut asker = doorbell.asker()?;
    let id = asker.ask("Who is there?", &questions::name())?;
    person.focuses(person.sees(CLASS)?)?;
    person.types("Ada")?;
    accessibility::press(&doorbell.desktop, CLASS, "Send")?;
    assert_eq!(asker.answer(id)?["content"], json!({"name": "Ada"}));
    Ok(())
}
