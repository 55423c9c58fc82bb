//! Several askers at once: each gets its own answer, and the shown question does not change.

use std::path::Path;

use anyhow::Result;
use doorbell_tests::app::{CLASS, DrivenDoorbell};
use doorbell_tests::process::output;
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{TIMEOUT, wait_until};
use serde_json::json;

use crate::questions;

#[test]
fn two_askers_get_their_own_answers() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut first = doorbell.asker()?;
    let mut second = doorbell.asker()?;
    let first_id = first.ask("First question", &questions::name_form())?;
    doorbell.page.named("textbox", "Name")?;
    let second_id = second.ask("Second question", &questions::name_form())?;
    doorbell.shows_text("1 more waiting")?;

    for (message, name) in [("First question", "Ada"), ("Second question", "Grace")] {
        doorbell.shows_text(message)?;
        doorbell.fill("Name", name)?;
        doorbell.press("Send")?;
    }
    assert_eq!(first.answer(first_id)?["content"], json!({"name": "Ada"}));
    assert_eq!(
        second.answer(second_id)?["content"],
        json!({"name": "Grace"})
    );
    Ok(())
}

#[test]
fn new_question_is_queued_behind_the_shown_one() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut first = doorbell.asker()?;
    first.ask("First question", &questions::name_form())?;
    let window = doorbell.window()?;
    doorbell.person().focuses(window)?;
    doorbell.fill("Name", "Ad")?;

    let mut others = [doorbell.asker()?, doorbell.asker()?];
    for (index, other) in others.iter_mut().enumerate() {
        other.ask(&format!("Other question {index}"), &questions::name_form())?;
    }
    doorbell.shows_text("2 more waiting")?;
    let text = doorbell.page.text()?;
    assert!(text.contains("First question"), "{text}");
    let field = doorbell.page.named("textbox", "Name")?;
    assert_eq!(field.property("value")?, "Ad");
    assert_eq!(doorbell.page.focused()?.name()?, "Name");
    assert_eq!(doorbell.person().focused(), Some(window));
    Ok(())
}

/// Three askers ask, withdraw and disconnect while the person types. Screenshots show that only the
/// count in the card changes.
#[test]
fn other_askers_do_not_change_the_shown_question() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask("The question on the screen", &questions::name_form())?;
    let window = doorbell.window()?;
    let person = doorbell.person();
    person.focuses(window)?;
    doorbell.page.named("textbox", "Name")?;

    let mut second = doorbell.asker()?;
    let mut third = Some(doorbell.asker()?);
    let mut withdrawn = None;
    for (step, letters) in ["Ada", " Love", "lace"].into_iter().enumerate() {
        person.types(letters)?;
        let before = doorbell.photographs("several-askers", &format!("{step}-before"))?;
        match step {
            0 => {
                withdrawn = Some(second.ask("Second asker", &questions::name_form())?);
                doorbell.shows_text("1 more waiting")?;
            }
            1 => {
                if let Some(third) = &mut third {
                    third.ask("Third asker", &questions::name_form())?;
                    doorbell.shows_text("2 more waiting")?;
                }
                second.withdraw(withdrawn.take().unwrap_or_default())?;
                doorbell.shows_text("1 more waiting")?;
            }
            _ => {
                // The third asker disconnects.
                third = None;
                wait_until("the count to go", TIMEOUT, || {
                    let text = doorbell.page.text()?;
                    anyhow::ensure!(!text.contains("more waiting"), "{text}");
                    Ok(())
                })?;
            }
        }
        let text = doorbell.page.text()?;
        assert!(text.contains("The question on the screen"), "{text}");
        assert_eq!(person.visible_windows(CLASS), [window]);
        let after = doorbell.photographs("several-askers", &format!("{step}-after"))?;
        assert_eq!(
            checksum_below_card(&doorbell, &before)?,
            checksum_below_card(&doorbell, &after)?,
            "step {step}: only the count above may change"
        );
    }
    doorbell.press("Send")?;
    let content = &asker.answer(id)?["content"];
    assert_eq!(*content, json!({"name": "Ada Lovelace"}));
    Ok(())
}

/// A checksum of the pixels below the asker card: message, form and buttons.
fn checksum_below_card(doorbell: &DrivenDoorbell, picture: &Path) -> Result<String> {
    let top = doorbell.page.script(
        "return Math.ceil(document.querySelector('main').getBoundingClientRect().top)",
        &[],
    )?;
    output(
        doorbell
            .desktop
            .command("convert")
            .arg(picture)
            .args(["-crop", &format!("0x0+0+{top}"), "+repage"])
            .args(["-format", "%#", "info:"]),
    )
}
