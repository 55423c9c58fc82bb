//! Pause: everything is held back in silence, the desktop shows that it is, and at the end one
//! ring tells what waited.

use anyhow::Result;
use doorbell_tests::app::{Build, CLASS, Doorbell};
use doorbell_tests::notifications::{presses, sees, shown};
use doorbell_tests::tray::Tray;
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{PATIENCE, wait_until};

use crate::questions;

#[test]
fn a_pause_holds_everything_and_its_end_tells_what_waited() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let (desktop, person) = (&doorbell.desktop, doorbell.person());
    let tray = Tray::start(desktop)?;
    let idle = tray.shows("nothing", |item| item.title == "Doorbell: nothing waits")?;
    tray.presses(&["Pause", "For 30 minutes"])?;
    let paused = tray.shows("the pause", |item| item.title == "Doorbell: paused")?;
    assert_ne!(paused.icon, idle.icon);
    assert!(paused.line("Resume").is_some());

    let mut asker = doorbell.asker()?;
    for message in ["The first?", "The second?"] {
        asker.ask(message, &questions::name())?;
    }
    tray.shows("the questions", |item| {
        item.says()[0].ends_with(": The first?")
    })?;
    doorbell.has_shown_no_question()?;

    tray.presses(&["Resume"])?;
    sees(desktop, "the digest", |note| {
        note.title == "2 questions wait"
    })?;
    person.sees(CLASS)?;
    // Also none during the pause, which would have come before it.
    assert_eq!(shown(desktop).len(), 1, "{:?}", shown(desktop));
    Ok(())
}

#[test]
fn without_a_tray_a_notification_says_that_it_is_paused() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let (desktop, person) = (&doorbell.desktop, doorbell.person());
    let tray = Tray::start(desktop)?;
    tray.shows("nothing", |item| item.title == "Doorbell: nothing waits")?;
    tray.presses(&["Pause", "Until tomorrow"])?;
    tray.shows("the pause", |item| item.title == "Doorbell: paused")?;
    drop(tray);
    sees(desktop, "the pause", |note| {
        note.title.starts_with("Doorbell is paused until ")
    })?;
    let mut asker = doorbell.asker()?;
    asker.ask("Who?", &questions::name())?;
    sees(desktop, "how many wait", |note| {
        note.body == "1 question waits."
    })?;
    doorbell.has_shown_no_question()?;
    presses(desktop, "Resume")?;
    person.sees(CLASS)?;
    wait_until("the question to be told", PATIENCE, || {
        shown(desktop)
            .last()
            .is_some_and(|note| note.body.ends_with("Who?"))
    })
}
