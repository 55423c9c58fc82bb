//! While paused, Doorbell shows no question. Resuming shows one notification for all of them.

use anyhow::Result;
use doorbell_tests::app::{Build, CLASS, Doorbell};
use doorbell_tests::notifications::{press_button, shown_notifications, wait_for_notification};
use doorbell_tests::tray::Tray;
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{TIMEOUT, wait_until};

use crate::questions;

#[test]
fn pause_holds_questions_and_resume_shows_a_digest() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let (desktop, person) = (&doorbell.desktop, doorbell.person());
    let tray = Tray::start(desktop)?;
    let idle = tray.shows("nothing", |item| {
        item.title == "Doorbell: no open questions"
    })?;
    tray.presses(&["Pause", "For 30 minutes"])?;
    let paused = tray.shows("the pause", |item| item.title == "Doorbell: paused")?;
    assert_ne!(paused.icon, idle.icon);
    assert!(paused.entry("Resume").is_some());

    let mut asker = doorbell.asker()?;
    for message in ["The first?", "The second?"] {
        asker.ask(message, &questions::name_form())?;
    }
    tray.shows("the questions", |item| {
        item.labels()[1].ends_with(": The second?")
    })?;
    doorbell.check_no_question_shown()?;

    tray.presses(&["Resume"])?;
    wait_for_notification(desktop, "the digest", |note| {
        note.title == "2 questions waiting"
    })?;
    person.sees(CLASS)?;
    // Includes notifications shown during the pause.
    assert_eq!(
        shown_notifications(desktop).len(),
        1,
        "{:?}",
        shown_notifications(desktop)
    );
    Ok(())
}

#[test]
fn pause_is_shown_in_notification_without_tray() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let (desktop, person) = (&doorbell.desktop, doorbell.person());
    let tray = Tray::start(desktop)?;
    tray.shows("nothing", |item| {
        item.title == "Doorbell: no open questions"
    })?;
    tray.presses(&["Pause", "Until tomorrow"])?;
    tray.shows("the pause", |item| item.title == "Doorbell: paused")?;
    drop(tray);
    wait_for_notification(desktop, "the pause", |note| {
        note.title.starts_with("Doorbell is paused until ")
    })?;
    let mut asker = doorbell.asker()?;
    asker.ask("Who?", &questions::name_form())?;
    wait_for_notification(desktop, "how many wait", |note| {
        note.body == "1 question waiting"
    })?;
    doorbell.check_no_question_shown()?;
    press_button(desktop, "Resume")?;
    person.sees(CLASS)?;
    wait_until("the notification of the question", TIMEOUT, || {
        shown_notifications(desktop)
            .last()
            .is_some_and(|note| note.body.starts_with("Who?"))
    })
}
