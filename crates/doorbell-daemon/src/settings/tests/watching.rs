//! A file that is changed while Doorbell runs.

use std::time::Duration;

use tokio::time::timeout;

use super::*;
use crate::event::Event;
use crate::{Inbox, handle};

/// How long a loaded machine may take.
const PATIENCE: Duration = Duration::from_secs(20);
/// So that the test need not wait.
const OFTEN: Duration = Duration::from_millis(1);

#[test]
fn a_change_counts_when_it_was_found_twice() {
    let folder = Folder::new();
    folder.file.load();
    assert_eq!(folder.file.changed_on_disk(), None);
    // An editor empties the file, then writes it.
    folder.says("");
    assert_eq!(folder.file.changed_on_disk(), None);
    folder.says("[look]\ntheme = 'dark'\n");
    assert_eq!(folder.file.changed_on_disk(), None);
    let (settings, problem) = folder.file.changed_on_disk().unwrap();
    assert_eq!((settings.theme, problem), (Theme::Dark, None));
    assert_eq!(folder.file.changed_on_disk(), None);
}

#[test]
fn a_file_that_went_away_counts_as_the_defaults_and_is_found_when_it_comes_back() {
    let folder = Folder::with("[look]\ntheme = 'dark'\n");
    folder.file.load();
    std::fs::remove_file(&folder.path).unwrap();
    assert_eq!(folder.file.changed_on_disk(), None);
    assert_eq!(
        folder.file.changed_on_disk(),
        Some((Settings::STANDARD, None))
    );
    assert!(!folder.path.exists());
    folder.says("[look]\ntheme = 'light'\n");
    assert_eq!(folder.file.changed_on_disk(), None);
    let (settings, _) = folder.file.changed_on_disk().unwrap();
    assert_eq!(settings.theme, Theme::Light);
}

#[test]
fn what_the_settings_page_changed_is_no_news() {
    let folder = Folder::new();
    folder.file.load();
    folder.file.change(&SettingChange::Sound(false)).unwrap();
    assert_eq!(folder.file.changed_on_disk(), None);
    assert_eq!(folder.file.changed_on_disk(), None);
}

#[test]
fn the_daemon_hears_of_each_change_and_of_each_mistake() {
    let folder = Folder::new();
    folder.file.load();
    let (handle, mut inbox) = handle();
    folder.file.watch_every(OFTEN, handle).unwrap();
    // Whole at once: it looks far more often here than an editor needs to write.
    let says = |text| disk::write(&folder.path, text).unwrap();
    says("[look]\ntheme = 'dark'\n");
    let (settings, problem) = heard(&mut inbox);
    assert_eq!((settings.theme, problem), (Theme::Dark, None));
    says("[look]\ntheme = 'darker'\n");
    let (settings, problem) = heard(&mut inbox);
    assert_eq!(settings.theme, Theme::Dark);
    assert_eq!(
        problem.as_deref(),
        Some("line 2, column 9: theme must be \"system\", \"light\" or \"dark\"")
    );
    says("[look]\ntheme = 'light'\n");
    let (settings, problem) = heard(&mut inbox);
    assert_eq!((settings.theme, problem), (Theme::Light, None));
}

fn heard(inbox: &mut Inbox) -> (Settings, Option<String>) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .unwrap();
    let event = runtime.block_on(async { timeout(PATIENCE, inbox.0.recv()).await });
    match event.expect("waited in vain") {
        Some(Event::SettingsChanged {
            settings, problem, ..
        }) => (*settings, problem.map(|problem| problem.to_string())),
        _ => panic!("the watcher tells of nothing else"),
    }
}
