//! Files that are wrong: what is said of them, and that what was set before stays.

use doorbell_core::settings::{
    MIN_DAYS, MIN_DELAY, MIN_RELEASE, MIN_SIZE, MAX_DAYS, MAX_DELAY, MAX_RELEASE,
    MAX_SHORTCUT, MAX_SIZE,
};

use super::*;
use crate::settings::reading::MOST_BYTES;

fn problem(bytes: &[u8]) -> String {
    reading::read(bytes).unwrap_err().to_string()
}

#[test]
fn a_mistake_is_told_with_its_place_and_what_must_be_there() {
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
        // Columns are counted as editors count them.
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
fn what_is_not_toml_is_told_with_its_place() {
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
        let said = problem(text.as_bytes());
        assert!(said.starts_with(expected), "{text}: {said}");
    }
    assert_eq!(
        problem(b"[look]\n# caf\xe9\n"),
        "line 2, column 6: this is not UTF-8 text"
    );
}

#[test]
fn every_edge_can_be_set_and_nothing_beyond() {
    let rows = [
        (
            "answering",
            "delay_ms",
            MIN_DELAY.into(),
            MAX_DELAY.into(),
        ),
        ("history", "days", MIN_DAYS.into(), MAX_DAYS.into()),
        ("look", "text_size", MIN_SIZE.into(), MAX_SIZE.into()),
        ("window", "release_after", MIN_RELEASE, MAX_RELEASE),
    ];
    for (table, key, least, most) in rows {
        let takes =
            |number: i64| reading::read(format!("[{table}]\n{key} = {number}").as_bytes()).is_ok();
        let (least, most) = (i64::from(least), i64::from(most));
        assert!(takes(least) && takes(most), "{key}");
        for beyond in [
            least - 1,
            most + 1,
            -least,
            // Would be the least if it were cut to fewer bits.
            (1 << 32) + least,
            i64::MIN,
            i64::MAX,
        ] {
            assert!(!takes(beyond), "{key} = {beyond}");
        }
    }
    let takes = |length: usize| {
        reading::read(format!("[keys]\nshortcut = '{}'", "k".repeat(length)).as_bytes()).is_ok()
    };
    assert!(takes(0) && takes(MAX_SHORTCUT));
    assert!(!takes(MAX_SHORTCUT + 1));
}

#[test]
fn a_file_may_have_so_many_bytes_and_no_more() {
    let folder = Folder::with(&"#".repeat(MOST_BYTES));
    assert_eq!(folder.file.load(), (Settings::STANDARD, None));
    folder.says(&"#".repeat(MOST_BYTES + 1));
    let (_, problem) = folder.file.load();
    assert_eq!(problem, Some(Problem::TooLarge));
    assert_eq!(
        Problem::TooLarge.to_string(),
        "settings.toml has more than 64 KiB"
    );
    let refused = folder
        .file
        .change(&SettingChange::Sound(false))
        .unwrap_err();
    assert_eq!(
        refused.to_string(),
        "Put settings.toml right first: settings.toml has more than 64 KiB."
    );
    // A change may not make it larger than can be read.
    let full = format!("look.theme = 'dark' #{}", "#".repeat(MOST_BYTES - 21));
    folder.says(&full);
    let refused = folder.file.change(&SettingChange::Theme(Theme::System));
    assert!(matches!(refused, Err(NotChanged::Wrong(Problem::TooLarge))));
    assert_eq!(folder.text(), full);
}

#[test]
fn an_unknown_key_is_a_warning_and_the_rest_counts() {
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
        let (settings, problem) = Folder::with(text).file.load();
        assert_eq!(settings.theme, Theme::Dark, "{text}");
        let problem = problem.unwrap();
        assert!(problem.is_warning(), "{text}");
        assert_eq!(
            problem.to_string(),
            format!(
                "line {line}, column {column}: there is no setting called {key}; Doorbell takes no notice of it"
            )
        );
    }
}

#[test]
fn a_key_is_quoted_so_that_it_can_be_read() {
    let text = format!("\"\\u202Eab\\n{}\" = 1", "x".repeat(1000));
    let (_, problem) = Folder::with(&text).file.load();
    let said = problem.unwrap().to_string();
    assert!(said.contains("called ⟨U+202E⟩ab⟨U+000A⟩xx"), "{said}");
    assert!(said.contains("…") && said.len() < 250, "{said}");
}

#[test]
fn nothing_of_the_file_but_a_key_is_quoted() {
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
fn the_last_good_settings_stay_until_the_file_is_right_again() {
    let folder = Folder::with("[look]\ntheme = 'dark'\ntext_size = 150\n");
    let (good, _) = folder.file.load();
    assert_eq!((good.theme, good.size), (Theme::Dark, 150));
    folder.says("[look]\ntheme = 'light'\ntext_size = 1\n");
    let (settings, problem) = folder.file.load();
    assert_eq!(settings, good);
    assert!(problem.is_some_and(|problem| !problem.is_warning()));
    folder.says("[look]\ntheme = 'light'\n");
    let (settings, problem) = folder.file.load();
    assert_eq!(
        (settings.theme, settings.size, problem),
        (Theme::Light, 100, None)
    );
}
