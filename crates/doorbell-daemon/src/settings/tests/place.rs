//! The file's place on the disk.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;

use super::*;

#[test]
fn a_missing_file_is_made_with_its_directory_for_the_person_alone() {
    let folder = Folder::new();
    assert_eq!(folder.file.load(), (Settings::STANDARD, None));
    assert_eq!(folder.text(), STANDARD);
    assert_eq!(mode(&folder.path), 0o600);
    assert_eq!(mode(folder.path.parent().unwrap()), 0o700);
    only_file(&folder);
}

#[test]
fn a_file_that_is_there_is_not_written_by_reading_it() {
    let folder = Folder::with("# mine");
    fs::set_permissions(&folder.path, fs::Permissions::from_mode(0o640)).unwrap();
    folder.file.load();
    assert_eq!(
        (folder.text().as_str(), mode(&folder.path)),
        ("# mine", 0o640)
    );
}

#[test]
fn a_change_replaces_the_file_as_a_whole_and_makes_it_private() {
    let folder = Folder::with(STANDARD);
    fs::set_permissions(&folder.path, fs::Permissions::from_mode(0o644)).unwrap();
    let before = fs::metadata(&folder.path).unwrap().ino();
    folder.file.change(&SettingChange::Sound(false)).unwrap();
    assert_ne!(fs::metadata(&folder.path).unwrap().ino(), before);
    assert_eq!(mode(&folder.path), 0o600);
    only_file(&folder);
}

#[test]
fn a_change_makes_a_file_that_is_missing() {
    let folder = Folder::new();
    folder.file.change(&SettingChange::Sound(false)).unwrap();
    assert_eq!(
        folder.text(),
        STANDARD.replace("sound = true", "sound = false")
    );
}

#[test]
fn a_link_stays_a_link() {
    let folder = Folder::new();
    let directory = folder.path.parent().unwrap();
    let elsewhere = directory.join("mine");
    fs::create_dir_all(&elsewhere).unwrap();
    // One link leads to another, each from where it stands.
    symlink("mine/again.toml", &folder.path).unwrap();
    symlink("../mine/doorbell.toml", elsewhere.join("again.toml")).unwrap();
    // Nothing is there yet: nothing is made until something is set.
    assert_eq!(folder.file.load(), (Settings::STANDARD, None));
    assert!(!elsewhere.join("doorbell.toml").exists());
    for on in [false, true] {
        folder.file.change(&SettingChange::Sound(on)).unwrap();
        assert!(folder.path.is_symlink() && elsewhere.join("again.toml").is_symlink());
        let target = elsewhere.join("doorbell.toml");
        assert!(!target.is_symlink());
        assert_eq!(mode(&target), 0o600);
        let text = fs::read_to_string(&target).unwrap();
        assert!(text.contains(&format!("\nsound = {on}\n")));
    }
}

#[test]
fn links_that_lead_round_are_told_and_not_followed_forever() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path.parent().unwrap()).unwrap();
    symlink("settings.toml", &folder.path).unwrap();
    let (settings, problem) = folder.file.load();
    assert_eq!(settings, Settings::STANDARD);
    let said = problem.unwrap().to_string();
    assert!(said.starts_with("settings.toml cannot be read: "), "{said}");
    folder
        .file
        .change(&SettingChange::Sound(false))
        .unwrap_err();
    assert!(folder.path.is_symlink());
    assert!(disk::write(&folder.path, "").is_err());
}

#[test]
fn what_is_no_file_is_not_read() {
    let folder = Folder::new();
    fs::create_dir_all(&folder.path).unwrap();
    let (settings, problem) = folder.file.load();
    assert_eq!(settings, Settings::STANDARD);
    assert_eq!(
        problem.unwrap().to_string(),
        "settings.toml cannot be read: it is not a file"
    );
}

#[test]
fn without_a_place_to_write_the_defaults_count() {
    let folder = Folder::new();
    let config = folder.path.parent().unwrap().parent().unwrap();
    fs::write(config, "a file where the directory should be").unwrap();
    let (settings, _) = folder.file.load();
    assert_eq!(settings, Settings::STANDARD);
    folder
        .file
        .change(&SettingChange::Sound(false))
        .unwrap_err();
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().mode() & 0o777
}

/// Nothing but the settings file is left in its directory.
fn only_file(folder: &Folder) {
    let names: Vec<_> = fs::read_dir(folder.path.parent().unwrap())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(names, ["settings.toml"]);
}
