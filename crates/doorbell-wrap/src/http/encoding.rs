//! Text from a message as the value of a header.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use reqwest::header::HeaderValue;

const BEGIN: &str = "=?base64?";
const END: &str = "?=";

/// Writes a text the way the specification of 2026-07-28 wants it ("Value Encoding"): as it is
/// if a header can hold it, else in Base64 with marks around it.
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
        // A text that looks encoded would be decoded.
        && !(text.starts_with(BEGIN) && text.ends_with(END))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of the specification.
    #[test]
    fn texts_are_written_as_specified() {
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
