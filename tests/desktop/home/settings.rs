//! The Settings page, used by keyboard: changes apply at once and are written to the settings file.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use doorbell_tests::app::{Build, CLASS, Doorbell, QUESTION_TITLE};
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{TIMEOUT, wait_until};

use super::questions;

#[test]
fn settings_apply_at_once_and_keep_comments_in_the_file() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let file = settings_file(&doorbell);
    let person = doorbell.person();
    let home = doorbell.opens_home("settings")?;
    let reader = doorbell.home_reader();
    person.focuses(home)?;
    let sound = reader.finds("toggle button", "Sound")?;
    assert!(sound.is("checked"));
    assert!(reader.finds("radio button", "Follow system")?.is("checked"));
    assert!(person.brightness(home)? > 0.8);

    reader.tabs_to("toggle button", "Sound")?;
    person.presses("space")?;
    wait_for_line(&file, "sound = false")?;
    reader.hears("Sound to be off", |tree| {
        tree.find("toggle button", "Sound")
            .is_some_and(|sound| !sound.is("checked"))
    })?;
    reader.tabs_to("slider", "Ignore input after a change")?;
    person.presses("Right")?;
    wait_for_line(&file, "delay_ms = 600")?;
    reader.tabs_to("radio button", "Follow system")?;
    person.presses("Down")?;
    wait_for_line(&file, "theme = \"light\"")?;
    person.presses("Down")?;
    wait_for_line(&file, "theme = \"dark\"")?;
    wait_until("dark", TIMEOUT, || {
        Ok(person.brightness(home)?).and_then(|light| {
            ensure!(light < 0.3, "{light}");
            Ok(())
        })
    })?;
    let before = person.pixels(home)?;
    reader.tabs_to("slider", "Text size")?;
    person.presses("End")?;
    wait_for_line(&file, "text_size = 200")?;
    wait_until("larger text", TIMEOUT, || {
        person.pixels(home).is_ok_and(|after| after != before)
    })?;
    // The file keeps its comments.
    wait_for_line(
        &file,
        "# Clicks and keys are ignored for this many milliseconds",
    )?;

    let entry = doorbell
        .desktop
        .home()
        .join("config/autostart/doorbell.desktop");
    reader.tabs_to("toggle button", "Start at login")?;
    person.presses("space")?;
    wait_until("the start at login", TIMEOUT, || entry.is_file())?;
    reader.hears("Start at login to be on", |tree| {
        tree.find("toggle button", "Start at login")
            .is_some_and(|switch| switch.is("checked"))
    })?;
    person.presses("space")?;
    wait_until("no start at login", TIMEOUT, || !entry.exists())
}

#[test]
fn changed_settings_file_is_read_and_its_errors_are_shown() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let file = settings_file(&doorbell);
    fs::create_dir_all(file.parent().context("a folder")?)?;
    doorbell.opens_home("settings")?;
    let reader = doorbell.home_reader();
    let wait_for_choice = |choice: &'static str| {
        reader.hears(choice, move |tree| {
            tree.find("radio button", choice)
                .is_some_and(|radio| radio.is("checked"))
        })
    };

    fs::write(&file, "[look]\ntheme = \"dark\"\n")?;
    wait_for_choice("Dark")?;
    fs::write(&file, "[look]\ntheme = \"light\"\ntext_size = \"big\"\n")?;
    reader.finds("heading", "The settings file can’t be read")?;
    reader.hears_text("line 3, column 13")?;
    reader.finds("push button", "Settings, the settings file has an error")?;
    wait_for_choice("Dark")?;
    fs::write(&file, "[look]\ntheme = \"light\"\ntext_size = 110\n")?;
    wait_for_choice("Light")?;
    reader
        .hears("no error", |tree| {
            !tree.has_text("The settings file can’t be read")
        })
        .map(drop)
}

#[test]
fn recorded_shortcut_focuses_a_question_from_another_window() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let file = settings_file(&doorbell);
    let person = doorbell.person();
    let home = doorbell.opens_home("settings")?;
    let reader = doorbell.home_reader();
    person.focuses(home)?;
    reader.waits_for_focus("heading", "Settings")?;
    // Record keys is near the end of the page, so go there backwards.
    person.presses("ctrl+6")?;
    for _ in 0..2 {
        let focused = reader.focus()?;
        reader.moves_focus("shift+Tab", &focused)?;
    }
    reader.tabs_to("toggle button", "Record keys")?;
    person.presses("space")?;
    reader.hears_text("Press the keys…")?;
    person.presses("ctrl+alt+d")?;
    wait_for_line(&file, "shortcut = \"Ctrl+Alt+D\"")?;
    reader.hears_text("Ctrl+Alt+D")?;

    let mut asker = doorbell.asker()?;
    asker.ask_params(questions::form("github", "Which tag?"))?;
    let question = person.sees_titled(CLASS, QUESTION_TITLE)?;
    assert_eq!(person.focused(), Some(home));
    wait_until("the shortcut to work", TIMEOUT, || {
        person.presses("ctrl+alt+d")?;
        ensure!(person.focused() == Some(question), "another window has it");
        Ok(())
    })
}

pub fn settings_file(doorbell: &Doorbell) -> PathBuf {
    doorbell
        .desktop
        .home()
        .join("config/doorbell/settings.toml")
}

/// Waits until the file has a line.
pub fn wait_for_line(file: &Path, line: &str) -> Result<()> {
    wait_until(&format!("{line} in the settings"), TIMEOUT, || {
        let text = fs::read_to_string(file)?;
        ensure!(text.contains(line), "{text}");
        Ok(())
    })
}
