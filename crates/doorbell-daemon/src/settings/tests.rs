mod changing;
mod mistakes;
mod on_disk;
mod properties;
mod protections;
mod watching;

use super::*;
use doorbell_core::settings::{Arrival, Detail, SessionNotices, SystemChoice, Theme};

/// A settings file in a temporary directory.
struct TestFile {
    _temp: tempfile::TempDir,
    path: PathBuf,
    file: SettingsFile,
}

impl TestFile {
    fn new() -> Self {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("config/doorbell/settings.toml");
        Self {
            file: SettingsFile::at(path.clone()),
            path,
            _temp: temp,
        }
    }

    fn with(text: &str) -> Self {
        let file = Self::new();
        file.write(text);
        file
    }

    /// Writes the file in place, as an editor does.
    fn write(&self, text: &str) {
        std::fs::create_dir_all(self.path.parent().unwrap()).unwrap();
        std::fs::write(&self.path, text).unwrap();
    }

    fn text(&self) -> String {
        std::fs::read_to_string(&self.path).unwrap()
    }
}

/// Settings whose every value differs from the default.
fn unusual() -> Settings {
    Settings {
        arrival: Arrival::Focus,
        detail: Detail::Private,
        answer_buttons: true,
        sound: false,
        session_notices: SessionNotices::Always,
        delay: 3000,
        from_programs: true,
        history: false,
        days: 365,
        first_lines: false,
        theme: Theme::Dark,
        high_contrast: SystemChoice::On,
        reduced_motion: SystemChoice::Off,
        size: 200,
        keep_warm: true,
        release_after: Settings::STANDARD.release_after,
        shortcut: Some("Ctrl+Alt+D".into()),
    }
}

/// The changes from the defaults to [`unusual`].
fn changes() -> [SettingChange; 16] {
    [
        SettingChange::Arrival(Arrival::Focus),
        SettingChange::Detail(Detail::Private),
        SettingChange::AnswerButtons(true),
        SettingChange::Sound(false),
        SettingChange::SessionNotices(SessionNotices::Always),
        SettingChange::Delay(3000),
        SettingChange::FromPrograms(true),
        SettingChange::History(false),
        SettingChange::Days(365),
        SettingChange::FirstLines(false),
        SettingChange::HighContrast(SystemChoice::On),
        SettingChange::ReducedMotion(SystemChoice::Off),
        SettingChange::Theme(Theme::Dark),
        SettingChange::Size(200),
        SettingChange::KeepWarm(true),
        SettingChange::Shortcut(Some("Ctrl+Alt+D".into())),
    ]
}

#[test]
fn default_file_documents_every_setting() {
    let read = parsing::parse(DEFAULT_FILE.as_bytes()).unwrap();
    assert_eq!(
        (read.settings, read.unknown_key),
        (Settings::STANDARD, None)
    );
    for key in &keys::KEYS {
        let (_, after) = DEFAULT_FILE
            .split_once(&format!("\n[{}]\n", key.table))
            .unwrap();
        let (comment, value) = after.split_once(&format!("\n{} = ", key.name)).unwrap();
        let value = value.lines().next().unwrap();
        let comment = comment.rsplit("\n\n").next().unwrap();
        assert!(
            comment.contains(&format!("Default: {value}.")),
            "{}",
            key.name
        );
    }
    assert!(DEFAULT_FILE.contains("Any program running under your account could press them"));
    use doorbell_core::settings::{
        MAX_DAYS, MAX_DELAY, MAX_RELEASE, MAX_SHORTCUT, MAX_SIZE, MIN_DAYS, MIN_DELAY, MIN_RELEASE,
        MIN_SIZE,
    };
    for bounds in [
        format!("From {MIN_DELAY} to {MAX_DELAY}."),
        format!("From {MIN_DAYS} to {MAX_DAYS}."),
        format!("From {MIN_SIZE} to {MAX_SIZE}."),
        format!("From {MIN_RELEASE} to {MAX_RELEASE}."),
        format!("Up to {MAX_SHORTCUT} letters"),
    ] {
        assert!(DEFAULT_FILE.contains(&bounds), "{bounds}");
    }
}

#[test]
fn default_file_names_every_possible_word() {
    for word in [
        "automatic",
        "window",
        "notification",
        "focus",
        "full",
        "asker",
        "private",
        "system",
        "light",
        "dark",
        "on",
        "off",
    ] {
        assert!(DEFAULT_FILE.contains(&format!("\"{word}\"")), "{word}");
    }
}

#[test]
fn missing_settings_have_their_defaults() {
    for text in [
        "",
        "# nothing\n",
        "[arrival]\n",
        "[look]\ntheme = \"system\"\n",
    ] {
        let (settings, problem) = TestFile::with(text).file.load();
        assert_eq!((settings, problem), (Settings::STANDARD, None), "{text}");
    }
}

#[test]
fn every_toml_notation_is_accepted() {
    let dark = Settings {
        theme: Theme::Dark,
        ..Settings::STANDARD
    };
    for text in [
        "[look]\ntheme = 'dark'\n",
        "look.theme = \"dark\"",
        "look = { theme = \"\"\"dark\"\"\" }",
        "\u{feff}[look]\r\ntheme = \"d\\u0061rk\" # by night\r\n",
        "[\"look\"]\n\"theme\" = \"dark\"",
    ] {
        let (settings, problem) = TestFile::with(text).file.load();
        assert_eq!((settings, problem), (dark.clone(), None), "{text}");
    }
}
