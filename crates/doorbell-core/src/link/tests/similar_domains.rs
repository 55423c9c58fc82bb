//! Links to domains similar to those opened before.

use super::*;

fn opened_domains() -> Vec<String> {
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
fn similar_domains_are_found() {
    let opened_domains = opened_domains();
    let history = LinkHistory {
        opened_for_this_server: true,
        opened_domains: &opened_domains,
    };
    for (text, expected) in [
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
        // The letters look the same.
        ("https://paypa1.com/", &["LooksLike"]),
        ("https://rnodern.io/", &["LooksLike"]),
        ("https://xn--80ak6aa92e.com/", &["LooksLikeAscii"]),
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
        ("https://shop.co.uk.evil.io/", &["DeceptiveSubdomain"]),
        ("https://127.0.0.1/", &[]),
    ] {
        let link = link(text);
        assert_eq!(kinds(&link, &history), expected, "{text}");
    }
}

#[test]
fn domain_opened_before_is_not_an_imitation() {
    let opened_domains = ["github.com", "gitbub.com"].map(str::to_owned);
    let history = LinkHistory {
        opened_for_this_server: true,
        opened_domains: &opened_domains,
    };
    assert!(kinds(&link("https://gitbub.com/"), &history).is_empty());
}

#[test]
fn first_link_for_server_is_noted() {
    let view = link("https://api.github.com/").view(&LinkHistory::default());
    let text = "First link to github.com from this server.".to_owned();
    let severity = Severity::Note;
    assert_eq!(view.warnings, [WarningView { severity, text }]);
    assert!(!view.second_press);
}
