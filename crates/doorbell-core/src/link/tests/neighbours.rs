//! Links beside the domains that were opened before.

use super::*;

fn opened() -> Vec<String> {
    [
        "github.com",
        "paypal.com",
        "modern.io",
        "t.co",
        "xn--bcher-kva.de",
        "shop.co.uk",
    ]
    .map(str::to_owned)
    .to_vec()
}

#[test]
fn names_like_one_opened_before() {
    let opened_before = opened();
    let known = Known {
        opened_for_this_server: true,
        opened_before: &opened_before,
    };
    for (text, kinds_expected) in [
        ("https://github.com/", &[][..]),
        ("https://api.github.com/", &[]),
        ("https://gitlab.com/", &[]),
        ("https://githubs.com/", &["OneLetterAway"]),
        ("https://gihub.com/", &["OneLetterAway"]),
        ("https://githud.com/", &["OneLetterAway"]),
        ("https://gihtub.com/", &["OneLetterAway"]),
        ("https://github.co/", &["OneLetterAway"]),
        ("https://sub.gihtub.com/", &["OneLetterAway"]),
        ("https://ghtiub.com/", &[]),
        ("https://x.co/", &["OneLetterAway"]),
        // The letters of it look the same.
        ("https://paypa1.com/", &["LooksLike"]),
        ("https://rnodern.io/", &["LooksLike"]),
        ("https://xn--80ak6aa92e.com/", &["LooksPlain"]),
        (
            "https://pаypal.com/",
            &["LooksLike", "MixedScripts", "Respelled"],
        ),
        (
            "https://gíthub.com/",
            &["LooksLike", "Punycode", "Respelled"],
        ),
        ("https://bucher.de/", &["LooksLike"]),
        (
            "https://büchen.de/",
            &["OneLetterAway", "Punycode", "Respelled"],
        ),
        ("https://shop.co.uk.evil.io/", &["Borrowed"]),
        ("https://127.0.0.1/", &[]),
    ] {
        let link = link(text);
        assert_eq!(kinds(&link, &known), kinds_expected, "{text}");
    }
}

#[test]
fn a_domain_opened_before_is_no_imitation() {
    let opened_before = ["github.com", "gitbub.com"].map(str::to_owned);
    let known = Known {
        opened_for_this_server: true,
        opened_before: &opened_before,
    };
    assert!(kinds(&link("https://gitbub.com/"), &known).is_empty());
}

#[test]
fn the_first_link_for_a_server() {
    let view = link("https://api.github.com/").view(&Known::default());
    let text = "You have not opened a link to github.com for this server before.".to_owned();
    let severity = Severity::Note;
    assert_eq!(view.warnings, [WarningView { severity, text }]);
    assert!(!view.second_press);
}
