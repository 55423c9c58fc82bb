//! Changes by the Settings page: what a person wrote stays.

use super::*;

#[test]
fn each_change_changes_its_value_and_no_other_byte() {
    for change in changes() {
        let folder = Folder::new();
        folder.file.load();
        let (settings, problem) = folder.file.change(&change).unwrap();
        assert_eq!(settings, Settings::STANDARD.with(change.clone()).unwrap());
        assert_eq!(problem, None);
        let now = folder.text();
        let changed: Vec<_> = STANDARD
            .lines()
            .zip(now.lines())
            .filter(|(a, b)| a != b)
            .collect();
        let [(before, after)] = changed.as_slice() else {
            panic!("{change:?}: {changed:?}");
        };
        assert_eq!(STANDARD.replacen(before, after, 1), now);
        assert_eq!(
            SettingsFile::at(folder.path.clone()).load(),
            (settings, None)
        );
    }
}

#[test]
fn all_changes_together_set_everything_and_can_be_taken_back() {
    let folder = Folder::new();
    let last = changes().map(|change| folder.file.change(&change).unwrap());
    assert_eq!(last.last(), Some(&(unusual(), None)));
    folder.file.change(&SettingChange::Shortcut(None)).unwrap();
    assert!(folder.text().ends_with("shortcut = \"\"\n"));
}

#[test]
fn what_a_person_wrote_stays_byte_for_byte() {
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
        let folder = Folder::with(text);
        let (settings, _) = folder
            .file
            .change(&SettingChange::Theme(Theme::Dark))
            .unwrap();
        assert_eq!(settings.theme, Theme::Dark);
        assert_eq!(folder.text(), text.replace(value, "\"dark\""));
    }
}

#[test]
fn a_key_that_is_missing_is_added_to_its_table() {
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
        let folder = Folder::with(text);
        let (settings, _) = folder
            .file
            .change(&SettingChange::Theme(Theme::Dark))
            .unwrap();
        assert_eq!(settings.theme, Theme::Dark);
        assert_eq!(folder.text(), expected);
    }
}

#[test]
fn a_file_that_is_wrong_is_not_overwritten() {
    let text = "[look]\ntheme = 'light'\ntext_size = 7\n";
    let folder = Folder::with(text);
    folder.file.load();
    let refused = folder
        .file
        .change(&SettingChange::Theme(Theme::Dark))
        .unwrap_err();
    assert_eq!(
        refused.to_string(),
        "Put settings.toml right first: line 3, column 13: text_size must be between 75 and 200."
    );
    // Not even if the change would put it right.
    folder.file.change(&SettingChange::Size(100)).unwrap_err();
    assert_eq!(folder.text(), text);
}

#[test]
fn a_value_out_of_bounds_is_not_written() {
    let folder = Folder::new();
    folder.file.load();
    let refused = folder.file.change(&SettingChange::Delay(499)).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "The delay in milliseconds must be between 500 and 3000."
    );
    assert_eq!(folder.text(), STANDARD);
}

#[test]
fn what_was_written_meanwhile_counts_for_a_change() {
    let folder = Folder::new();
    folder.file.load();
    folder.says("[look]\ntext_size = 150\n");
    let (settings, _) = folder.file.change(&SettingChange::Sound(false)).unwrap();
    assert_eq!((settings.size, settings.sound), (150, false));
}

#[test]
fn a_change_keeps_telling_of_an_unknown_key() {
    let folder = Folder::with("more = 1\n");
    let (_, problem) = folder.file.change(&SettingChange::Sound(false)).unwrap();
    assert!(problem.unwrap().is_warning());
}
