//! How the daemon follows the person's settings.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use doorbell_core::board::BoardRules;
use doorbell_daemon::view::{PendingChangeView, Press, PressReply};
use doorbell_daemon::{SettingRefused, SettingChange, Settings, SettingsFile, Theme, PressOrigin};
use tempfile::TempDir;

use crate::support::{Called, Doorbell, name_form, wait};

const RELEASED_AFTER: Duration = Duration::from_secs(1);

#[test]
fn a_delay_that_is_saved_in_the_file_counts_while_doorbell_runs() {
    let doorbell = Doorbell::start_patient();
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("settings.toml");
    let file = SettingsFile::at(path.clone());
    assert_eq!(file.load(), (Settings::STANDARD, None));
    file.watch(doorbell.handle.clone()).unwrap();
    fs::write(&path, "[answering]\ndelay_ms = 3000\n").unwrap();
    // Until it is read, a press counts at once in these tests.
    let (mut asker, person) = (doorbell.asker(), doorbell.person());
    let mut asked = 0;
    let guarded = loop {
        asked += 1;
        let message = format!("Question {asked}");
        asker.asks(asked, &message, name_form());
        let question = person.sees(&message);
        match question.presses(Press::Decline) {
            PressReply::TooSoon => break question,
            PressReply::Done => asker.hears_result(asked),
            other => panic!("{other:?}"),
        };
    };
    // A shorter one waits for the person's word.
    fs::write(&path, "[answering]\ndelay_ms = 500\n").unwrap();
    doorbell
        .screen
        .wait_for("the question", |state| state.pointer.clone());
    assert_eq!(guarded.presses(Press::Decline), PressReply::TooSoon);
    says(&doorbell, &file, SettingChange::Delay(500));
    assert_eq!(guarded.presses(Press::Decline), PressReply::TooSoon);
    doorbell.lets_pass(Duration::from_millis(500));
    guarded.does(Press::Decline);
    assert_eq!(asker.hears_result(asked)["action"], "decline");
}

#[test]
fn a_window_that_is_to_stay_ready_is_not_released() {
    let doorbell = Doorbell::start_with(|config| {
        config.settings = released_soon();
        config.settings.keep_warm = true;
    });
    let mut asker = doorbell.asker();
    asker.asks(1, "Once", name_form());
    doorbell.person().sees("Once").does(Press::Decline);
    asker.hears_result(1);
    doorbell.lets_pass(10 * RELEASED_AFTER);
    asker.has_heard_everything();
    assert!(!doorbell.screen.lock().calls.contains(&Called::Release));
    doorbell.handle.settings_file_changed(released_soon(), None);
    doorbell.lets_pass(RELEASED_AFTER);
    assert!(doorbell.screen.lock().calls.contains(&Called::Release));
}

#[test]
fn when_the_window_is_released_can_be_changed_while_doorbell_runs() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.has_heard_everything();
    doorbell.handle.settings_file_changed(released_soon(), None);
    doorbell.lets_pass(RELEASED_AFTER);
    assert!(doorbell.screen.lock().calls.contains(&Called::Release));
}

/// Sooner than the file can say.
fn released_soon() -> Settings {
    Settings {
        release_after: 1,
        ..Settings::STANDARD
    }
}

#[test]
fn what_is_weakened_in_the_file_waits_for_the_persons_word() {
    let (doorbell, path, file, _directory) = start_with_file();
    fs::write(
        &path,
        "[answering]\nfrom_programs = true\n[look]\ntheme = \"dark\"\n",
    )
    .unwrap();
    let held = held(&doorbell);
    assert_eq!(held.requested, SettingChange::FromPrograms(true));
    assert_eq!(held.would_be, "“Assistive and remote input” would be on.");
    // The rest of the file counts at once.
    let counts = settings(&doorbell);
    assert_eq!((counts.theme, counts.from_programs), (Theme::Dark, false));
    let pointer = doorbell.screen.lock().pointer.clone().unwrap();
    assert!(pointer.contains(&held.would_be), "{pointer}");

    // What else the person sets does not bring it in.
    says(&doorbell, &file, SettingChange::Sound(false));
    let counts = settings_when(&doorbell, |settings| !settings.sound);
    assert!(!counts.from_programs);

    let may_set = |whose| wait(doorbell.handle.check_setting_change(held.requested.clone(), whose)).unwrap();
    assert_eq!(may_set(PressOrigin::Program), Err(SettingRefused::Foreign));
    // Nor can they have read it at once.
    assert!(may_set(PressOrigin::Person).is_err());
    doorbell.lets_pass(BoardRules::STANDARD.press_delay);
    assert_eq!(may_set(PressOrigin::Person), Ok(()));
    says(&doorbell, &file, held.requested);
    settings_when(&doorbell, |settings| settings.from_programs);
    assert_eq!(doorbell.screen.lock().pointer, None);
    let after_restart = doorbell.crashes_and_finds(|config| config.settings.from_programs = true);
    settings_when(&after_restart, |settings| settings.from_programs);
    assert_eq!(after_restart.screen.lock().pointer, None);
}

#[test]
fn keeping_the_old_writes_it_back_into_the_file() {
    let (doorbell, path, file, _directory) = start_with_file();
    fs::write(&path, "[answering]\nfrom_programs = true # mine\n").unwrap();
    let held = held(&doorbell);
    // Nobody else must be kept from protecting more.
    let allowed = wait(doorbell.handle.check_setting_change(held.current.clone(), PressOrigin::Program));
    assert_eq!(allowed.unwrap(), Ok(()));
    says(&doorbell, &file, held.current);
    doorbell.screen.wait_for("nothing to wait", |state| {
        state.home.as_ref()?.pending_changes.is_empty().then_some(())
    });
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text, "[answering]\nfrom_programs = false # mine\n");
    assert_eq!(doorbell.screen.lock().pointer, None);
}

#[test]
fn what_is_taken_back_in_the_file_waits_no_more() {
    let (doorbell, path, _file, _directory) = start_with_file();
    fs::write(&path, "[notifications]\nanswer_buttons = true\n").unwrap();
    held(&doorbell);
    fs::write(&path, "[notifications]\nanswer_buttons = false\n").unwrap();
    doorbell.screen.wait_for("nothing to wait", |state| {
        state.home.as_ref()?.pending_changes.is_empty().then_some(())
    });
    assert_eq!(doorbell.screen.lock().pointer, None);
}

#[test]
fn what_was_weakened_while_doorbell_did_not_run_waits_too() {
    let doorbell = Doorbell::start_keeping();
    settings(&doorbell);
    let doorbell = doorbell.crashes_and_finds(|config| config.settings.from_programs = true);
    doorbell.handle.home_ready();
    assert_eq!(held(&doorbell).requested, SettingChange::FromPrograms(true));
    assert!(!settings(&doorbell).from_programs);
    assert!(doorbell.screen.lock().pointer.is_some());
    // It waits as often as Doorbell starts.
    let doorbell = doorbell.crashes();
    doorbell.handle.home_ready();
    held(&doorbell);
}

#[test]
fn a_delay_that_was_shortened_while_doorbell_did_not_run_does_not_count() {
    let doorbell = Doorbell::start_keeping();
    let long = Settings::STANDARD.with(SettingChange::Delay(3000)).unwrap();
    doorbell.handle.settings_file_changed(long, None);
    settings_when(&doorbell, |settings| settings.delay == 3000);
    let doorbell = doorbell.crashes_and_finds(|config| config.settings.delay = 500);
    let mut asker = doorbell.asker();
    asker.asks(1, "Really?", name_form());
    let question = doorbell.person().sees("Really?");
    assert_eq!(question.presses(Press::Decline), PressReply::TooSoon);
}

#[test]
fn a_first_start_takes_the_file_as_it_is_and_says_so() {
    let directory = tempfile::tempdir().unwrap();
    let doorbell = Doorbell::start_with(|config| {
        config.database = Some(directory.path().join("doorbell.db"));
        config.settings.from_programs = true;
    });
    settings_when(&doorbell, |settings| settings.from_programs);
    doorbell.screen.wait_for("the words about it", |state| {
        let words = state.pointer.as_deref()?;
        let expected = "The settings file was found so: “Assistive and remote input” is on.";
        (words == expected).then_some(())
    });
}

#[test]
fn a_mistake_in_the_file_loses_nothing_that_was_agreed_to() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("settings.toml");
    fs::write(&path, "[answering]\nfrom_programs = maybe\n").unwrap();
    let (_, problem) = SettingsFile::at(path).load();
    let doorbell = Doorbell::start_keeping();
    settings(&doorbell);
    let doorbell = doorbell.crashes_and_finds(|config| {
        fs::remove_file(config.database.as_ref().unwrap()).unwrap();
        config.settings.from_programs = true;
    });
    settings_when(&doorbell, |settings| settings.from_programs);
    let doorbell = doorbell.crashes_and_finds(|config| {
        config.settings = Settings::STANDARD;
        config.settings_problem = problem;
    });
    assert!(!settings(&doorbell).from_programs);
    let doorbell = doorbell.crashes_and_finds(|config| {
        config.settings.from_programs = true;
        config.settings_problem = None;
    });
    settings_when(&doorbell, |settings| settings.from_programs);
    assert_eq!(doorbell.screen.lock().pointer, None);
}

/// A Doorbell with Home open, and the file it looks at.
fn start_with_file() -> (Doorbell, PathBuf, SettingsFile, TempDir) {
    let doorbell = Doorbell::start_keeping();
    doorbell.handle.home_ready();
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("settings.toml");
    let file = SettingsFile::at(path.clone());
    file.load();
    file.watch(doorbell.handle.clone()).unwrap();
    (doorbell, path, file, directory)
}

/// The person sets something in Home.
fn says(doorbell: &Doorbell, file: &SettingsFile, change: SettingChange) {
    let (settings, problem) = file.change(&change).unwrap();
    doorbell.handle.setting_changed_in_home(change, settings, problem);
}

/// The one thing that waits in Home.
fn held(doorbell: &Doorbell) -> PendingChangeView {
    doorbell.screen.wait_for("what waits", |state| {
        match state.home.as_ref()?.pending_changes.as_slice() {
            [one] => Some(one.clone()),
            _ => None,
        }
    })
}

/// What counts.
fn settings(doorbell: &Doorbell) -> Settings {
    settings_when(doorbell, |_| true)
}

fn settings_when(doorbell: &Doorbell, is_it: impl Fn(&Settings) -> bool) -> Settings {
    doorbell.screen.wait_for("the settings", |state| {
        state.settings.clone().filter(|settings| is_it(settings))
    })
}
