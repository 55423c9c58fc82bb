//! What stands beside questions and between them: links that are not finished, whoever asks too often,
//! and the announcement of the next one.

use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, Result};
use doorbell_tests::app::{CLASS, DrivenDoorbell};
use doorbell_tests::browser::StandInBrowser;
use doorbell_tests::virtual_desktop::Theme;

use super::FOLDER;
use super::corpus::{CORPUS, form, link, text};
use super::page::{can_press, is_sound, shows_as_text};
use crate::questions;

#[test]
fn the_cards_of_links_show_text() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let _browser = StandInBrowser::install(&doorbell.desktop)?;
    let mut asker = doorbell.asker()?;
    for name in ["markup", "bidi", "lines", "ours"] {
        let id = asker.ask_params(link(text(name)))?;
        doorbell.press("Open in browser")?;
        asker.answer(id)?;
        shows_as_text(&doorbell.page, text(name))?;
        can_press(&doorbell.page, &["I'm done"], text(name))?;
    }
    doorbell.photographs(FOLDER, "cards-links")?;
    // Beside a question they take less room.
    asker.ask_params(form(text("wide")))?;
    doorbell.page.named("button", "Send")?;
    is_sound(&doorbell.page, "four cards")?;
    can_press(&doorbell.page, &["Send", "Decline"], "four cards")?;
    doorbell.photographs(FOLDER, "cards-links-beside").map(drop)
}

#[test]
fn the_card_of_whoever_asks_too_often_shows_text() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Dark)?;
    let mut asker = doorbell.asker()?;
    for name in ["markup", "bidi", "unseen", "ours"] {
        let mut ids = Vec::new();
        for _ in 0..6 {
            let params = questions::of(text(name), "Who?", &questions::name());
            ids.push(asker.ask_params(params)?);
        }
        asker.answer(ids[5])?;
        for id in &ids[1..5] {
            asker.withdraw(*id)?;
        }
        // The card comes with the next question.
        let next = asker.ask("And now?", &questions::name())?;
        doorbell.press("Decline")?;
        asker.answer(ids[0])?;
        shows_as_text(&doorbell.page, text(name))?;
        can_press(&doorbell.page, &["Mute…", "Dismiss"], text(name))?;
        doorbell.photographs(FOLDER, &format!("cards-flood-{name}"))?;
        doorbell.press("Dismiss")?;
        asker.withdraw(next)?;
        doorbell.person().sees_no_more(CLASS)?;
    }
    Ok(())
}

#[test]
fn the_announcement_of_the_next_session_shows_text() -> Result<()> {
    for (name, text) in CORPUS {
        // No folder can be called so.
        if text.contains(['/', '\0']) {
            continue;
        }
        let doorbell = DrivenDoorbell::start(Theme::Light)?;
        let mut asker = doorbell.asker()?;
        let mut params = questions::of("acme", "The first session's", &questions::name());
        params["_meta"]["dev.doorbell/asker"]["agent"] = text.into();
        params["_meta"]["dev.doorbell/asker"]["project"] = text.into();
        asker.ask_params(params)?;
        doorbell.window()?;
        starts_in(&doorbell, text)?;
        shows_as_text(&doorbell.page, "1 of 2")?;
        doorbell.press("Decline")?;
        doorbell.page.named("button", "Show")?;
        shows_as_text(&doorbell.page, text)?;
        can_press(&doorbell.page, &["Show", "Later"], text)?;
        doorbell.photographs(FOLDER, &format!("announcement-{name}"))?;
    }
    Ok(())
}

/// An asker of another session, in a folder that is called like this.
fn starts_in(doorbell: &DrivenDoorbell, name: &str) -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .context("the repository")?;
    let folder = doorbell.desktop.home().join(name);
    std::fs::create_dir_all(&folder)?;
    let started = doorbell
        .desktop
        .command("setsid")
        .args(["--fork", "python3"])
        .arg(root.join("docs/examples/ask.py"))
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()?;
    anyhow::ensure!(started.success(), "setsid: {started}");
    Ok(())
}
