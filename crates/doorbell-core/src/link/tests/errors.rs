//! Malformed and refused links.

use super::*;

#[test]
fn malformed_links_are_rejected() {
    for text in [
        "",
        "hello",
        "hello world",
        "//example.com/",
        "/path",
        "://example.com",
        "1http://example.com",
        "https:",
        "https://",
        "https:///",
        "https://?x",
        "https://:80/",
        "https://user@/",
        "https://example.com:99999/",
        "https://example.com:x/",
        "https://256.1.1.1/",
        "https://1.2.3.4.5/",
        "https://[::1/",
        "https://[fe80::1%25eth0]/",
        "https://exa%00mple.com/",
        "https://good.com%40evil.io/",
        "https://good.com%2Fevil.io/",
        "https://a<b.com/",
        "https://a..b.com/",
        "https://./",
        "https://example.com../",
        // IDNA rejects these names.
        "https://xn--a.com/",
        "https://xn--0.pt/",
        "https://a\u{200D}b.com/",
        "https://\u{202E}moc.live/",
    ] {
        assert_eq!(assess(text), Err(LinkError::Malformed), "{text:?}");
    }
    let label = format!("https://{}.com/", "a".repeat(64));
    assert_eq!(assess(&label), Err(LinkError::Malformed));
    let name = format!("https://{}com/", "abcdefg.".repeat(32));
    assert_eq!(assess(&name), Err(LinkError::Malformed));
}

#[test]
fn links_that_break_a_rule_are_refused() {
    for (text, rule) in [
        ("javascript:alert(1)", LinkRule::Scheme),
        ("JavaScript:alert(1)", LinkRule::Scheme),
        ("java\nscript:alert(1)", LinkRule::ControlCharacter),
        ("data:text/html,<b>", LinkRule::Scheme),
        ("file:///etc/passwd", LinkRule::Scheme),
        ("ftp://example.com/", LinkRule::Scheme),
        ("ws://example.com/", LinkRule::Scheme),
        ("vscode://x/y", LinkRule::Scheme),
        ("mailto:a@example.com", LinkRule::Scheme),
        ("view-source:https://example.com/", LinkRule::Scheme),
        ("blob:https://example.com/x", LinkRule::Scheme),
        ("about:blank", LinkRule::Scheme),
        ("httpss://example.com/", LinkRule::Scheme),
        ("localhost:8080/", LinkRule::Scheme),
        ("C:\\Windows", LinkRule::Scheme),
        ("https://example.com/a b", LinkRule::WhiteSpace),
        (" https://example.com/", LinkRule::WhiteSpace),
        ("https://example.com/ ", LinkRule::WhiteSpace),
        ("https://example.com/\u{A0}", LinkRule::WhiteSpace),
        ("https://example.com/\u{3000}", LinkRule::WhiteSpace),
        ("https://example.com/\u{2028}", LinkRule::WhiteSpace),
        ("https://example.com/\n", LinkRule::ControlCharacter),
        ("https://exam\tple.com/", LinkRule::ControlCharacter),
        ("ht\ttps://example.com/", LinkRule::ControlCharacter),
        ("https://example.com/\0", LinkRule::ControlCharacter),
        ("https://example.com/\u{7F}", LinkRule::ControlCharacter),
        ("https://example.com/\u{85}", LinkRule::ControlCharacter),
        ("\u{1B}https://example.com/", LinkRule::ControlCharacter),
    ] {
        assert_eq!(assess(text), Err(LinkError::Refused(rule)), "{text:?}");
    }
}

#[test]
fn links_over_limit_are_refused() {
    let long = |letter: &str, count| format!("https://example.com/{}", letter.repeat(count));
    let max = MAX_LINK_BYTES - "https://example.com/".len();
    assert!(assess(&long("a", max)).is_ok());
    let refused = Err(LinkError::Refused(LinkRule::TooLong));
    assert_eq!(assess(&long("a", max + 1)), refused);
    // Short as sent, too long as opened.
    assert_eq!(assess(&long("\"", max / 2)), refused);
}

#[test]
fn reasons_do_not_quote_link() {
    for (reason, expected) in [
        (LinkError::Malformed, "url must be a URL"),
        (
            LinkError::Refused(LinkRule::Scheme),
            "Doorbell opens only http and https links.",
        ),
        (
            LinkError::Refused(LinkRule::TooLong),
            "The link is longer than the 64 KiB that Doorbell opens.",
        ),
    ] {
        assert_eq!(reason.to_string(), expected);
    }
}
