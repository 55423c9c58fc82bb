//! Links as they are judged.

use doorbell_core::link::{Known, LINK_BYTES, assess};

use crate::campaign::campaign;
use crate::chance::{Chance, changed};
use crate::corpus;
use crate::shown::is_readable;

const LINKS: &[&str] = &[
    "https://a.example.com/p?q=https://evil.io#f",
    "http://localhost:8080/callback?state=x",
    "https://user:pass@example.com:8443/",
    "https://xn--80ak6aa92e.com/",
    "https://[::1]/",
    "http://2130706433/",
    "https://example.co.uk./%2e%2e/",
    "https://accounts.google.com/o/oauth2/auth?redirect_uri=https%3A%2F%2Fevil.io%2F",
];

const WORDS: &[&str] = &[
    "https://",
    "http:",
    "javascript:",
    "data:",
    "file:///",
    "//",
    "\\",
    "@",
    ":",
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
    "%00",
    "%0A",
    "xn--",
    "аррӏе",
    "ü",
    "日",
    "。",
    "\u{202E}",
    "\u{200B}",
    "\u{AD}",
    "127.0.0.1",
    "0x7f",
    "example",
    "com",
    "co.uk",
    "github.io",
    "evil.io",
    "translate.goog",
    "next=",
    "\t",
    "\n",
    " ",
    "\"",
    "<",
];

#[test]
fn links() {
    let asked = corpus::questions();
    let asked = asked.iter().filter_map(|params| params["url"].as_str());
    let links: Vec<&str> = asked.chain(LINKS.iter().copied()).collect();
    let make = |chance: &mut Chance| {
        let link = *chance.one_of(&links);
        changed(link.as_bytes(), WORDS, chance)
    };
    campaign("links", make, |bytes| {
        let text = String::from_utf8_lossy(bytes);
        let opened_before = ["example.com".to_owned(), "github.com".to_owned()];
        for opened_for_this_server in [true, false] {
            let known = Known {
                opened_for_this_server,
                opened_before: &opened_before,
            };
            let link = match assess(&text) {
                Ok(link) => link,
                Err(refusal) => {
                    assert!(!refusal.to_string().is_empty());
                    return;
                }
            };
            let url = link.url();
            assert!(url.starts_with("http://") || url.starts_with("https://"));
            assert!(url.len() <= LINK_BYTES);
            assert!(url.bytes().all(|byte| byte.is_ascii_graphic()));
            let view = link.view(&known);
            assert_eq!(format!("{}{}{}", view.before, view.domain, view.after), url);
            assert_eq!(view.second_press, link.needs_second_press(&known));
            is_readable(&view);
            let again = assess(url).expect("what is opened is a link");
            assert_eq!((again.url(), again.domain()), (url, link.domain()));
        }
    });
}
