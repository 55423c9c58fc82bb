//! Encodes text as a header value.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use reqwest::header::HeaderValue;

const BEGIN: &str = "=?base64?";
const END: &str = "?=";

/// Implements "Value Encoding" of MCP 2026-07-28: plain where a header allows it, else marked Base64.
pub fn value(text: &str) -> Option<HeaderValue> {
    if is_plain(text) {
        HeaderValue::from_str(text).ok()
    } else {
        HeaderValue::try_from(format!("{BEGIN}{}{END}", STANDARD.encode(text))).ok()
    }
}

fn is_plain(text: &str) -> bool {
    let is_visible = |byte: u8| matches!(byte, b'\t' | b' '..=b'~');
    !text.is_empty()
        && text.bytes().all(is_visible)
        && text.trim_ascii() == text
        // The server would decode text that looks encoded.
        && !(text.starts_with(BEGIN) && text.ends_with(END))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The specification's examples.
    #[test]
    fn encodes_examples_of_specification() {
        for (text, expected) in [
            ("us-west1", "us-west1"),
            ("a b\tc", "a b\tc"),
            ("Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?="),
            (" padded ", "=?base64?IHBhZGRlZCA=?="),
            ("line1\nline2", "=?base64?bGluZTEKbGluZTI=?="),
            ("=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="),
            ("=?base64?open", "=?base64?open"),
            ("", "=?base64??="),
            ("\u{7f}", "=?base64?fw==?="),
        ] {
            assert_eq!(value(text).unwrap(), expected, "{text:?}");
        }
    }
}
