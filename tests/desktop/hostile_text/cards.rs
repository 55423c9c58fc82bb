//! Cards beside and between questions: opened links, floods, and the announcement of another
//! session.

use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, Result};
use doorbell_tests::app::{CLASS, DrivenDoorbell};
use doorbell_tests::browser::StandInBrowser;
use doorbell_tests::virtual_desktop::Theme;

use super::FOLDER;
use super::corpus::{CORPUS, form, link, text};
use super::page_checks::{check_page, check_pressable, check_shown_as_text};
use crate::questions;

#[test]
fn link_cards_show_hostile_text_as_text() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let _browser = StandInBrowser::install(&doorbell.desktop)?;
    let mut asker = doorbell.asker()?;
    for name in ["markup", "bidi", "lines", "imitation"] {
        let id = asker.ask_params(link(text(name)))?;
        doorbell.press("Open in browser")?;
        asker.answer(id)?;
        check_shown_as_text(&doorbell.page, text(name))?;
        check_pressable(&doorbell.page, &["Done"], text(name))?;
    }
    doorbell.photographs(FOLDER, "cards-links")?;
    // The cards are smaller beside a question.
    asker.ask_params(form(text("wide")))?;
    doorbell.page.named("button", "Send")?;
    check_page(&doorbell.page, "four cards")?;
    check_pressable(&doorbell.page, &["Send", "Decline"], "four cards")?;
    doorbell.photographs(FOLDER, "cards-links-beside").map(drop)
}

#[test]
fn flood_card_shows_hostile_text_as_text() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Dark)?;
    let mut asker = doorbell.asker()?;
    for name in ["markup", "bidi", "invisible", "imitation"] {
        let mut ids = Vec::new();
        for _ in 0..6 {
            let params = questions::form_from(text(name), "Who?", &questions::name_form());
            ids.push(asker.ask_params(params)?);
        }
        asker.answer(ids[5])?;
        for id in &ids[1..5] {
            asker.withdraw(*id)?;
        }
        // The card appears with the next question.
        let next = asker.ask("And now?", &questions::name_form())?;
        doorbell.press("Decline")?;
        asker.answer(ids[0])?;
        check_shown_as_text(&doorbell.page, text(name))?;
        check_pressable(&doorbell.page, &["Mute…", "Dismiss"], text(name))?;
        doorbell.photographs(FOLDER, &format!("cards-flood-{name}"))?;
        doorbell.press("Dismiss")?;
        asker.withdraw(next)?;
        doorbell.person().sees_no_window(CLASS)?;
    }
    Ok(())
}

#[test]
fn session_announcement_shows_hostile_text_as_text() -> Result<()> {
    for (name, text) in CORPUS {
        // Not allowed in a folder name.
        if text.contains(['/', '\0']) {
            continue;
        }
        let doorbell = DrivenDoorbell::start(Theme::Light)?;
        let mut asker = doorbell.asker()?;
        let mut params =
            questions::form_from("acme", "The first session's", &questions::name_form());
        params["_meta"]["dev.doorbell/asker"]["agent"] = text.into();
        params["_meta"]["dev.doorbell/asker"]["project"] = text.into();
        asker.ask_params(params)?;
        doorbell.window()?;
        start_asker_in(&doorbell, text)?;
        check_shown_as_text(&doorbell.page, "1 more waiting")?;
        doorbell.press("Decline")?;
        doorbell.page.named("button", "Answer")?;
        check_shown_as_text(&doorbell.page, text)?;
        check_pressable(&doorbell.page, &["Answer", "Remind me later"], text)?;
        doorbell.photographs(FOLDER, &format!("announcement-{name}"))?;
    }
    Ok(())
}

/// Starts an asker of another session in a folder with this name.
fn start_asker_in(doorbell: &DrivenDoorbell, name: &str) -> Result<()> {
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
