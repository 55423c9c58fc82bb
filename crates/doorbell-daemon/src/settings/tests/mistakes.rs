//! Invalid files: their messages, and the settings that stay in effect.

use doorbell_core::settings::{
    MAX_DAYS, MAX_DELAY, MAX_RELEASE, MAX_SHORTCUT, MAX_SIZE, MIN_DAYS, MIN_DELAY, MIN_RELEASE,
    MIN_SIZE,
};

use super::*;
use crate::settings::parsing::MAX_BYTES;

fn problem(bytes: &[u8]) -> String {
    parsing::parse(bytes).unwrap_err().to_string()
}

#[test]
fn mistake_names_its_position_and_the_expected_value() {
    let rows = [
        (
            "# a\n\n[answering]\n# b\n\n\ndelay_ms = 100\n",
            "line 7, column 12: delay_ms must be between 500 and 3000",
        ),
        (
            "[answering]\ndelay_ms = \"500\"",
            "line 2, column 12: delay_ms must be a whole number between 500 and 3000",
        ),
        (
            "[answering]\ndelay_ms = 500.0",
            "line 2, column 12: delay_ms must be a whole number between 500 and 3000",
        ),
        (
            "[arrival]\nwindow = \"never\"",
            "line 2, column 10: window must be \"automatic\", \"window\", \"notification\" or \"focus\"",
        ),
        (
            "[arrival]\nwindow = true",
            "line 2, column 10: window must be \"automatic\", \"window\", \"notification\" or \"focus\"",
        ),
        (
            "[notifications]\ndetail = \"Full\"",
            "line 2, column 10: detail must be \"full\", \"asker\" or \"private\"",
        ),
        (
            "[notifications]\nanswer_buttons = 1",
            "line 2, column 18: answer_buttons must be true or false",
        ),
        (
            "[notifications]\nsound = \"on\"",
            "line 2, column 9: sound must be true or false",
        ),
        (
            "[history]\nkeep = []",
            "line 2, column 8: keep must be true or false",
        ),
        (
            "[history.days]\n",
            "line 1, column 1: days must be a whole number between 1 and 365",
        ),
        (
            "[look]\ntheme = \"\"",
            "line 2, column 9: theme must be \"system\", \"light\" or \"dark\"",
        ),
        (
            "[window]\nkeep_warm = 1979-05-27",
            "line 2, column 13: keep_warm must be true or false",
        ),
        (
            "[window]\nrelease_after = 4",
            "line 2, column 17: release_after must be between 5 and 86400",
        ),
        (
            "[window]\nrelease_after = 86401",
            "line 2, column 17: release_after must be between 5 and 86400",
        ),
        (
            "[window]\nrelease_after = \"10 min\"",
            "line 2, column 17: release_after must be a whole number between 5 and 86400",
        ),
        (
            "[keys]\nshortcut = false",
            "line 2, column 12: shortcut must be text in quotation marks",
        ),
        (
            "look = \"dark\"",
            "line 1, column 8: look must be a table, written as [look] on a line of its own",
        ),
        (
            "[[look]]\n",
            "line 1, column 1: look must be a table, written as [look] on a line of its own",
        ),
        // Columns count characters, as editors do.
        (
            "look = { \"ä€😀\" = 1, theme = 2 }",
            "line 1, column 29: theme must be \"system\", \"light\" or \"dark\"",
        ),
        (
            "[look]\r\ntheme = 2\r\n",
            "line 2, column 9: theme must be \"system\", \"light\" or \"dark\"",
        ),
    ];
    for (text, expected) in rows {
        assert_eq!(problem(text.as_bytes()), expected, "{text}");
    }
}

#[test]
fn invalid_toml_names_its_position() {
    let rows = [
        ("[look\n", "line 1, column 6: this is not TOML: "),
        (
            "[look]\ntheme = dark",
            "line 2, column 9: this is not TOML: ",
        ),
        (
            "[look]\ntheme = \"dark\n",
            "line 2, column 14: this is not TOML: ",
        ),
        (
            "[look]\n[look]\n",
            "line 2, column 2: this is not TOML: duplicate key",
        ),
        (
            "[look]\ntheme = 'dark'\ntheme = 'light'\n",
            "line 3, column 1: this is not TOML: duplicate key",
        ),
    ];
    for (text, expected) in rows {
        let message = problem(text.as_bytes());
        assert!(message.starts_with(expected), "{text}: {message}");
    }
    assert_eq!(
        problem(b"[look]\n# caf\xe9\n"),
        "line 2, column 6: this is not UTF-8 text"
    );
}

#[test]
fn bounds_are_inclusive() {
    let rows = [
        ("answering", "delay_ms", MIN_DELAY.into(), MAX_DELAY.into()),
        ("history", "days", MIN_DAYS.into(), MAX_DAYS.into()),
        ("look", "text_size", MIN_SIZE.into(), MAX_SIZE.into()),
        ("window", "release_after", MIN_RELEASE, MAX_RELEASE),
    ];
    for (table, key, least, most) in rows {
        let takes =
            |number: i64| parsing::parse(format!("[{table}]\n{key} = {number}").as_bytes()).is_ok();
        let (least, most) = (i64::from(least), i64::from(most));
        assert!(takes(least) && takes(most), "{key}");
        for beyond in [
            least - 1,
            most + 1,
            -least,
            // Truncated to 32 bits, this would be the minimum.
            (1 << 32) + least,
            i64::MIN,
            i64::MAX,
        ] {
            assert!(!takes(beyond), "{key} = {beyond}");
        }
    }
    let takes = |length: usize| {
        parsing::parse(format!("[keys]\nshortcut = '{}'", "k".repeat(length)).as_bytes()).is_ok()
    };
    assert!(takes(0) && takes(MAX_SHORTCUT));
    assert!(!takes(MAX_SHORTCUT + 1));
}

#[test]
fn file_size_is_limited() {
    let test = TestFile::with(&"#".repeat(MAX_BYTES));
    assert_eq!(test.file.load(), (Settings::STANDARD, None));
    test.write(&"#".repeat(MAX_BYTES + 1));
    let (_, problem) = test.file.load();
    assert_eq!(problem, Some(SettingsProblem::TooLarge));
    assert_eq!(
        SettingsProblem::TooLarge.to_string(),
        "settings.toml is larger than 64 KiB"
    );
    let refused = test.file.change(&SettingChange::Sound(false)).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "Fix settings.toml first: settings.toml is larger than 64 KiB."
    );
    // A change must not make the file too large to read.
    let full = format!("look.theme = 'dark' #{}", "#".repeat(MAX_BYTES - 21));
    test.write(&full);
    let refused = test.file.change(&SettingChange::Theme(Theme::System));
    assert!(matches!(
        refused,
        Err(ChangeError::InvalidFile(SettingsProblem::TooLarge))
    ));
    assert_eq!(test.text(), full);
}

#[test]
fn unknown_key_is_a_warning_and_the_rest_takes_effect() {
    let rows = [
        (
            "[look]\ntheme = 'dark'\ncolour = 'red'\n",
            3,
            1,
            "look.colour",
        ),
        ("colours = 3\n[look]\ntheme = 'dark'\n", 1, 1, "colours"),
        (
            "[look]\ntheme = 'dark'\n[more]\na = 1\nb = 2\n",
            3,
            2,
            "more",
        ),
        ("[more]\n[look]\ntheme = 'dark'\ncolour = 1\n", 1, 2, "more"),
        ("look = { theme = 'dark', a = 1 }", 1, 26, "look.a"),
        ("look.theme = 'dark'\nlook.a.b.c = 1\n", 2, 6, "look.a"),
    ];
    for (text, line, column, key) in rows {
        let (settings, problem) = TestFile::with(text).file.load();
        assert_eq!(settings.theme, Theme::Dark, "{text}");
        let problem = problem.unwrap();
        assert!(problem.is_warning(), "{text}");
        assert_eq!(
            problem.to_string(),
            format!("line {line}, column {column}: unknown setting {key}, which is ignored")
        );
    }
}

#[test]
fn quoted_key_is_short_and_visible() {
    let text = format!("\"\\u202Eab\\n{}\" = 1", "x".repeat(1000));
    let (_, problem) = TestFile::with(&text).file.load();
    let message = problem.unwrap().to_string();
    assert!(
        message.contains("setting ⟨U+202E⟩ab⟨U+000A⟩xx"),
        "{message}"
    );
    assert!(message.contains("…") && message.len() < 250, "{message}");
}

#[test]
fn problem_quotes_only_keys() {
    for text in [
        "[look]\ntheme = \"PRIVATE\"",
        "[look]\ntheme = PRIVATE",
        "PRIVATE\n",
        "[keys]\nshortcut = [\"PRIVATE\"]",
        "x = \"PRIVATE\\q\"",
        "# PRIVATE\nPRIVATE = \"PRIVATE\n",
    ] {
        assert!(!problem(text.as_bytes()).contains("PRIVATE"), "{text}");
    }
}

#[test]
fn last_valid_settings_stay_until_the_file_is_corrected() {
    let test = TestFile::with("[look]\ntheme = 'dark'\ntext_size = 150\n");
    let (good, _) = test.file.load();
    assert_eq!((good.theme, good.size), (Theme::Dark, 150));
    test.write("[look]\ntheme = 'light'\ntext_size = 1\n");
    let (settings, problem) = test.file.load();
    assert_eq!(settings, good);
    assert!(problem.is_some_and(|problem| !problem.is_warning()));
    test.write("[look]\ntheme = 'light'\n");
    let (settings, problem) = test.file.load();
    assert_eq!(
        (settings.theme, settings.size, problem),
        (Theme::Light, 100, None)
    );
}
