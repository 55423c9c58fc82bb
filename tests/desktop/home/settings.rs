//! Settings by keyboard: each counts at once and is written into the person's own file.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use doorbell_tests::app::{Build, CLASS, Doorbell, QUESTION};
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{PATIENCE, wait_until};

use super::asker;

#[test]
fn settings_count_at_once_and_are_written_with_the_files_comments() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let file = settings_file(&doorbell);
    let person = doorbell.person();
    let home = doorbell.opens_home("settings")?;
    let reader = doorbell.at_home();
    person.focuses(home)?;
    let sound = reader.finds("toggle button", "Sound")?;
    assert!(sound.is("checked"));
    assert!(reader.finds("radio button", "As the system")?.is("checked"));
    assert!(person.brightness(home)? > 0.8);

    reader.tabs_to("toggle button", "Sound")?;
    person.presses("space")?;
    says(&file, "sound = false")?;
    reader.hears("Sound to be off", |tree| {
        tree.find("toggle button", "Sound")
            .is_some_and(|sound| !sound.is("checked"))
    })?;
    reader.tabs_to("slider", "Presses count after")?;
    person.presses("Right")?;
    says(&file, "delay_ms = 600")?;
    reader.tabs_to("radio button", "As the system")?;
    person.presses("Down")?;
    says(&file, "theme = \"light\"")?;
    person.presses("Down")?;
    says(&file, "theme = \"dark\"")?;
    wait_until("dark", PATIENCE, || {
        Ok(person.brightness(home)?).and_then(|light| {
            ensure!(light < 0.3, "{light}");
            Ok(())
        })
    })?;
    let before = person.pixels(home)?;
    reader.tabs_to("slider", "Text size")?;
    person.presses("End")?;
    says(&file, "text_size = 200")?;
    wait_until("larger text", PATIENCE, || {
        person.pixels(home).is_ok_and(|after| after != before)
    })?;
    // The comments are the person's, too.
    says(&file, "# For how many milliseconds a press does nothing")?;

    let entry = doorbell
        .desktop
        .home()
        .join("config/autostart/doorbell.desktop");
    reader.tabs_to("toggle button", "Start at login")?;
    person.presses("space")?;
    wait_until("the start at login", PATIENCE, || entry.is_file())?;
    reader.hears("the start at login to be told", |tree| {
        tree.find("toggle button", "Start at login")
            .is_some_and(|switch| switch.is("checked"))
    })?;
    person.presses("space")?;
    wait_until("no start at login", PATIENCE, || !entry.exists())
}

#[test]
fn the_file_is_read_when_it_changes_and_a_mistake_in_it_is_told() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let file = settings_file(&doorbell);
    fs::create_dir_all(file.parent().context("a folder")?)?;
    doorbell.opens_home("settings")?;
    let reader = doorbell.at_home();
    let is_chosen = |choice: &'static str| {
        reader.hears(choice, move |tree| {
            tree.find("radio button", choice)
                .is_some_and(|radio| radio.is("checked"))
        })
    };

    fs::write(&file, "[look]\ntheme = \"dark\"\n")?;
    is_chosen("Dark")?;
    fs::write(&file, "[look]\ntheme = \"light\"\ntext_size = \"big\"\n")?;
    reader.finds("heading", "The settings file cannot be read")?;
    reader.hears_words("line 3, column 13")?;
    reader.finds("push button", "Settings, the file has a problem")?;
    is_chosen("Dark")?;
    fs::write(&file, "[look]\ntheme = \"light\"\ntext_size = 110\n")?;
    is_chosen("Light")?;
    reader
        .hears("no trouble", |tree| {
            !tree.says("The settings file cannot be read")
        })
        .map(drop)
}

#[test]
fn a_recorded_shortcut_brings_a_question_up_from_another_window() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let file = settings_file(&doorbell);
    let person = doorbell.person();
    let home = doorbell.opens_home("settings")?;
    let reader = doorbell.at_home();
    person.focuses(home)?;
    reader.is_at("heading", "Settings")?;
    // It is the last one on the page.
    person.presses("ctrl+5")?;
    for _ in 0..2 {
        let stop = reader.focus()?;
        reader.moves("shift+Tab", &stop)?;
    }
    reader.tabs_to("toggle button", "Record keys")?;
    person.presses("space")?;
    reader.hears_words("Press the keys…")?;
    person.presses("ctrl+alt+d")?;
    says(&file, "shortcut = \"Ctrl+Alt+D\"")?;
    reader.hears_words("Ctrl+Alt+D")?;

    let mut asker = doorbell.asker()?;
    asker.ask_params(asker::form("github", "Which tag?"))?;
    let question = person.sees_titled(CLASS, QUESTION)?;
    assert_eq!(person.focused(), Some(home));
    wait_until("the shortcut to be heard", PATIENCE, || {
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
pub fn says(file: &Path, line: &str) -> Result<()> {
    wait_until(&format!("{line} in the settings"), PATIENCE, || {
        let text = fs::read_to_string(file)?;
        ensure!(text.contains(line), "{text}");
        Ok(())
    })
}
