//! The question window.

use anyhow::{Result, ensure};
use doorbell_tests::app::{CLASS, DrivenDoorbell, QUESTION};
use doorbell_tests::reader::Reader;
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{PATIENCE, wait_until};
use serde_json::json;

use super::FOLDER;
use super::corpus::{CORPUS, form, link};
use super::page::{can_press, is_sound, shows_as_text};
use crate::questions;

/// As much as fits into a line of the protocol beside the rest of a question.
const ALMOST_A_MEBIBYTE: usize = 1024 * 1024 - 4096;
/// The longest message.
const LONGEST_MESSAGE: usize = 16 * 1024;

#[test]
fn every_text_of_a_form_is_text() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    for (name, text) in CORPUS {
        let mut asker = doorbell.asker()?;
        let id = asker.ask_params(form(text))?;
        doorbell.window()?;
        doorbell.page.named("button", "Send")?;
        shows_as_text(&doorbell.page, text)?;
        can_press(&doorbell.page, &["Send", "Decline", "Later"], text)?;
        doorbell.photographs(FOLDER, &format!("form-{name}"))?;

        // Who is this, with the command and the arguments.
        doorbell.page.css(".asker-details > summary")?.click()?;
        for button in doorbell.page.all(".evidence button")? {
            doorbell.page.scroll_to(&button)?;
            button.click()?;
        }
        shows_as_text(&doorbell.page, text)?;
        can_press(&doorbell.page, &["Send", "Decline", "Later"], text)?;
        doorbell.photographs(FOLDER, &format!("who-{name}"))?;
        doorbell.page.css(".asker-details > summary")?.click()?;

        asker.withdraw(id)?;
        doorbell.person().sees_no_more(CLASS)?;
    }
    Ok(())
}

#[test]
fn every_text_beside_a_link_is_text() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Dark)?;
    for (name, text) in CORPUS {
        let mut asker = doorbell.asker()?;
        let id = asker.ask_params(link(text))?;
        doorbell.window()?;
        doorbell.page.named("button", "Open in browser")?;
        shows_as_text(&doorbell.page, text)?;
        let ours = ["Open in browser", "Copy link", "Decline"];
        can_press(&doorbell.page, &ours, text)?;
        doorbell.photographs(FOLDER, &format!("link-{name}"))?;
        asker.withdraw(id)?;
        doorbell.person().sees_no_more(CLASS)?;
    }
    Ok(())
}

/// Drawing so much takes seconds, and on a busy machine longer than a window may take to appear. Then
/// the question ends as not shown and the page is replaced; either way the next one is shown.
#[test]
fn a_text_of_almost_a_mebibyte_is_scrolled_or_given_up_and_harms_nobody_else() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let text = "<b>\u{202e}very long</b> ".repeat(ALMOST_A_MEBIBYTE / 20);
    let text = &text[..text.floor_char_boundary(ALMOST_A_MEBIBYTE - 2 * LONGEST_MESSAGE)];
    let message = &text[..text.floor_char_boundary(LONGEST_MESSAGE)];
    let schema = json!({
        "type": "object",
        "properties": {"name": {"type": "string", "title": "Name", "description": text}}
    });
    asker.ask_params(json!({"message": message, "requestedSchema": schema}))?;
    let ended = wait_until("it to be shown or given up", PATIENCE, || {
        let ended = asker.try_receive()?;
        let is_shown = !doorbell.person().visible(CLASS).is_empty();
        ensure!(ended.is_some() || is_shown, "neither");
        Ok(ended)
    })?;
    if let Some(reply) = ended {
        let outcome = &reply["result"]["_meta"]["dev.doorbell/outcome"]["outcome"];
        assert_eq!(*outcome, "notShown", "{reply}");
    } else {
        is_sound(&doorbell.page, "a very long text")?;
        can_press(&doorbell.page, &["Send", "Decline"], "a very long text")?;
        doorbell.photographs(FOLDER, "very-long")?;
        doorbell.press("Decline")?;
    }
    let mut next = doorbell.asker()?;
    next.ask("The next one", &questions::name())?;
    // A page that was given up is replaced, and the driver's session is over with it.
    Reader::of(&doorbell.desktop, QUESTION).hears_words("The next one")?;
    doorbell.window().map(drop)
}
