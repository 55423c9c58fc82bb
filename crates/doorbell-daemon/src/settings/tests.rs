//! The settings file, from its bytes to its place on the disk.

mod changing;
mod mistakes;
mod place;
mod random;
mod watching;
mod writing_down;

use super::*;
use doorbell_core::settings::{Arrival, Detail, Theme};

/// A settings file in a directory of its own, which is not made yet.
struct Folder {
    _temp: tempfile::TempDir,
    path: PathBuf,
    file: SettingsFile,
}

impl Folder {
    fn new() -> Self {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("config/doorbell/settings.toml");
        Self {
            file: SettingsFile::at(path.clone()),
            path,
            _temp: temp,
        }
    }

    /// One whose file says this.
    fn with(text: &str) -> Self {
        let folder = Self::new();
        folder.says(text);
        folder
    }

    /// The person writes this into it, in place.
    fn says(&self, text: &str) {
        std::fs::create_dir_all(self.path.parent().unwrap()).unwrap();
        std::fs::write(&self.path, text).unwrap();
    }

    fn text(&self) -> String {
        std::fs::read_to_string(&self.path).unwrap()
    }
}

/// Every setting of the Settings page as far from the standard as it goes.
fn unusual() -> Settings {
    Settings {
        arrival: Arrival::Focus,
        detail: Detail::Private,
        answer_buttons: true,
        sound: false,
        delay: 3000,
        from_programs: true,
        history: false,
        days: 365,
        theme: Theme::Dark,
        size: 200,
        keep_warm: true,
        release_after: Settings::STANDARD.release_after,
        shortcut: Some("Ctrl+Alt+D".into()),
    }
}

/// The changes that lead from the standard to [`unusual`].
fn changes() -> [SettingChange; 12] {
    [
        SettingChange::Arrival(Arrival::Focus),
        SettingChange::Detail(Detail::Private),
        SettingChange::AnswerButtons(true),
        SettingChange::Sound(false),
        SettingChange::Delay(3000),
        SettingChange::FromPrograms(true),
        SettingChange::History(false),
        SettingChange::Days(365),
        SettingChange::Theme(Theme::Dark),
        SettingChange::Size(200),
        SettingChange::KeepWarm(true),
        SettingChange::Shortcut(Some("Ctrl+Alt+D".into())),
    ]
}

#[test]
fn the_first_file_sets_every_setting_to_its_default_and_says_what_it_takes() {
    let read = reading::read(STANDARD.as_bytes()).unwrap();
    assert_eq!((read.settings, read.unknown), (Settings::STANDARD, None));
    for key in &keys::KEYS {
        let (_, after) = STANDARD
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
    assert!(STANDARD.contains("Any program running as you can press these buttons"));
    use doorbell_core::settings::{
        MIN_DAYS, MIN_DELAY, MIN_RELEASE, MIN_SIZE, MAX_DAYS, MAX_DELAY, MAX_RELEASE,
        MAX_SHORTCUT, MAX_SIZE,
    };
    for bounds in [
        format!("From {MIN_DELAY} to {MAX_DELAY}."),
        format!("From {MIN_DAYS} to {MAX_DAYS}."),
        format!("From {MIN_SIZE} to {MAX_SIZE}."),
        format!("From {MIN_RELEASE} to {MAX_RELEASE}."),
        format!("Up to {MAX_SHORTCUT} letters"),
    ] {
        assert!(STANDARD.contains(&bounds), "{bounds}");
    }
}

#[test]
fn the_file_names_every_word_that_can_be_set() {
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
    ] {
        assert!(STANDARD.contains(&format!("\"{word}\"")), "{word}");
    }
}

#[test]
fn what_is_left_out_is_as_usual() {
    for text in [
        "",
        "# nothing\n",
        "[arrival]\n",
        "[look]\ntheme = \"system\"\n",
    ] {
        let (settings, problem) = Folder::with(text).file.load();
        assert_eq!((settings, problem), (Settings::STANDARD, None), "{text}");
    }
}

#[test]
fn a_file_can_be_written_in_every_way_that_toml_allows() {
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
        let (settings, problem) = Folder::with(text).file.load();
        assert_eq!((settings, problem), (dark.clone(), None), "{text}");
    }
}
