//! Changes made in Home keep what the person wrote.

use super::*;

#[test]
fn change_replaces_only_its_value() {
    for change in changes() {
        let test = TestFile::new();
        test.file.load();
        let (settings, problem) = test.file.change(&change).unwrap();
        assert_eq!(settings, Settings::STANDARD.with(change.clone()).unwrap());
        assert_eq!(problem, None);
        let now = test.text();
        let changed: Vec<_> = DEFAULT_FILE
            .lines()
            .zip(now.lines())
            .filter(|(a, b)| a != b)
            .collect();
        let [(before, after)] = changed.as_slice() else {
            panic!("{change:?}: {changed:?}");
        };
        assert_eq!(DEFAULT_FILE.replacen(before, after, 1), now);
        assert_eq!(SettingsFile::at(test.path.clone()).load(), (settings, None));
    }
}

#[test]
fn changes_can_be_combined_and_undone() {
    let test = TestFile::new();
    let last = changes().map(|change| test.file.change(&change).unwrap());
    assert_eq!(last.last(), Some(&(unusual(), None)));
    test.file.change(&SettingChange::Shortcut(None)).unwrap();
    assert!(test.text().ends_with("shortcut = \"\"\n"));
}

#[test]
fn change_preserves_comments_and_formatting() {
    let rows = [
        // Order, spaces, quotes, line ends, comments, a missing last newline.
        (
            "\u{feff}# mine\r\n[look]\r\n  theme   =   'light'   # by day\r\n\ttext_size=0x96\r\n\r\n[arrival]",
            "'light'",
        ),
        (
            "look = {text_size = 1_50, theme = \"light\" } # x",
            "\"light\"",
        ),
        (
            "look . theme = \"\"\"light\"\"\"\n[unknown]\na = [ 1,\n2 ]",
            "\"\"\"light\"\"\"",
        ),
    ];
    for (text, value) in rows {
        let test = TestFile::with(text);
        let (settings, _) = test
            .file
            .change(&SettingChange::Theme(Theme::Dark))
            .unwrap();
        assert_eq!(settings.theme, Theme::Dark);
        assert_eq!(test.text(), text.replace(value, "\"dark\""));
    }
}

#[test]
fn missing_key_is_added_to_its_table() {
    let rows = [
        ("", "[look]\ntheme = \"dark\"\n"),
        ("# mine\n", "# mine\n\n[look]\ntheme = \"dark\"\n"),
        (
            "[look] # mine\ntext_size = 150 # large\n\n# then\n[window]\n",
            "[look] # mine\ntext_size = 150 # large\ntheme = \"dark\"\n\n# then\n[window]\n",
        ),
        (
            "[look]\r\ntext_size = 150\r\n",
            "[look]\r\ntext_size = 150\r\ntheme = \"dark\"\r\n",
        ),
        (
            "[window]\nkeep_warm = true\n[more]\na = 1\n",
            "[window]\nkeep_warm = true\n[more]\na = 1\n\n[look]\ntheme = \"dark\"\n",
        ),
        (
            "look.text_size = 150\n[more]\n",
            "look.text_size = 150\nlook.theme = \"dark\"\n[more]\n",
        ),
        (
            "look = { text_size = 150 }\n",
            "look = { text_size = 150 , theme = \"dark\" }\n",
        ),
    ];
    for (text, expected) in rows {
        let test = TestFile::with(text);
        let (settings, _) = test
            .file
            .change(&SettingChange::Theme(Theme::Dark))
            .unwrap();
        assert_eq!(settings.theme, Theme::Dark);
        assert_eq!(test.text(), expected);
    }
}

#[test]
fn invalid_file_is_not_overwritten() {
    let text = "[look]\ntheme = 'light'\ntext_size = 7\n";
    let test = TestFile::with(text);
    test.file.load();
    let refused = test
        .file
        .change(&SettingChange::Theme(Theme::Dark))
        .unwrap_err();
    assert_eq!(
        refused.to_string(),
        "Fix settings.toml first: line 3, column 13: text_size must be between 75 and 200."
    );
    // Not even by a change that would correct it.
    test.file.change(&SettingChange::Size(100)).unwrap_err();
    assert_eq!(test.text(), text);
}

#[test]
fn value_out_of_bounds_is_not_written() {
    let test = TestFile::new();
    test.file.load();
    let refused = test.file.change(&SettingChange::Delay(499)).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "The delay in milliseconds must be between 500 and 3000."
    );
    assert_eq!(test.text(), DEFAULT_FILE);
}

#[test]
fn change_starts_from_the_current_file() {
    let test = TestFile::new();
    test.file.load();
    test.write("[look]\ntext_size = 150\n");
    let (settings, _) = test.file.change(&SettingChange::Sound(false)).unwrap();
    assert_eq!((settings.size, settings.sound), (150, false));
}

#[test]
fn change_still_reports_an_unknown_key() {
    let test = TestFile::with("more = 1\n");
    let (_, problem) = test.file.change(&SettingChange::Sound(false)).unwrap();
    assert!(problem.unwrap().is_warning());
}
