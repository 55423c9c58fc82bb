//! What a person reads, and what the page gets.

use super::warning::{DOMAINS_NAMED, FEW_DOMAINS};
use super::*;

#[test]
fn sentences() {
    for (text, severity, said) in [
        (
            "https://github.com@evil.io/",
            Severity::Severe,
            "The part before @ is not the website. This opens evil.io.",
        ),
        (
            "https://xn--80ak6aa92e.com/",
            Severity::Severe,
            "Letters of the name only look like plain ones (a to z). Its real name is \
             xn--80ak6aa92e.com.",
        ),
        (
            "https://example.com/?u=https%3A%2F%2Fevil.io",
            Severity::Note,
            "Afterwards it may send you to evil.io.",
        ),
        (
            "https://example.com/?u=http://localhost:1/",
            Severity::Note,
            "Afterwards it may send you back to a program on this computer.",
        ),
        (
            "https://example.com/?https://a.io/https://b.io/https://c.io/https://d.io/https://e.io",
            Severity::Caution,
            "Afterwards it may send you to a.io, b.io, c.io, d.io, e.io.",
        ),
        (
            "https://good.com/?a=https://google.com&b=https://github.com&c=https://apple.com\
             &redirect_uri=https://evil.io/steal",
            Severity::Caution,
            "Afterwards it may send you to evil.io, google.com, github.com, apple.com.",
        ),
        (
            "https://github-com.translate.goog/x",
            Severity::Caution,
            "This is github.com as shown by Google's translation, not github.com itself.",
        ),
        (
            "https://translate.goog.evil.io/",
            Severity::Caution,
            "This begins like translate.goog but belongs to evil.io.",
        ),
        (
            "https://192.168.0.1/",
            Severity::Caution,
            "192.168.0.1 is on your own network.",
        ),
        (
            "https://github.com.evil.io/",
            Severity::Caution,
            "This begins like github.com but belongs to evil.io.",
        ),
    ] {
        let text_expected = said.to_owned();
        let expected = WarningView {
            severity,
            text: text_expected,
        };
        assert_eq!(link(text).view(&SEEN).warnings, [expected], "{text}");
    }
}

#[test]
fn how_many_websites_are_named() {
    let sending = |count: usize| {
        let links: Vec<String> = (0..count).map(|n| format!("https://w{n}.io")).collect();
        let mut warnings = link(&format!("https://good.com/?{}", links.join("/")))
            .view(&SEEN)
            .warnings;
        warnings.retain(|warning| warning.text.starts_with("Afterwards"));
        warnings.remove(0)
    };
    assert_eq!(sending(FEW_DOMAINS).severity, Severity::Note);
    assert_eq!(sending(FEW_DOMAINS + 1).severity, Severity::Caution);
    let all = sending(DOMAINS_NAMED).text;
    assert!(all.ends_with("w18.io, w19.io."), "{all}");
    let more = sending(DOMAINS_NAMED + 1).text;
    assert!(more.ends_with("w18.io, w19.io and 1 more."), "{more}");
}

#[test]
fn the_gravest_comes_first_and_asks_for_a_second_press() {
    let link = link("http://github.com@evil.io:81/?u=https://other.io");
    let view = link.view(&Known::default());
    let severities: Vec<Severity> = view.warnings.iter().map(|one| one.severity).collect();
    use Severity::{Caution, Note, Severe};
    assert_eq!(severities, [Severe, Caution, Caution, Note, Note]);
    assert!(view.second_press && link.needs_second_press(&SEEN));
}

#[test]
fn what_is_known_can_ask_for_a_second_press() {
    let link = link("https://gihtub.com/");
    assert!(!link.needs_second_press(&SEEN));
    let opened_before = ["github.com".to_owned()];
    assert!(link.needs_second_press(&Known {
        opened_for_this_server: true,
        opened_before: &opened_before,
    }));
}

#[test]
fn parts() {
    for (text, before, domain, after, host, unicode) in [
        (
            "https://u:p@a.example.com.:81/b?c#d",
            "https://u:p@a.",
            "example.com",
            ".:81/b?c#d",
            "a.example.com.",
            None,
        ),
        ("http://[::1]:9/", "http://", "[::1]", ":9/", "[::1]", None),
        (
            "https://www.bücher.de",
            "https://www.",
            "xn--bcher-kva.de",
            "/",
            "www.xn--bcher-kva.de",
            Some("www.bücher.de"),
        ),
    ] {
        let view = link(text).view(&SEEN);
        assert_eq!(view.before, before);
        assert_eq!(view.domain, domain);
        assert_eq!(view.after, after);
        assert_eq!(view.host, host);
        assert_eq!(view.unicode_host.as_deref(), unicode);
    }
}

#[test]
fn debug_names_the_domain_only() {
    let link = link("https://example.com/?token=sesame");
    assert_eq!(format!("{link:?}"), "Link(example.com)");
    assert!(!format!("{:?}", link.view(&SEEN)).contains("sesame"));
}
