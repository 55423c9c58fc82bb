use super::*;
use proptest::prelude::*;

#[test]
fn hidden_characters_become_code_points() {
    for (text, shown) in [
        ("plain text, ünïcödé, 日本語", "plain text, ünïcödé, 日本語"),
        ("safe\u{202E}gpj.exe", "safe⟨U+202E⟩gpj.exe"),
        ("a\u{2066}b\u{2069}c", "a⟨U+2066⟩b⟨U+2069⟩c"),
        ("a\u{061C}\u{200E}\u{200F}b", "a⟨U+061C⟩⟨U+200E⟩⟨U+200F⟩b"),
        ("pay\u{200B}pal", "pay⟨U+200B⟩pal"),
        ("a\u{2060}b\u{FEFF}c", "a⟨U+2060⟩b⟨U+FEFF⟩c"),
        ("a\u{2028}b\u{2029}c", "a⟨U+2028⟩b⟨U+2029⟩c"),
        (
            "a\0b\u{1B}[31mc\u{7F}d\u{85}e",
            "a⟨U+0000⟩b⟨U+001B⟩[31mc⟨U+007F⟩d⟨U+0085⟩e",
        ),
        ("one\ttwo\nthree", "one\ttwo\nthree"),
        ("one\r\ntwo\rthree", "one\ntwo⟨U+000D⟩three"),
        ("soft\u{AD}hyphen\u{E0041}", "soft⟨U+00AD⟩hyphen⟨U+E0041⟩"),
    ] {
        assert_eq!(visible(text), shown, "{text:?}");
        assert_eq!(has_hidden_characters(text), shown.contains('⟨'), "{text:?}");
    }
}

#[test]
fn quotation_marks_in_names_become_code_points() {
    for (name, shown) in [
        ("a“b”c", "a⟨U+201C⟩b⟨U+201D⟩c"),
        ("\"a\"", "⟨U+0022⟩a⟨U+0022⟩"),
        ("a' b", "a⟨U+0027⟩ b"),
        ("a’", "a⟨U+2019⟩"),
        ("«a» 「b」", "⟨U+00AB⟩a⟨U+00BB⟩ ⟨U+300C⟩b⟨U+300D⟩"),
        // Look-alikes: grave accent, double prime, fullwidth mark.
        ("a` b″ c＂", "a⟨U+0060⟩ b⟨U+2033⟩ c⟨U+FF02⟩"),
        ("a''b", "a⟨U+0027⟩⟨U+0027⟩b"),
        ("a'\u{3164}", "a⟨U+0027⟩⟨U+3164⟩"),
        (
            "Ada's l’outil, rn-m, a.b/c_d (1)",
            "Ada's l’outil, rn-m, a.b/c_d (1)",
        ),
        (
            "ünïcödé, 日本語, 👩\u{200D}💻",
            "ünïcödé, 日本語, 👩\u{200D}💻",
        ),
    ] {
        assert_eq!(visible_name(name), shown, "{name:?}");
    }
}

proptest! {
    #[test]
    fn plain_text_is_unchanged(text in "[ -~\\t]{0,40}") {
        let is_blank = text.trim().is_empty();
        prop_assert_eq!(visible(&text), if is_blank { "" } else { text.as_str() });
        prop_assert!(!has_hidden_characters(&text));
        let words: Vec<_> = text.split_whitespace().collect();
        prop_assert_eq!(one_line(&text), words.join(" "));
    }
}

#[test]
fn required_joiners_are_preserved() {
    for text in [
        "👩\u{200D}💻",
        "❤\u{FE0F}\u{200D}🔥",
        "می\u{200C}خواهم",
        "क्\u{200D}ष",
        "1\u{FE0F}\u{20E3}",
    ] {
        assert_eq!(visible(text), text);
    }
    assert_eq!(visible("pay\u{200D}pal"), "pay⟨U+200D⟩pal");
    assert_eq!(visible("a\u{FE0F}"), "a⟨U+FE0F⟩");
    assert_eq!(visible("👩\u{200D}"), "👩⟨U+200D⟩");
}

#[test]
fn many_blank_lines_become_a_count() {
    for (text, shown) in [
        ("", ""),
        ("a\n\nb", "a\n\nb"),
        ("a\n\n\nb", "a\n\n\nb"),
        ("a\n\n\n\nb", "a\n⟨3 empty lines⟩\nb"),
        ("a\n \n\t\n\u{3000}\n\nb\n\nc", "a\n⟨4 empty lines⟩\nb\n\nc"),
        ("\n\n\n\na", "⟨4 empty lines⟩\na"),
        ("\na", "\na"),
        ("\n\na", "\n\na"),
        ("a\n", "a\n"),
        ("a\n\n\n\n", "a\n⟨4 empty lines⟩"),
    ] {
        assert_eq!(visible(text), shown, "{text:?}");
    }
}

#[test]
fn long_text_is_cut() {
    for (text, shown) in [
        ("", ""),
        ("abcdef", "abcdef"),
        ("abcdefg", "abcde…"),
        ("\u{202E}bcdefg", "⟨U+20…"),
        ("äöüßéè", "äöüßéè"),
        ("äöüßéèê", "äöüßé…"),
    ] {
        assert_eq!(visible_prefix(text, 6), shown, "{text:?}");
    }
}

#[test]
fn escaped_json_has_same_value() {
    let value = serde_json::json!({"a\u{202E}": ["x\u{200B}y", "tab\t", "\u{E0041}", "é"]});
    let plain = serde_json::to_string_pretty(&value).unwrap();
    let escaped = escape_json(&plain);
    assert!(!escaped.contains('\u{202E}') && !escaped.contains('\u{E0041}'));
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(&escaped).unwrap(),
        value
    );
}

#[test]
fn one_line_joins_lines() {
    for (name, expected) in [
        ("acme", "acme"),
        (
            "acme\nVerified by the system",
            "acme Verified by the system",
        ),
        ("\n\n\n\nacme\t tools \r\n", "⟨4 empty lines⟩ acme tools"),
        ("a\u{2028}b\u{85}c", "a⟨U+2028⟩b⟨U+0085⟩c"),
        ("a\u{a0}\u{3000}b", "a b"),
    ] {
        assert_eq!(one_line(name), expected, "{name:?}");
    }
}

#[test]
fn cut_text_has_no_hidden_characters() {
    let family = "👩\u{200d}👩\u{200d}👧\u{200d}👦";
    for max in 1..=family.chars().count() {
        let cut = clamp(family, max);
        assert!(!has_hidden_characters(&cut), "{max}: {cut:?}");
    }
    assert_eq!(clamp(family, 3), "👩…");
}
