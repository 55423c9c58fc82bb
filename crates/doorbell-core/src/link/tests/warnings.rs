//! Links with their domains and warnings.

use super::*;

#[test]
fn ordinary_links_have_no_warnings() {
    for (text, domain) in [
        ("https://example.com", "example.com"),
        ("https://example.com/", "example.com"),
        ("https://www.example.com/a/b?c=d#e", "example.com"),
        ("https://a.b.c.example.co.uk/x", "example.co.uk"),
        ("https://alice.github.io/page", "alice.github.io"),
        ("https://shop.myshopify.com/", "shop.myshopify.com"),
        ("https://www.ck/", "www.ck"),
        ("https://a.b.c.kobe.jp/", "b.c.kobe.jp"),
        ("https://www.city.kobe.jp/", "city.kobe.jp"),
        ("https://medium.com/@someone/post", "medium.com"),
        ("https://a_b.example.com/", "example.com"),
        ("https://example.com/?q=100%25&text=a%0Ab", "example.com"),
        ("https://example.com/?mail=me%40other.io", "example.com"),
        (
            "https://example.com/%F0%9F%91%A9%E2%80%8D%F0%9F%92%BB",
            "example.com",
        ),
        ("https://abcdefgh.onion/", "abcdefgh.onion"),
    ] {
        check(text, domain, &[]);
    }
}

#[test]
fn other_alphabets_are_warned_about() {
    for (text, domain, kinds) in [
        // Both encodings of a name.
        (
            "https://xn--bcher-kva.example.com/",
            "example.com",
            &["Punycode"][..],
        ),
        (
            "https://bücher.de/",
            "xn--bcher-kva.de",
            &["Punycode", "Respelled"],
        ),
        (
            "https://faß.de/",
            "xn--fa-hia.de",
            &["Punycode", "Respelled"],
        ),
        ("https://xn--ble-0na.dk/", "xn--ble-0na.dk", &["Punycode"]),
        (
            "https://xn--e1afmkfd.xn--p1ai/",
            "xn--e1afmkfd.xn--p1ai",
            &["Punycode"],
        ),
        // Every letter looks like ASCII, which is no imitation below a Cyrillic top-level domain.
        (
            "https://xn--80ak6aa92e.com/",
            "xn--80ak6aa92e.com",
            &["LooksLikeAscii"],
        ),
        (
            "https://аррӏе.com/",
            "xn--80ak6aa92e.com",
            &["LooksLikeAscii", "Respelled"],
        ),
        (
            "https://xn--80ak6aa92e.evil.io/",
            "evil.io",
            &["LooksLikeAscii"],
        ),
        (
            "https://xn--80ak6aa92e.xn--p1ai/",
            "xn--80ak6aa92e.xn--p1ai",
            &["Punycode"],
        ),
        (
            "https://ɡithub.com/",
            "xn--ithub-qmc.com",
            &["LooksLikeAscii", "Respelled"],
        ),
        // A Japanese letter that looks like a slash.
        (
            "https://good.comノx.evil.io/",
            "evil.io",
            &["LooksLikeAscii", "Respelled"],
        ),
        (
            "https://pаypal.com/",
            "xn--pypal-4ve.com",
            &["MixedScripts", "Respelled"],
        ),
        (
            "https://xn--pypal-4ve.com/",
            "xn--pypal-4ve.com",
            &["MixedScripts"],
        ),
        (
            "https://gοοgle.com/",
            "xn--ggle-0nda.com",
            &["MixedScripts", "Respelled"],
        ),
        (
            "https://日本語abc.jp/",
            "xn--abc-s08fl0dtz6h.jp",
            &["Punycode", "Respelled"],
        ),
        ("https://i❤.ws/", "xn--i-7iq.ws", &["Punycode", "Respelled"]),
        (
            "https://שלום.example.com/",
            "example.com",
            &["Punycode", "Respelled"],
        ),
    ] {
        check(text, domain, kinds);
    }
}

#[test]
fn user_info_is_warned_about() {
    for (text, domain, kinds) in [
        ("https://github.com@evil.io/", "evil.io", &["UserInfo"][..]),
        ("https://user:pass@evil.io/", "evil.io", &["UserInfo"]),
        ("https://:pass@evil.io/", "evil.io", &["UserInfo"]),
        ("https://github.com%2F@evil.io/", "evil.io", &["UserInfo"]),
        (
            "https://a@b@evil.io/",
            "evil.io",
            &["Respelled", "UserInfo"],
        ),
        ("https://github.com:443@evil.io/", "evil.io", &["UserInfo"]),
        (
            "https://%E2%80%AEx@evil.io/",
            "evil.io",
            &["HiddenCharacters", "UserInfo"],
        ),
        ("http://user@localhost:8080/", "localhost", &["UserInfo"]),
        ("https://@evil.io/", "evil.io", &["Disguised", "Respelled"]),
        ("https://:@evil.io/", "evil.io", &["Disguised", "Respelled"]),
    ] {
        check(text, domain, kinds);
    }
}

#[test]
fn names_without_clear_owner_are_warned_about() {
    for (text, domain, kinds) in [
        ("https://github.io/", "github.io", &["SharedName"][..]),
        ("https://co.uk/", "co.uk", &["SharedName"]),
        ("https://com/", "com", &["SharedName"]),
        (
            "https://s3.amazonaws.com/bucket",
            "s3.amazonaws.com",
            &["SharedName"],
        ),
        ("https://wiki.internal/", "wiki.internal", &["UnlistedName"]),
        (
            "https://a.wiki.internal/",
            "wiki.internal",
            &["UnlistedName"],
        ),
        (
            "http://intranet/",
            "intranet",
            &["UnlistedName", "Unencrypted"],
        ),
        ("https://nas.local/", "nas.local", &["UnlistedName"]),
        ("https://example.com./", "example.com", &["TrailingDot"]),
        (
            "https://github.io./",
            "github.io",
            &["SharedName", "TrailingDot"],
        ),
        (
            "https://github.com.evil.io/",
            "evil.io",
            &["DeceptiveSubdomain"],
        ),
        (
            "https://login.github.com-x.evil.io/",
            "evil.io",
            &["DeceptiveSubdomain"],
        ),
        (
            "https://accounts.google.com.sign-in.evil.co.uk/",
            "evil.co.uk",
            &["DeceptiveSubdomain"],
        ),
        (
            "https://github.com&x=1.evil.io/",
            "evil.io",
            &["InvalidCharacters"],
        ),
        (
            "https://github.com=login.evil.io/",
            "evil.io",
            &["InvalidCharacters"],
        ),
    ] {
        check(text, domain, kinds);
    }
}

#[test]
fn schemes_and_ports_are_warned_about() {
    for (text, domain, kinds) in [
        ("http://example.com/", "example.com", &["Unencrypted"][..]),
        ("https://example.com:8443/", "example.com", &["Port"]),
        (
            "http://example.com:8080/",
            "example.com",
            &["Port", "Unencrypted"],
        ),
        (
            "http://example.com:443/",
            "example.com",
            &["Port", "Unencrypted"],
        ),
        ("https://example.com:443/", "example.com", &["Respelled"]),
        ("https://example.com:/", "example.com", &["Respelled"]),
        ("https://example.com:00443/", "example.com", &["Respelled"]),
    ] {
        check(text, domain, kinds);
    }
}

#[test]
fn unusual_spellings_are_warned_about() {
    for (text, domain, kinds) in [
        ("HTTPS://Example.COM/A", "example.com", &["Respelled"][..]),
        ("https://example.com?x", "example.com", &["Respelled"]),
        ("https://example.com/a/../b", "example.com", &["Respelled"]),
        ("https://example.com/\"x\"", "example.com", &["Respelled"]),
        ("https://example.com/é", "example.com", &["Respelled"]),
        (
            "https:\\\\evil.io\\x",
            "evil.io",
            &["Disguised", "Respelled"],
        ),
        (
            "https://good.com\\@evil.io/",
            "good.com",
            &["Disguised", "Respelled"],
        ),
        ("https:evil.io", "evil.io", &["Disguised", "Respelled"]),
        ("https:/evil.io", "evil.io", &["Disguised", "Respelled"]),
        ("https:////evil.io", "evil.io", &["Disguised", "Respelled"]),
        ("https://%65vil.io/", "evil.io", &["Disguised", "Respelled"]),
        ("https://evil%2Eio/", "evil.io", &["Disguised", "Respelled"]),
        (
            "https://ｅｖｉｌ.io/",
            "evil.io",
            &["Disguised", "Respelled"],
        ),
        ("https://evil。io/", "evil.io", &["Disguised", "Respelled"]),
        (
            "https://ev\u{AD}il.io/",
            "evil.io",
            &["Disguised", "Respelled"],
        ),
        (
            "https://ev\u{200B}il.io/",
            "evil.io",
            &["Disguised", "Respelled"],
        ),
    ] {
        check(text, domain, kinds);
    }
}

#[test]
fn hidden_characters_are_warned_about() {
    for (text, kinds) in [
        (
            "https://example.com/%E2%80%AEfdp.exe",
            &["HiddenCharacters"][..],
        ),
        ("https://example.com/?x=%E2%80%8B", &["HiddenCharacters"]),
        ("https://example.com/#%E2%81%A6", &["HiddenCharacters"]),
        (
            "https://example.com/?x=%25E2%2580%25AE",
            &["HiddenCharacters"],
        ),
        ("https://example.com/%00", &["HiddenCharacters"]),
        (
            "https://example.com/a\u{202E}b",
            &["HiddenCharacters", "Respelled"],
        ),
        (
            "https://example.com/?\u{200F}",
            &["HiddenCharacters", "Respelled"],
        ),
    ] {
        check(text, "example.com", kinds);
    }
}

#[test]
fn large_payloads_are_warned_about() {
    let link_with = |bytes: usize| format!("https://example.com/?{}", "x".repeat(bytes - 1));
    check(&link_with(400), "example.com", &[]);
    check(&link_with(401), "example.com", &["Payload"]);
    for (bytes, severity, size) in [
        (412, Severity::Note, "412 bytes"),
        (4096, Severity::Note, "4 kB"),
        (4097, Severity::Caution, "4 kB"),
        (8192, Severity::Caution, "8 kB"),
    ] {
        let warnings = link(&link_with(bytes)).view(&OPENED_FOR_SERVER).warnings;
        let text = format!("Unusually long link: it contains {size} of data.");
        assert_eq!(warnings, [WarningView { severity, text }]);
    }
    let path = format!("https://example.com/{}", "x".repeat(500));
    check(&path, "example.com", &["Payload"]);
}
