//! Warning texts and the view for the page.

use super::warning::{MAX_NAMED_DOMAINS, MAX_NOTE_DOMAINS};
use super::*;

#[test]
fn warnings_have_texts_and_severities() {
    for (text, severity, warning) in [
        (
            "https://github.com@evil.io/",
            Severity::Severe,
            "Misleading link: the text before “@” is not the website. It opens evil.io.",
        ),
        (
            "https://xn--80ak6aa92e.com/",
            Severity::Severe,
            "This is not apple.com. It uses look-alike letters; the real address is \
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
            "This is github.com as shown by Google’s translation, not github.com itself.",
        ),
        (
            "https://translate.goog.evil.io/",
            Severity::Caution,
            "Looks like translate.goog, but belongs to evil.io.",
        ),
        (
            "https://192.168.0.1/",
            Severity::Caution,
            "192.168.0.1 is on your own network.",
        ),
        (
            "https://github.com.evil.io/",
            Severity::Caution,
            "Looks like github.com, but belongs to evil.io.",
        ),
    ] {
        let expected = WarningView {
            severity,
            text: warning.to_owned(),
        };
        assert_eq!(
            link(text).view(&OPENED_FOR_SERVER).warnings,
            [expected],
            "{text}"
        );
    }
}

#[test]
fn many_redirect_targets_are_cautioned_and_counted() {
    let warning_for = |count: usize| {
        let links: Vec<String> = (0..count).map(|n| format!("https://w{n}.io")).collect();
        let mut warnings = link(&format!("https://good.com/?{}", links.join("/")))
            .view(&OPENED_FOR_SERVER)
            .warnings;
        warnings.retain(|warning| warning.text.starts_with("Afterwards"));
        warnings.remove(0)
    };
    assert_eq!(warning_for(MAX_NOTE_DOMAINS).severity, Severity::Note);
    assert_eq!(
        warning_for(MAX_NOTE_DOMAINS + 1).severity,
        Severity::Caution
    );
    let all = warning_for(MAX_NAMED_DOMAINS).text;
    assert!(all.ends_with("w18.io, w19.io."), "{all}");
    let more = warning_for(MAX_NAMED_DOMAINS + 1).text;
    assert!(more.ends_with("w18.io, w19.io and 1 more."), "{more}");
}

#[test]
fn severe_warning_comes_first_and_needs_second_press() {
    let link = link("http://github.com@evil.io:81/?u=https://other.io");
    let view = link.view(&LinkHistory::default());
    let severities: Vec<Severity> = view
        .warnings
        .iter()
        .map(|warning| warning.severity)
        .collect();
    use Severity::{Caution, Note, Severe};
    assert_eq!(severities, [Severe, Caution, Caution, Note, Note]);
    assert!(view.second_press && link.needs_second_press(&OPENED_FOR_SERVER));
}

#[test]
fn history_can_require_second_press() {
    let link = link("https://gihtub.com/");
    assert!(!link.needs_second_press(&OPENED_FOR_SERVER));
    let opened_domains = ["github.com".to_owned()];
    assert!(link.needs_second_press(&LinkHistory {
        opened_for_this_server: true,
        opened_domains: &opened_domains,
    }));
}

#[test]
fn imitated_name_stands_in_the_warning_alone() {
    for (text, expected) in [
        ("https://www.xn--80ak6aa92e.com/", "www.apple.com"),
        // Latin m stays m, although it looks like rn.
        ("https://xn--mail-z7b.com/", "gmail.com"),
    ] {
        let view = link(text).view(&OPENED_FOR_SERVER);
        assert_eq!(view.unicode_host, None, "{text}");
        let warning = &view.warnings[0].text;
        let start = format!("This is not {expected}. ");
        assert!(warning.starts_with(&start), "{warning}");
    }
}

#[test]
fn view_splits_link_at_domain() {
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
        let view = link(text).view(&OPENED_FOR_SERVER);
        assert_eq!(view.before, before);
        assert_eq!(view.domain, domain);
        assert_eq!(view.after, after);
        assert_eq!(view.host, host);
        assert_eq!(view.unicode_host.as_deref(), unicode);
    }
}

#[test]
fn debug_output_contains_only_domain() {
    let link = link("https://example.com/?token=sesame");
    assert_eq!(format!("{link:?}"), "Link(example.com)");
    assert!(!format!("{:?}", link.view(&OPENED_FOR_SERVER)).contains("sesame"));
}
