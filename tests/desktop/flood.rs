//! An asker that asks too often gets a card, from which the person can mute it.

use anyhow::{Context, Result};
use doorbell_tests::accessibility;
use doorbell_tests::app::{Build, CLASS, Doorbell, DrivenDoorbell, picture};
use doorbell_tests::asker::Asker;
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
use doorbell_tests::wait::{TIMEOUT, wait_until};
use serde_json::json;

use crate::questions;

const CARD: &str = "asked 14 questions in";
const ESCAPE: char = '\u{E00C}';
const ENTER: char = '\u{E007}';

#[test]
fn flood_card_reports_refusals_and_mutes_the_asker() -> Result<()> {
    for theme in [Theme::Light, Theme::Dark] {
        let doorbell = DrivenDoorbell::start(theme)?;
        let mut asker = doorbell.asker()?;
        let ids = flood(&doorbell, &mut asker)?;
        doorbell.page.named("textbox", "Name")?;
        assert!(
            !doorbell.page.text()?.contains(CARD),
            "the card must not change the shown question"
        );
        doorbell.fill("Name", "Ada")?;
        doorbell.press("Send")?;
        doorbell.shows_text(CARD)?;
        doorbell.shows_text("9 were blocked")?;
        doorbell.photographs("flood", &format!("flood-{}", theme.name()))?;

        doorbell.press("Mute…")?;
        doorbell.shows_text("not “declined”")?;
        doorbell.photographs("flood", &format!("flood-mute-{}", theme.name()))?;
        doorbell.press("For an hour")?;
        // The second question stays on the screen, the others are refused.
        for id in &ids[2..5] {
            check_refused(&mut asker, *id, "The person muted questions")?;
        }
        wait_until("the card to go", TIMEOUT, || {
            doorbell.page.text().is_ok_and(|text| !text.contains(CARD))
        })?;
        doorbell.fill("Name", "Grace")?;
        doorbell.press("Send")?;
        assert_eq!(asker.answer(ids[1])?["action"], "accept");
    }
    Ok(())
}

#[test]
fn mute_works_by_keyboard_and_esc_closes_only_its_menu() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask_params(questions::form_from(
        "acme",
        "Who are you?",
        &questions::name_form(),
    ))?;
    let window = doorbell.window()?;
    doorbell.person().focuses(window)?;
    open_mute_menu(&doorbell)?;
    assert_eq!(doorbell.page.focused()?.name()?, "For an hour");
    doorbell.photographs("flood", "mute-this-server")?;
    doorbell.page.press(&[ESCAPE])?;
    wait_until("the choice to close", TIMEOUT, || {
        doorbell
            .page
            .named_now("group", "Mute this server")
            .is_err()
    })?;
    doorbell.fill("Name", "Ada")?;

    open_mute_menu(&doorbell)?;
    doorbell.finds_enabled("For an hour")?;
    doorbell.page.press(&[ENTER])?;
    doorbell.shows_text("What you typed here will be discarded.")?;
    doorbell.press("Mute")?;
    check_refused(&mut asker, id, "The person muted questions")
}

#[test]
fn home_shows_the_flood_card() -> Result<()> {
    for theme in [Theme::Light, Theme::Dark] {
        let desktop = VirtualDesktop::start(theme)?;
        desktop.write_accepted_settings("[arrival]\nwindow = \"notification\"\n")?;
        let doorbell = Doorbell::start_on(desktop, Build::Plain)?;
        let mut asker = doorbell.asker()?;
        ask_14_times(&mut asker)?;
        let id = asker.request("doorbell/open", json!({"page": "waiting"}))?;
        asker.reply(id, TIMEOUT)?;
        let home = doorbell.person().sees(CLASS)?;
        wait_until("Dismiss and its description", TIMEOUT, || {
            let tree = accessibility::tree(&doorbell.desktop, CLASS)?;
            let dismiss = tree.find("push button", "Dismiss");
            let description = &dismiss.with_context(|| tree.outline())?.described_by;
            anyhow::ensure!(description.contains(CARD), "{description}");
            Ok(())
        })?;
        let file = picture("flood", &format!("flood-home-{}", theme.name()))?;
        doorbell.person().photographs_at_rest(home, &file)?;
    }
    Ok(())
}

/// Asks 14 times and waits for the window.
fn flood(doorbell: &DrivenDoorbell, asker: &mut Asker) -> Result<Vec<u64>> {
    let ids = ask_14_times(asker)?;
    doorbell.window()?;
    Ok(ids)
}

/// Asks 14 times and waits until nine questions are refused.
fn ask_14_times(asker: &mut Asker) -> Result<Vec<u64>> {
    let mut ids = Vec::new();
    for _ in 0..14 {
        let params = questions::form_from("acme", "Who are you?", &questions::name_form());
        ids.push(asker.ask_params(params)?);
    }
    for id in &ids[5..] {
        check_refused(asker, *id, "try again in")?;
    }
    Ok(ids)
}

fn open_mute_menu(doorbell: &DrivenDoorbell) -> Result<()> {
    doorbell.press("Remind me")?;
    let mute = doorbell.page.named("menuitem", "Mute acme…")?;
    doorbell.clicks(&mute)?;
    wait_until("the choice to have the focus", TIMEOUT, || {
        let focused = doorbell.page.focused()?.name()?;
        anyhow::ensure!(focused == "For an hour", "{focused}");
        Ok(())
    })
}

fn check_refused(asker: &mut Asker, id: u64, reason: &str) -> Result<()> {
    let answer = asker.answer(id)?;
    let outcome = &answer["_meta"]["dev.doorbell/outcome"];
    assert_eq!(outcome["outcome"], "refused", "{answer}");
    let actual = outcome["reason"].as_str().unwrap_or_default();
    assert!(actual.contains(reason), "{actual}");
    Ok(())
}
