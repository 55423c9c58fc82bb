//! Changes to the file while Doorbell runs.

use std::time::Duration;

use tokio::time::timeout;

use super::*;
use crate::event::Event;
use crate::{Inbox, handle};

/// Long enough for a loaded machine.
const TIMEOUT: Duration = Duration::from_secs(20);
const SHORT_INTERVAL: Duration = Duration::from_millis(1);

#[test]
fn change_takes_effect_after_two_equal_checks() {
    let test = TestFile::new();
    test.file.load();
    assert_eq!(test.file.reload_if_changed(), None);
    // An editor empties the file, then writes it.
    test.write("");
    assert_eq!(test.file.reload_if_changed(), None);
    test.write("[look]\ntheme = 'dark'\n");
    assert_eq!(test.file.reload_if_changed(), None);
    let (settings, problem) = test.file.reload_if_changed().unwrap();
    assert_eq!((settings.theme, problem), (Theme::Dark, None));
    assert_eq!(test.file.reload_if_changed(), None);
}

#[test]
fn removed_file_means_defaults_until_it_is_back() {
    let test = TestFile::with("[look]\ntheme = 'dark'\n");
    test.file.load();
    std::fs::remove_file(&test.path).unwrap();
    assert_eq!(test.file.reload_if_changed(), None);
    assert_eq!(
        test.file.reload_if_changed(),
        Some((Settings::STANDARD, None))
    );
    assert!(!test.path.exists());
    test.write("[look]\ntheme = 'light'\n");
    assert_eq!(test.file.reload_if_changed(), None);
    let (settings, _) = test.file.reload_if_changed().unwrap();
    assert_eq!(settings.theme, Theme::Light);
}

#[test]
fn change_made_in_home_is_not_reported_again() {
    let test = TestFile::new();
    test.file.load();
    test.file.change(&SettingChange::Sound(false)).unwrap();
    assert_eq!(test.file.reload_if_changed(), None);
    assert_eq!(test.file.reload_if_changed(), None);
}

#[test]
fn daemon_receives_changes_and_mistakes() {
    let test = TestFile::new();
    test.file.load();
    let (handle, mut inbox) = handle();
    test.file.watch_every(SHORT_INTERVAL, handle).unwrap();
    // Written atomically: this test checks more often than an editor needs to write.
    let write = |text| disk::write(&test.path, text).unwrap();
    write("[look]\ntheme = 'dark'\n");
    let (settings, problem) = next_settings(&mut inbox);
    assert_eq!((settings.theme, problem), (Theme::Dark, None));
    write("[look]\ntheme = 'darker'\n");
    let (settings, problem) = next_settings(&mut inbox);
    assert_eq!(settings.theme, Theme::Dark);
    assert_eq!(
        problem.as_deref(),
        Some("line 2, column 9: theme must be \"system\", \"light\" or \"dark\"")
    );
    write("[look]\ntheme = 'light'\n");
    let (settings, problem) = next_settings(&mut inbox);
    assert_eq!((settings.theme, problem), (Theme::Light, None));
}

fn next_settings(inbox: &mut Inbox) -> (Settings, Option<String>) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .unwrap();
    let event = runtime.block_on(async { timeout(TIMEOUT, inbox.0.recv()).await });
    match event.expect("waited in vain") {
        Some(Event::SettingsChanged {
            settings, problem, ..
        }) => (*settings, problem.map(|problem| problem.to_string())),
        _ => panic!("the watcher tells of nothing else"),
    }
}
