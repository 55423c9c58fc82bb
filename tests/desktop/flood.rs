//! Someone asks too often: one card beside the next question, and Mute.

use anyhow::{Context, Result};
use doorbell_tests::accessibility;
use doorbell_tests::app::{Build, CLASS, Doorbell, DrivenDoorbell, picture};
use doorbell_tests::asker::Asker;
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
use doorbell_tests::wait::{PATIENCE, wait_until};
use serde_json::json;

use crate::questions;

const CARD: &str = "asked 14 times in";
const ESCAPE: char = '\u{E00C}';
const ENTER: char = '\u{E007}';

#[test]
fn one_card_tells_of_nine_refusals_and_mutes_whoever_asks() -> Result<()> {
    for theme in [Theme::Light, Theme::Dark] {
        let doorbell = DrivenDoorbell::start(theme)?;
        let mut asker = doorbell.asker()?;
        let ids = floods(&doorbell, &mut asker)?;
        doorbell.page.named("textbox", "Name")?;
        assert!(!doorbell.page.text()?.contains(CARD), "it moves nothing");
        doorbell.fill("Name", "Ada")?;
        doorbell.press("Send")?;
        doorbell.reads(CARD)?;
        doorbell.reads("9 refused")?;
        doorbell.photographs("flood", &format!("flood-{}", theme.name()))?;

        doorbell.press("Mute…")?;
        doorbell.reads("never that you declined")?;
        doorbell.photographs("flood", &format!("flood-mute-{}", theme.name()))?;
        doorbell.press("For an hour")?;
        // The second question stays before the person, the others are refused.
        for id in &ids[2..5] {
            is_refused(&mut asker, *id, "The person muted questions")?;
        }
        wait_until("the card to go", PATIENCE, || {
            doorbell.page.text().is_ok_and(|text| !text.contains(CARD))
        })?;
        doorbell.fill("Name", "Grace")?;
        doorbell.press("Send")?;
        assert_eq!(asker.answer(ids[1])?["action"], "accept");
    }
    Ok(())
}

#[test]
fn mute_this_server_is_reached_with_keys_and_esc_closes_only_the_choice() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask_params(questions::of("acme", "Who are you?", &questions::name()))?;
    let window = doorbell.window()?;
    doorbell.person().focuses(window)?;
    opens_choices(&doorbell)?;
    assert_eq!(doorbell.page.focused()?.name()?, "For an hour");
    doorbell.photographs("flood", "mute-this-server")?;
    doorbell.page.press(&[ESCAPE])?;
    wait_until("the choice to close", PATIENCE, || {
        doorbell
            .page
            .named_now("group", "Mute this server")
            .is_err()
    })?;
    doorbell.fill("Name", "Ada")?;

    opens_choices(&doorbell)?;
    doorbell.finds_ready("For an hour")?;
    doorbell.page.press(&[ENTER])?;
    doorbell.reads("What you typed here is lost.")?;
    doorbell.press("Mute")?;
    is_refused(&mut asker, id, "The person muted questions")
}

#[test]
fn home_tells_of_it_too() -> Result<()> {
    for theme in [Theme::Light, Theme::Dark] {
        let desktop = VirtualDesktop::start(theme)?;
        desktop.write_settings("[arrival]\nwindow = \"notification\"\n")?;
        let doorbell = Doorbell::start_on(desktop, Build::Plain)?;
        let mut asker = doorbell.asker()?;
        asks_14_times(&mut asker)?;
        let id = asker.request("doorbell/open", json!({"page": "waiting"}))?;
        asker.reply(id, PATIENCE)?;
        let home = doorbell.person().sees(CLASS)?;
        wait_until("Dismiss, and what it is about", PATIENCE, || {
            let tree = accessibility::tree(&doorbell.desktop, CLASS)?;
            let dismiss = tree.find("push button", "Dismiss");
            let about = &dismiss.with_context(|| tree.outline())?.described_by;
            anyhow::ensure!(about.contains(CARD), "{about}");
            Ok(())
        })?;
        let file = picture("flood", &format!("flood-home-{}", theme.name()))?;
        doorbell.person().photographs_at_rest(home, &file)?;
    }
    Ok(())
}

/// Asks 14 times and waits until nine are refused.
fn floods(doorbell: &DrivenDoorbell, asker: &mut Asker) -> Result<Vec<u64>> {
    let ids = asks_14_times(asker)?;
    doorbell.window()?;
    Ok(ids)
}

fn asks_14_times(asker: &mut Asker) -> Result<Vec<u64>> {
    let mut ids = Vec::new();
    for _ in 0..14 {
        let params = questions::of("acme", "Who are you?", &questions::name());
        ids.push(asker.ask_params(params)?);
    }
    for id in &ids[5..] {
        is_refused(asker, *id, "try again in")?;
    }
    Ok(ids)
}

fn opens_choices(doorbell: &DrivenDoorbell) -> Result<()> {
    doorbell.page.css(".later-longer")?;
    let choose = "const list = document.querySelector('.later-longer');
        list.focus();
        list.value = 'mute';
        list.dispatchEvent(new Event('change'));";
    doorbell.page.script(choose, &[]).map(drop)
}

fn is_refused(asker: &mut Asker, id: u64, reason: &str) -> Result<()> {
    let answer = asker.answer(id)?;
    let outcome = &answer["_meta"]["dev.doorbell/outcome"];
    assert_eq!(outcome["outcome"], "refused", "{answer}");
    let told = outcome["reason"].as_str().unwrap_or_default();
    assert!(told.contains(reason), "{told}");
    Ok(())
}
