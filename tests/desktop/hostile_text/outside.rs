//! Outside the windows: the notification and the tray.

use anyhow::{Result, ensure};
use doorbell_core::text::{has_hidden_characters, visible};
use doorbell_tests::app::{Build, Doorbell, picture};
use doorbell_tests::notifications::{sees, sees_none};
use doorbell_tests::tray::Tray;
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};

use super::FOLDER;
use super::corpus::{CORPUS, beginning, form, squeezed};

#[test]
fn the_notification_shows_text() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    desktop.write_settings("[arrival]\nwindow = \"notification\"\n")?;
    let doorbell = Doorbell::start_on(desktop, Build::Plain)?;
    for (name, text) in CORPUS {
        let mut asker = doorbell.asker()?;
        let id = asker.ask_params(form(text))?;
        let note = sees(&doorbell.desktop, name, |note| {
            squeezed(&note.title).contains(&beginning(text))
        })?;
        ensure!(note.title.starts_with("Question from '"), "{note:?}");
        for words in [&note.title, &note.body] {
            ensure!(!has_hidden_characters(words), "{name}: {words:?}");
        }
        ensure!(!note.title.contains('\n'), "{note:?}");
        // What dunst reads as markup says what was written.
        let body = note.body.replace("&lt;", "<").replace("&gt;", ">");
        let body = squeezed(&body.replace("&amp;", "&"));
        ensure!(!note.body.contains('<'), "{name}: {note:?}");
        let line = visible(text.lines().next().unwrap_or_default());
        ensure!(body.contains(&beginning(&line)), "{name}: {note:?}");
        doorbell
            .desktop
            .photograph(&picture(FOLDER, &format!("notification-{name}"))?)?;
        asker.withdraw(id)?;
        sees_none(&doorbell.desktop)?;
    }
    Ok(())
}

#[test]
fn the_tray_shows_text() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    desktop.write_settings("[arrival]\nwindow = \"notification\"\n")?;
    let doorbell = Doorbell::start_on(desktop, Build::Plain)?;
    let tray = Tray::start(&doorbell.desktop)?;
    for (name, text) in CORPUS {
        let mut asker = doorbell.asker()?;
        asker.ask_params(form(text))?;
        let item = tray.shows(name, |item| {
            let line = item.says().first().map(|line| squeezed(line));
            line.is_some_and(|line| line.contains(&beginning(text)))
        })?;
        ensure!(item.title == "Doorbell: 1 question waits", "{item:?}");
        let line = item.says()[0];
        ensure!(!line.contains('\n') && !has_hidden_characters(line), "{line:?}");
        let ours = ["Open Home", "Pause", "Private now", "Quit Doorbell"];
        ensure!(item.says()[1..] == ours, "{item:?}");
        drop(asker);
        tray.shows("nothing", |item| item.title == "Doorbell: nothing waits")?;
    }
    Ok(())
}
