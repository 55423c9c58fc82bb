//! What is no link, and what is not opened.

use super::*;

#[test]
fn malformed() {
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
        // No name in any zone: IDNA refuses them.
        "https://xn--a.com/",
        "https://xn--0.pt/",
        "https://a\u{200D}b.com/",
        "https://\u{202E}moc.live/",
    ] {
        assert_eq!(assess(text), Err(NotALink::Malformed), "{text:?}");
    }
    let label = format!("https://{}.com/", "a".repeat(64));
    assert_eq!(assess(&label), Err(NotALink::Malformed));
    let name = format!("https://{}com/", "abcdefg.".repeat(32));
    assert_eq!(assess(&name), Err(NotALink::Malformed));
}

#[test]
fn refused() {
    for (text, rule) in [
        ("javascript:alert(1)", Rule::Scheme),
        ("JavaScript:alert(1)", Rule::Scheme),
        ("java\nscript:alert(1)", Rule::ControlCharacter),
        ("data:text/html,<b>", Rule::Scheme),
        ("file:///etc/passwd", Rule::Scheme),
        ("ftp://example.com/", Rule::Scheme),
        ("ws://example.com/", Rule::Scheme),
        ("vscode://x/y", Rule::Scheme),
        ("mailto:a@example.com", Rule::Scheme),
        ("view-source:https://example.com/", Rule::Scheme),
        ("blob:https://example.com/x", Rule::Scheme),
        ("about:blank", Rule::Scheme),
        ("httpss://example.com/", Rule::Scheme),
        ("localhost:8080/", Rule::Scheme),
        ("C:\\Windows", Rule::Scheme),
        ("https://example.com/a b", Rule::WhiteSpace),
        (" https://example.com/", Rule::WhiteSpace),
        ("https://example.com/ ", Rule::WhiteSpace),
        ("https://example.com/\u{A0}", Rule::WhiteSpace),
        ("https://example.com/\u{3000}", Rule::WhiteSpace),
        ("https://example.com/\u{2028}", Rule::WhiteSpace),
        ("https://example.com/\n", Rule::ControlCharacter),
        ("https://exam\tple.com/", Rule::ControlCharacter),
        ("ht\ttps://example.com/", Rule::ControlCharacter),
        ("https://example.com/\0", Rule::ControlCharacter),
        ("https://example.com/\u{7F}", Rule::ControlCharacter),
        ("https://example.com/\u{85}", Rule::ControlCharacter),
        ("\u{1B}https://example.com/", Rule::ControlCharacter),
    ] {
        assert_eq!(assess(text), Err(NotALink::Refused(rule)), "{text:?}");
    }
}

#[test]
fn too_long() {
    let long = |letter: &str, count| format!("https://example.com/{}", letter.repeat(count));
    let most = LINK_BYTES - "https://example.com/".len();
    assert!(assess(&long("a", most)).is_ok());
    let refused = Err(NotALink::Refused(Rule::TooLong));
    assert_eq!(assess(&long("a", most + 1)), refused);
    // Short as sent, too long as opened.
    assert_eq!(assess(&long("\"", most / 2)), refused);
}

#[test]
fn reasons_quote_nothing() {
    for (reason, said) in [
        (NotALink::Malformed, "url must be a URL"),
        (
            NotALink::Refused(Rule::Scheme),
            "Doorbell opens only http and https links.",
        ),
        (
            NotALink::Refused(Rule::TooLong),
            "The link is longer than the 64 KiB that Doorbell opens.",
        ),
    ] {
        assert_eq!(reason.to_string(), said);
    }
}
