//! Hostile text in the question window.

use anyhow::{Result, ensure};
use doorbell_tests::app::{CLASS, DrivenDoorbell, QUESTION_TITLE};
use doorbell_tests::screen_reader::ScreenReader;
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{TIMEOUT, wait_until};
use serde_json::json;

use super::FOLDER;
use super::corpus::{CORPUS, form, link};
use super::page_checks::{check_page, check_pressable, check_shown_as_text};
use crate::questions;

/// Of the text in a form. Hidden characters count as they are shown.
const MAX_SHOWN_BYTES: usize = 256 * 1024;
const MAX_MESSAGE_BYTES: usize = 16 * 1024;

#[test]
fn form_shows_hostile_text_as_text() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    for (name, text) in CORPUS {
        let mut asker = doorbell.asker()?;
        let id = asker.ask_params(form(text))?;
        doorbell.window()?;
        doorbell.page.named("button", "Send")?;
        check_shown_as_text(&doorbell.page, text)?;
        check_pressable(&doorbell.page, &["Send", "Decline", "Remind me"], text)?;
        doorbell.photographs(FOLDER, &format!("form-{name}"))?;

        // The details of the asker, with command and arguments.
        doorbell.page.css(".asker-details > summary")?.click()?;
        for button in doorbell.page.all(".evidence button")? {
            doorbell.page.scroll_to(&button)?;
            button.click()?;
        }
        check_shown_as_text(&doorbell.page, text)?;
        check_pressable(&doorbell.page, &["Send", "Decline", "Remind me"], text)?;
        doorbell.photographs(FOLDER, &format!("who-{name}"))?;
        doorbell.page.css(".asker-details > summary")?.click()?;

        asker.withdraw(id)?;
        doorbell.person().sees_no_window(CLASS)?;
    }
    Ok(())
}

#[test]
fn link_question_shows_hostile_text_as_text() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Dark)?;
    for (name, text) in CORPUS {
        let mut asker = doorbell.asker()?;
        let id = asker.ask_params(link(text))?;
        doorbell.window()?;
        doorbell.page.named("button", "Open in browser")?;
        check_shown_as_text(&doorbell.page, text)?;
        let buttons = ["Open in browser", "Copy link", "Decline"];
        check_pressable(&doorbell.page, &buttons, text)?;
        doorbell.photographs(FOLDER, &format!("link-{name}"))?;
        asker.withdraw(id)?;
        doorbell.person().sees_no_window(CLASS)?;
    }
    Ok(())
}

/// As long as a form's text may be. On a busy machine the window may miss its deadline: the question
/// then ends as not shown and the page is replaced. The next question is shown in both cases.
#[test]
fn very_long_text_does_not_affect_the_next_question() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let shown = "<b>⟨U+202E⟩very long</b> ";
    let name_and_title = "nameName";
    let times = (MAX_SHOWN_BYTES - name_and_title.len()) / shown.len();
    let text = "<b>\u{202e}very long</b> ".repeat(times);
    let message = &text[..text.floor_char_boundary(MAX_MESSAGE_BYTES)];
    let schema = json!({
        "type": "object",
        "properties": {"name": {"type": "string", "title": "Name", "description": &text}}
    });
    asker.ask_params(json!({"message": message, "requestedSchema": schema}))?;
    let ended = wait_until("the question to be shown or to end", TIMEOUT, || {
        let ended = asker.try_receive()?;
        let is_shown = !doorbell.person().visible_windows(CLASS).is_empty();
        ensure!(ended.is_some() || is_shown, "it is neither shown nor ended");
        Ok(ended)
    })?;
    if let Some(reply) = ended {
        let outcome = &reply["result"]["_meta"]["dev.doorbell/outcome"]["outcome"];
        assert_eq!(*outcome, "notShown", "{reply}");
    } else {
        check_page(&doorbell.page, "a very long text")?;
        check_pressable(&doorbell.page, &["Send", "Decline"], "a very long text")?;
        doorbell.photographs(FOLDER, "very-long")?;
        doorbell.press("Decline")?;
    }
    let mut next = doorbell.asker()?;
    next.ask("The next one", &questions::name_form())?;
    // The driver loses its session if the page was replaced.
    ScreenReader::of(&doorbell.desktop, QUESTION_TITLE).hears_text("The next one")?;
    doorbell.window().map(drop)
}
