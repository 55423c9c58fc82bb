//! Hostile text in the notification and the tray.

use anyhow::{Result, ensure};
use doorbell_core::markdown::first_line;
use doorbell_core::text::has_hidden_characters;
use doorbell_tests::app::{Build, Doorbell, picture};
use doorbell_tests::notifications::{wait_for_no_notification, wait_for_notification};
use doorbell_tests::tray::Tray;
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};

use super::FOLDER;
use super::corpus::{CORPUS, beginning, form, squeezed};

#[test]
fn notification_shows_hostile_text_as_text() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    desktop.write_accepted_settings("[arrival]\nwindow = \"notification\"\n")?;
    let doorbell = Doorbell::start_on(desktop, Build::Plain)?;
    for (name, text) in CORPUS {
        let mut asker = doorbell.asker()?;
        let id = asker.ask_params(form(text))?;
        let note = wait_for_notification(&doorbell.desktop, name, |note| {
            squeezed(&note.title).contains(&beginning(text))
        })?;
        ensure!(note.title.starts_with("A program called “"), "{note:?}");
        for text in [&note.title, &note.body] {
            ensure!(!has_hidden_characters(text), "{name}: {text:?}");
        }
        ensure!(!note.title.contains('\n'), "{note:?}");
        // The body is markup, so the text must be escaped.
        let body = note.body.replace("&lt;", "<").replace("&gt;", ">");
        let body = squeezed(&body.replace("&amp;", "&"));
        ensure!(!note.body.contains('<'), "{name}: {note:?}");
        ensure!(
            body.contains(&beginning(&first_line(text))),
            "{name}: {note:?}"
        );
        doorbell
            .desktop
            .photograph(&picture(FOLDER, &format!("notification-{name}"))?)?;
        asker.withdraw(id)?;
        wait_for_no_notification(&doorbell.desktop)?;
    }
    Ok(())
}

#[test]
fn tray_shows_hostile_text_as_text() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    desktop.write_accepted_settings("[arrival]\nwindow = \"notification\"\n")?;
    let doorbell = Doorbell::start_on(desktop, Build::Plain)?;
    let tray = Tray::start(&doorbell.desktop)?;
    for (name, text) in CORPUS {
        let mut asker = doorbell.asker()?;
        asker.ask_params(form(text))?;
        let item = tray.shows(name, |item| {
            let line = item.labels().first().map(|line| squeezed(line));
            line.is_some_and(|line| line.contains(&beginning(text)))
        })?;
        ensure!(item.title == "Doorbell: 1 question waiting", "{item:?}");
        let line = item.labels()[0];
        ensure!(
            !line.contains('\n') && !has_hidden_characters(line),
            "{line:?}"
        );
        let fixed_entries = ["Open Home", "Pause", "Hide details", "Quit Doorbell"];
        ensure!(item.labels()[1..] == fixed_entries, "{item:?}");
        drop(asker);
        tray.shows("nothing", |item| {
            item.title == "Doorbell: no open questions"
        })?;
    }
    Ok(())
}
