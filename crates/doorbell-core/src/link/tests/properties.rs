//! Property tests with random links.

use proptest::prelude::*;

use super::*;

/// Prefers pieces with a meaning in links.
fn piece() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "https://",
        "http://",
        "HTTP:",
        "/",
        "\\",
        "//",
        ":",
        "@",
        "?",
        "#",
        "&",
        "=",
        "%",
        ".",
        "..",
        "[",
        "]",
        "%2F",
        "%40",
        "%25",
        "%E2%80%AE",
        "%00",
        "%09",
        "%0A",
        "next=",
        "(",
        "translate.goog",
        "\u{202E}",
        "\u{200B}",
        "\u{AD}",
        "\u{200D}",
        "\u{FE0F}",
        "xn--",
        "xn--80ak6aa92e",
        "аррӏе",
        "ü",
        "日",
        "ノ",
        "ｅ",
        "。",
        "localhost",
        "127.0.0.1",
        "0x7f",
        "2130706433",
        "::1",
        "example",
        "com",
        "co.uk",
        "github.io",
        "evil.io",
        "internal",
        "80",
        "443",
        "\"",
        "'",
        "<",
        "|",
        "^",
        "{",
        "~",
        " ",
        "\t",
    ]);
    prop_oneof![
        8 => pieces.prop_map(str::to_owned),
        1 => any::<String>(),
        1 => "[a-z0-9-]{1,12}",
    ]
}

fn text() -> impl Strategy<Value = String> {
    let pieces = || prop::collection::vec(piece(), 0..12).prop_map(|pieces| pieces.concat());
    prop_oneof![
        1 => any::<String>(),
        1 => pieces(),
        6 => pieces().prop_map(|rest| format!("https://{rest}")),
        2 => (any::<prop::sample::Index>(), piece()).prop_map(|(position, piece)| {
            let link = "https://a.example.com/p?q=https://evil.io#f";
            let (before, after) = link.split_at(position.index(link.len()));
            format!("{before}{piece}{after}")
        }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn every_link_has_a_consistent_view(text in text()) {
        let opened_domains = ["example.com", "github.com"].map(str::to_owned);
        let history = LinkHistory { opened_for_this_server: false, opened_domains: &opened_domains };
        let Ok(link) = assess(&text) else { return Ok(()) };
        let view = link.view(&history);

        prop_assert!(link.url().starts_with("http://") || link.url().starts_with("https://"));
        prop_assert!(link.url().bytes().all(|byte| byte.is_ascii_graphic()));
        prop_assert_eq!(format!("{}{}{}", view.before, view.domain, view.after), link.url());
        prop_assert_eq!(&view.domain, link.domain());
        prop_assert!(view.host.trim_end_matches('.').ends_with(link.domain()));
        prop_assert!(!link.domain().is_empty());
        prop_assert_eq!(view.second_press, link.needs_second_press(&history));
        let shown = view.warnings.iter().map(|warning| &warning.text).chain(&view.unicode_host);
        for shown in shown {
            prop_assert!(!crate::text::has_hidden_characters(shown) && !shown.contains('\n'), "{:?}", shown);
        }
        for warning in &view.warnings {
            // Our own sentences have typographic quotes.
            let text = warning.text.replace(['“', '”', '’'], "");
            prop_assert!(text.is_ascii());
        }
    }

    #[test]
    fn opened_link_parses_to_itself(text in text()) {
        let Ok(link) = assess(&text) else { return Ok(()) };
        let reparsed = assess(link.url()).expect("the URL of a link is a link");
        let comparable = |link: &Link| {
            let mut warnings = link.warnings.clone();
            warnings.retain(|warning| !matches!(warning, Warning::Disguised(_) | Warning::Respelled));
            warnings
        };
        prop_assert_eq!(reparsed.url(), link.url());
        prop_assert_eq!(reparsed.domain(), link.domain());
        prop_assert_eq!(comparable(&reparsed), comparable(&link));
        let is_respelled = |warning: &Warning| matches!(warning, Warning::Disguised(_) | Warning::Respelled);
        prop_assert!(!reparsed.warnings.iter().any(is_respelled));
    }
}
