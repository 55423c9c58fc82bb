//! Assesses links.

use doorbell_core::link::{LinkHistory, MAX_LINK_BYTES, assess};
use serde_json::Value;

use super::readable::assert_readable;

/// `input` is a link or a captured link question.
pub fn check(input: &[u8]) {
    let question: Value = serde_json::from_slice(input).unwrap_or_default();
    let text = match question["url"].as_str() {
        Some(url) => url.into(),
        None => String::from_utf8_lossy(input),
    };
    let opened_domains = ["example.com".to_owned(), "github.com".to_owned()];
    for opened_for_this_server in [true, false] {
        let known = LinkHistory {
            opened_for_this_server,
            opened_domains: &opened_domains,
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
        assert!(url.len() <= MAX_LINK_BYTES);
        assert!(url.bytes().all(|byte| byte.is_ascii_graphic()));
        let view = link.view(&known);
        assert_eq!(format!("{}{}{}", view.before, view.domain, view.after), url);
        assert_eq!(view.second_press, link.needs_second_press(&known));
        assert_readable(&view);
        let again = assess(url).expect("a normalised URL should be valid");
        assert_eq!((again.url(), again.domain()), (url, link.domain()));
    }
}
