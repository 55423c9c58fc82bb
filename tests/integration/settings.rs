//! Settings changed in the file or in Home, and protections that wait for approval.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use doorbell_core::board::BoardRules;
use doorbell_daemon::view::{PendingChangeView, Press, PressReply};
use doorbell_daemon::{PressOrigin, SettingChange, SettingRefused, Settings, SettingsFile, Theme};
use tempfile::TempDir;

use crate::support::{Doorbell, block_on, name_form};
use crate::window::is_released;

const RELEASED_AFTER: Duration = Duration::from_secs(1);

#[test]
fn delay_changed_in_file_takes_effect_while_running() {
    let doorbell = Doorbell::start_without_flood_limits();
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("settings.toml");
    let file = SettingsFile::at(path.clone());
    assert_eq!(file.load(), (Settings::STANDARD, None));
    file.watch(doorbell.handle.clone()).unwrap();
    fs::write(&path, "[answering]\ndelay_ms = 3000\n").unwrap();
    // Until the daemon has read the file, presses are accepted at once.
    let (mut asker, person) = (doorbell.asker(), doorbell.person());
    let mut asked = 0;
    let guarded = loop {
        asked += 1;
        let message = format!("Question {asked}");
        asker.ask(asked, &message, name_form());
        let question = person.wait_for_question(&message);
        match question.try_press(Press::Decline) {
            PressReply::TooSoon => break question,
            PressReply::Done => asker.read_result(asked),
            other => panic!("{other:?}"),
        };
    };
    // A shorter delay waits for approval.
    fs::write(&path, "[answering]\ndelay_ms = 500\n").unwrap();
    doorbell
        .desktop
        .wait_for("the notice", |state| state.settings_notice.clone());
    assert_eq!(guarded.try_press(Press::Decline), PressReply::TooSoon);
    change_in_home(&doorbell, &file, SettingChange::Delay(500));
    assert_eq!(guarded.try_press(Press::Decline), PressReply::TooSoon);
    doorbell.advance(Duration::from_millis(500));
    guarded.press(Press::Decline);
    assert_eq!(asker.read_result(asked)["action"], "decline");
}

#[test]
fn window_is_not_released_when_kept_warm() {
    let doorbell = Doorbell::start_with(|config| {
        config.settings = released_soon();
        config.settings.keep_warm = true;
    });
    let mut asker = doorbell.asker();
    asker.ask(1, "Once", name_form());
    doorbell.wait_for_question("Once").press(Press::Decline);
    asker.read_result(1);
    doorbell.advance(10 * RELEASED_AFTER);
    asker.assert_nothing_unread();
    assert!(!is_released(&doorbell));
    doorbell.handle.settings_file_changed(released_soon(), None);
    doorbell.advance(RELEASED_AFTER);
    assert!(is_released(&doorbell));
}

#[test]
fn release_delay_can_be_changed_while_running() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.assert_nothing_unread();
    doorbell.handle.settings_file_changed(released_soon(), None);
    doorbell.advance(RELEASED_AFTER);
    assert!(is_released(&doorbell));
}

/// A shorter release delay than the file allows.
fn released_soon() -> Settings {
    Settings {
        release_after: 1,
        ..Settings::STANDARD
    }
}

#[test]
fn weakened_protection_in_file_waits_for_approval() {
    let (doorbell, path, file, _directory) = start_with_file();
    fs::write(
        &path,
        "[answering]\nfrom_programs = true\n[look]\ntheme = \"dark\"\n",
    )
    .unwrap();
    let held = wait_for_held(&doorbell);
    assert_eq!(held.requested, SettingChange::FromPrograms(true));
    assert_eq!(held.would_be, "“Assistive and remote input” would be on.");
    // The other settings of the file take effect at once.
    let effective = settings(&doorbell);
    assert_eq!(
        (effective.theme, effective.from_programs),
        (Theme::Dark, false)
    );
    let notice = doorbell.desktop.lock().settings_notice.clone().unwrap();
    assert!(notice.contains(&held.would_be), "{notice}");

    // Changing another setting does not approve it.
    change_in_home(&doorbell, &file, SettingChange::Sound(false));
    let effective = settings_when(&doorbell, |settings| !settings.sound);
    assert!(!effective.from_programs);

    let may_set = |origin| {
        block_on(
            doorbell
                .handle
                .check_setting_change(held.requested.clone(), origin),
        )
        .unwrap()
    };
    assert_eq!(may_set(PressOrigin::Program), Err(SettingRefused::Foreign));
    // The press guard applies: the person cannot have read it yet.
    assert!(may_set(PressOrigin::Person).is_err());
    doorbell.advance(BoardRules::STANDARD.press_delay);
    assert_eq!(may_set(PressOrigin::Person), Ok(()));
    change_in_home(&doorbell, &file, held.requested);
    settings_when(&doorbell, |settings| settings.from_programs);
    assert_eq!(doorbell.desktop.lock().settings_notice, None);
    let after_restart =
        doorbell.crash_and_restart_with(|config| config.settings.from_programs = true);
    settings_when(&after_restart, |settings| settings.from_programs);
    assert_eq!(after_restart.desktop.lock().settings_notice, None);
}

#[test]
fn rejecting_a_weakened_protection_restores_the_file() {
    let (doorbell, path, file, _directory) = start_with_file();
    fs::write(&path, "[answering]\nfrom_programs = true # mine\n").unwrap();
    let held = wait_for_held(&doorbell);
    // Programs may strengthen a protection.
    let allowed = block_on(
        doorbell
            .handle
            .check_setting_change(held.current.clone(), PressOrigin::Program),
    );
    assert_eq!(allowed.unwrap(), Ok(()));
    change_in_home(&doorbell, &file, held.current);
    doorbell.desktop.wait_for("no held setting", |state| {
        state
            .home
            .as_ref()?
            .pending_changes
            .is_empty()
            .then_some(())
    });
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text, "[answering]\nfrom_programs = false # mine\n");
    assert_eq!(doorbell.desktop.lock().settings_notice, None);
}

#[test]
fn reverting_the_file_cancels_the_pending_change() {
    let (doorbell, path, _file, _directory) = start_with_file();
    fs::write(&path, "[notifications]\nanswer_buttons = true\n").unwrap();
    wait_for_held(&doorbell);
    fs::write(&path, "[notifications]\nanswer_buttons = false\n").unwrap();
    doorbell.desktop.wait_for("no held setting", |state| {
        state
            .home
            .as_ref()?
            .pending_changes
            .is_empty()
            .then_some(())
    });
    assert_eq!(doorbell.desktop.lock().settings_notice, None);
}

#[test]
fn protection_weakened_while_stopped_waits_for_approval() {
    let doorbell = Doorbell::start_with_storage();
    settings(&doorbell);
    let doorbell = doorbell.crash_and_restart_with(|config| config.settings.from_programs = true);
    doorbell.handle.home_ready();
    assert_eq!(
        wait_for_held(&doorbell).requested,
        SettingChange::FromPrograms(true)
    );
    assert!(!settings(&doorbell).from_programs);
    assert!(doorbell.desktop.lock().settings_notice.is_some());
    // The change still waits after another restart.
    let doorbell = doorbell.crash_and_restart();
    doorbell.handle.home_ready();
    wait_for_held(&doorbell);
}

#[test]
fn delay_shortened_while_stopped_does_not_take_effect() {
    let doorbell = Doorbell::start_with_storage();
    let long = Settings::STANDARD.with(SettingChange::Delay(3000)).unwrap();
    doorbell.handle.settings_file_changed(long, None);
    settings_when(&doorbell, |settings| settings.delay == 3000);
    let doorbell = doorbell.crash_and_restart_with(|config| config.settings.delay = 500);
    let mut asker = doorbell.asker();
    asker.ask(1, "Really?", name_form());
    let question = doorbell.wait_for_question("Really?");
    assert_eq!(question.try_press(Press::Decline), PressReply::TooSoon);
}

#[test]
fn first_start_accepts_the_file_and_reports_weak_protections() {
    let directory = tempfile::tempdir().unwrap();
    let doorbell = Doorbell::start_with(|config| {
        config.database = Some(directory.path().join("doorbell.db"));
        config.settings.from_programs = true;
    });
    settings_when(&doorbell, |settings| settings.from_programs);
    doorbell.desktop.wait_for("the notice", |state| {
        let notice = state.settings_notice.as_deref()?;
        let expected =
            "The settings file weakens a protection: “Assistive and remote input” is on.";
        (notice == expected).then_some(())
    });
}

#[test]
fn invalid_file_does_not_revoke_approved_changes() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("settings.toml");
    fs::write(&path, "[answering]\nfrom_programs = maybe\n").unwrap();
    let (_, problem) = SettingsFile::at(path).load();
    let doorbell = Doorbell::start_with_storage();
    settings(&doorbell);
    let doorbell = doorbell.crash_and_restart_with(|config| {
        fs::remove_file(config.database.as_ref().unwrap()).unwrap();
        config.settings.from_programs = true;
    });
    settings_when(&doorbell, |settings| settings.from_programs);
    let doorbell = doorbell.crash_and_restart_with(|config| {
        config.settings = Settings::STANDARD;
        config.settings_problem = problem;
    });
    assert!(!settings(&doorbell).from_programs);
    let doorbell = doorbell.crash_and_restart_with(|config| {
        config.settings.from_programs = true;
        config.settings_problem = None;
    });
    settings_when(&doorbell, |settings| settings.from_programs);
    assert_eq!(doorbell.desktop.lock().settings_notice, None);
}

/// A Doorbell with Home open, and the settings file that it watches.
fn start_with_file() -> (Doorbell, PathBuf, SettingsFile, TempDir) {
    let doorbell = Doorbell::start_with_storage();
    doorbell.handle.home_ready();
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("settings.toml");
    let file = SettingsFile::at(path.clone());
    file.load();
    file.watch(doorbell.handle.clone()).unwrap();
    (doorbell, path, file, directory)
}

/// Changes a setting as the person does in Home.
fn change_in_home(doorbell: &Doorbell, file: &SettingsFile, change: SettingChange) {
    let (settings, problem) = file.change(&change).unwrap();
    doorbell
        .handle
        .setting_changed_in_home(change, settings, problem);
}

/// Waits until exactly one held setting is shown in Home.
fn wait_for_held(doorbell: &Doorbell) -> PendingChangeView {
    doorbell.desktop.wait_for("a held setting", |state| {
        match state.home.as_ref()?.pending_changes.as_slice() {
            [one] => Some(one.clone()),
            _ => None,
        }
    })
}

/// The effective settings.
fn settings(doorbell: &Doorbell) -> Settings {
    settings_when(doorbell, |_| true)
}

fn settings_when(doorbell: &Doorbell, condition: impl Fn(&Settings) -> bool) -> Settings {
    doorbell.desktop.wait_for("the settings", |state| {
        state
            .settings
            .clone()
            .filter(|settings| condition(settings))
    })
}
