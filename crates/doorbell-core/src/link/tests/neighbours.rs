//! Links beside the domains that were opened before, and the websites inside them.

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

#[test]
fn websites_inside() {
    for (rest, names, this_computer, odd) in [
        (
            "?u=https://app.other.io/cb",
            &["other.io"][..],
            false,
            false,
        ),
        ("?u=https%3A%2F%2Fother.io", &["other.io"], false, false),
        (
            "?u=https%253A%252F%252Fother.io%252Fcb",
            &["other.io"],
            false,
            false,
        ),
        ("?u=HTTPS%3a%2f%2fOTHER.io", &["other.io"], false, false),
        ("?u=//other.io/x", &["other.io"], false, false),
        ("?u=%2F%2Fother.io", &["other.io"], false, false),
        ("?u=/\\other.io", &["other.io"], false, false),
        ("?u=%5C%5Cother.io", &["other.io"], false, false),
        ("?u=https:\\\\other.io", &["other.io"], false, false),
        ("?u=https:/other.io", &["other.io"], false, false),
        ("?https://other.io", &["other.io"], false, false),
        ("/https://other.io/x", &["other.io"], false, false),
        ("/login/https%3A%2F%2Fother.io", &["other.io"], false, false),
        ("//other.io/x", &["other.io"], false, false),
        ("/%2F%2Fother.io", &["other.io"], false, false),
        ("/%5Cother.io", &["other.io"], false, false),
        ("#u=https://other.io", &["other.io"], false, false),
        ("#//other.io", &["other.io"], false, false),
        (
            "?u=https://example.com@other.io/",
            &["other.io"],
            false,
            true,
        ),
        (
            "?u=https://good.org%26x@other.io/",
            &["other.io", "good.org"],
            false,
            true,
        ),
        (
            "?u=https://a.io,https://b.io;https://c.io",
            &["a.io", "b.io", "c.io"],
            false,
            false,
        ),
        (
            "?u=https://a.io/?v=https://b.io",
            &["a.io", "b.io"],
            false,
            false,
        ),
        ("?u=https://a.io&mail=me@b.io", &["a.io"], false, false),
        ("?u=http://other.io", &["other.io"], false, true),
        ("?u=https://93.184.215.14", &["93.184.215.14"], false, true),
        (
            "?u=https://xn--80ak6aa92e.com",
            &["xn--80ak6aa92e.com"],
            false,
            true,
        ),
        ("?u=http://localhost:8765/cb", &[], true, false),
        (
            "?u=http%3A%2F%2F127.0.0.1%3A8765&v=https://other.io",
            &["other.io"],
            true,
            false,
        ),
        // None of these leads anywhere else.
        ("?u=https://example.com/x", &[], false, false),
        ("?u=https://login.example.com", &[], false, false),
        ("?u=other.io", &[], false, false),
        ("?u=//path/only", &[], false, false),
        ("/a//b.c/d", &[], false, false),
        ("?text=see+http:", &[], false, false),
    ] {
        let link = link(&format!(
            "https://example.com{}{rest}",
            if rest.starts_with('/') { "" } else { "/" }
        ));
        let found = link.warnings(&SEEN).find_map(|warning| match warning {
            Warning::SendsOn(targets) => Some(targets),
            _ => None,
        });
        let found = found.unwrap_or_default();
        assert_eq!(found.names, names, "{rest}");
        assert_eq!(found.this_computer, this_computer, "{rest}");
        assert_eq!(found.is_odd(), odd, "{rest}");
    }
}
