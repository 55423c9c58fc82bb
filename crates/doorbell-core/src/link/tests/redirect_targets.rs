//! Websites inside a link.

use super::payload::MAX_ESCAPE_LAYERS;
use super::*;
use crate::link::redirect_targets::RedirectTargets;

fn link_with(rest: &str) -> Link {
    let slash = if rest.starts_with('/') { "" } else { "/" };
    link(&format!("https://example.com{slash}{rest}"))
}

fn targets(link: &Link) -> RedirectTargets {
    let found = link
        .warnings(&OPENED_FOR_SERVER)
        .find_map(|warning| match warning {
            Warning::RedirectTargets(targets) => Some(targets),
            _ => None,
        });
    found.unwrap_or_default()
}

#[test]
fn websites_inside_links_are_found() {
    for (rest, domains, this_computer, is_suspicious) in [
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
        // These stay on the same website.
        ("?u=https://example.com/x", &[], false, false),
        ("?u=https://login.example.com", &[], false, false),
        ("?u=other.io", &[], false, false),
        ("?u=//path/only", &[], false, false),
        ("/a//b.c/d", &[], false, false),
        ("?text=see+http:", &[], false, false),
        ("?text=see+http:other.io", &[], false, false),
    ] {
        let link = link_with(rest);
        let found = targets(&link);
        assert_eq!(found.domains, domains, "{rest}");
        assert_eq!(found.this_computer, this_computer, "{rest}");
        assert_eq!(found.is_suspicious, is_suspicious, "{rest}");
    }
}

/// Browsers follow these although they do not look like links.
#[test]
fn unusual_spellings_are_found() {
    for (rest, domains, this_computer, hides_characters) in [
        ("?next=ht%09tps://evil.io/", &["evil.io"][..], false, true),
        ("?next=ht%0Atps://evil.io/", &["evil.io"], false, true),
        (
            "?next=ht%250D%250Atps://evil.io/",
            &["evil.io"],
            false,
            true,
        ),
        ("?next=https:%0A//evil.io", &["evil.io"], false, true),
        ("?next=https:/%0A/evil.io", &["evil.io"], false, true),
        ("?next=https://%0Aevil.io", &["evil.io"], false, true),
        ("?next=https://ev%0Ail.io", &["evil.io", "ev"], false, true),
        (
            "?x=https://good.org%0A.evil.io",
            &["evil.io", "good.org"],
            false,
            true,
        ),
        ("?next=/%09/evil.io/", &["evil.io"], false, true),
        ("?x=/%09/evil.io/", &["evil.io"], false, true),
        ("/%09/evil.io/", &["evil.io"], false, true),
        ("#next=/%09/evil.io/", &["evil.io"], false, true),
        ("?next=%20//evil.io/", &["evil.io"], false, false),
        ("?next=+//evil.io/", &["evil.io"], false, false),
        ("?next=http:evil.io", &["evil.io"], false, false),
        ("?x=HTTP%3Aevil.io/a", &["evil.io"], false, false),
        ("?next=https:evil.io", &["evil.io"], false, false),
        ("?next=//localhost:8080/x", &[], true, false),
        ("?x=//localhost:8080/x", &[], true, false),
        ("?next=localhost:8080/x", &[], true, false),
        ("?next=http://[::1]:8080/x", &[], true, false),
        ("?next=//intranet/x", &["intranet"], false, false),
        ("?next=http:intranet", &["intranet"], false, false),
        ("?next=evil.io/path", &["evil.io"], false, false),
        ("?next=evil.io%2Fpath", &["evil.io"], false, false),
        ("?next=evil.io:8443", &["evil.io"], false, false),
        ("?next=@evil.io", &["evil.io"], false, false),
        ("?next=.evil.io", &["evil.io"], false, false),
        ("?next=93.184.215.14/x", &["93.184.215.14"], false, false),
        ("#/login?next=evil.io", &["evil.io"], false, false),
        ("?x=https://(evil.io)", &["evil.io"], false, false),
        ("?x=(https://evil.io).", &["evil.io"], false, false),
        ("?x=see+**https://evil.io**!", &["evil.io"], false, false),
        (
            "?x=https://good.org,.evil.io/",
            &["evil.io", "good.org"],
            false,
            false,
        ),
        (
            "?x=https://good.org'.evil.io/",
            &["evil.io", "good.org"],
            false,
            false,
        ),
        // Text over several lines, with and without links.
        ("?x=a%0Ahttps://a.io/b%0Ac", &["a.io"], false, false),
        ("?x=https://a.io%0Abye", &["a.io"], false, false),
        (
            "?x=https://a.io%0D%0Ahttps://b.io",
            &["b.io", "a.io"],
            false,
            false,
        ),
        ("?x=a%0Ab", &[], false, false),
        ("?next=/a%0Ab", &[], false, false),
        // These stay on the same website.
        ("?next=/evil.io/path", &[], false, false),
        ("?next=login.html", &[], false, false),
        ("?next=home", &[], false, false),
        ("?next=5", &[], false, false),
        ("?target=1.2.3", &[], false, false),
        ("?url=mailto:me@other.io", &[], false, false),
        ("?next=ht%09tps://example.com/", &[], false, false),
        ("?x=//intranet/x", &[], false, false),
        ("?x=http:intranet", &[], false, false),
        ("?x=evil.io/path", &[], false, false),
    ] {
        let link = link_with(rest);
        let found = targets(&link);
        assert_eq!(found.domains, domains, "{rest}");
        assert_eq!(found.this_computer, this_computer, "{rest}");
        let count = kinds(&link, &OPENED_FOR_SERVER)
            .iter()
            .filter(|kind| *kind == "HiddenCharacters")
            .count();
        assert_eq!(count, usize::from(hides_characters), "{rest}");
    }
}

#[test]
fn redirect_parameters_come_first() {
    for key in [
        "redirect",
        "redirect_uri",
        "post_logout_redirect_uri",
        "next",
        "continue",
        "returnTo",
        "return_url",
        "goto",
        "url",
        "target",
        "dest",
        "destination",
        "callback",
        "NEXT",
        "%6Eext",
        "a[next_url]",
    ] {
        let link = link_with(&format!(
            "?a=https://a.io&{key}=https://evil.io&b=https://b.io"
        ));
        assert_eq!(targets(&link).domains, ["evil.io", "a.io", "b.io"], "{key}");
    }
    for key in ["u", "q", "text", "curl_version", "hurl2"] {
        let link = link_with(&format!("?a=https://a.io&{key}=https://evil.io"));
        assert_eq!(targets(&link).domains, ["a.io", "evil.io"], "{key}");
    }
}

#[test]
fn escapes_are_decoded_up_to_limit() {
    let escaped = |times: usize| {
        let colon = format!("%{}3A", "25".repeat(times - 1));
        targets(&link_with(&format!("?u=https{colon}//evil.io"))).domains
    };
    for times in [1, 2, 3, 4, MAX_ESCAPE_LAYERS] {
        assert_eq!(escaped(times), ["evil.io"], "{times}");
    }
    assert!(escaped(MAX_ESCAPE_LAYERS + 1).is_empty());
}
