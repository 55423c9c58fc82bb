//! The file on disk: permissions, links, and failures.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;

use super::*;

#[test]
fn missing_file_is_created_in_a_private_directory() {
    let test = TestFile::new();
    assert_eq!(test.file.load(), (Settings::STANDARD, None));
    assert_eq!(test.text(), DEFAULT_FILE);
    assert_eq!(mode(&test.path), 0o600);
    assert_eq!(mode(test.path.parent().unwrap()), 0o700);
    assert_only_file(&test);
}

#[test]
fn loading_does_not_write_an_existing_file() {
    let test = TestFile::with("# mine");
    fs::set_permissions(&test.path, fs::Permissions::from_mode(0o640)).unwrap();
    test.file.load();
    assert_eq!((test.text().as_str(), mode(&test.path)), ("# mine", 0o640));
}

#[test]
fn change_replaces_the_file_with_a_private_one() {
    let test = TestFile::with(DEFAULT_FILE);
    fs::set_permissions(&test.path, fs::Permissions::from_mode(0o644)).unwrap();
    let before = fs::metadata(&test.path).unwrap().ino();
    test.file.change(&SettingChange::Sound(false)).unwrap();
    assert_ne!(fs::metadata(&test.path).unwrap().ino(), before);
    assert_eq!(mode(&test.path), 0o600);
    assert_only_file(&test);
}

#[test]
fn change_creates_a_missing_file() {
    let test = TestFile::new();
    test.file.change(&SettingChange::Sound(false)).unwrap();
    assert_eq!(
        test.text(),
        DEFAULT_FILE.replace("sound = true", "sound = false")
    );
}

#[test]
fn change_replaces_the_target_of_a_link() {
    let test = TestFile::new();
    let directory = test.path.parent().unwrap();
    let elsewhere = directory.join("mine");
    fs::create_dir_all(&elsewhere).unwrap();
    // Each relative link resolves from its own directory.
    symlink("mine/again.toml", &test.path).unwrap();
    symlink("../mine/doorbell.toml", elsewhere.join("again.toml")).unwrap();
    // The target is not created until a setting changes.
    assert_eq!(test.file.load(), (Settings::STANDARD, None));
    assert!(!elsewhere.join("doorbell.toml").exists());
    for on in [false, true] {
        test.file.change(&SettingChange::Sound(on)).unwrap();
        assert!(test.path.is_symlink() && elsewhere.join("again.toml").is_symlink());
        let target = elsewhere.join("doorbell.toml");
        assert!(!target.is_symlink());
        assert_eq!(mode(&target), 0o600);
        let text = fs::read_to_string(&target).unwrap();
        assert!(text.contains(&format!("\nsound = {on}\n")));
    }
}

#[test]
fn circular_links_are_reported() {
    let test = TestFile::new();
    fs::create_dir_all(test.path.parent().unwrap()).unwrap();
    symlink("settings.toml", &test.path).unwrap();
    let (settings, problem) = test.file.load();
    assert_eq!(settings, Settings::STANDARD);
    let message = problem.unwrap().to_string();
    assert!(
        message.starts_with("settings.toml can’t be read: "),
        "{message}"
    );
    test.file.change(&SettingChange::Sound(false)).unwrap_err();
    assert!(test.path.is_symlink());
    assert!(disk::write(&test.path, "").is_err());
}

#[test]
fn directory_is_not_read() {
    let test = TestFile::new();
    fs::create_dir_all(&test.path).unwrap();
    let (settings, problem) = test.file.load();
    assert_eq!(settings, Settings::STANDARD);
    assert_eq!(
        problem.unwrap().to_string(),
        "settings.toml can’t be read: it is not a file"
    );
}

#[test]
fn defaults_apply_if_the_file_cannot_be_created() {
    let test = TestFile::new();
    let config = test.path.parent().unwrap().parent().unwrap();
    fs::write(config, "a file where the directory should be").unwrap();
    let (settings, _) = test.file.load();
    assert_eq!(settings, Settings::STANDARD);
    test.file.change(&SettingChange::Sound(false)).unwrap_err();
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().mode() & 0o777
}

/// Asserts that no temporary file is left beside the settings file.
fn assert_only_file(test: &TestFile) {
    let names: Vec<_> = fs::read_dir(test.path.parent().unwrap())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(names, ["settings.toml"]);
}
