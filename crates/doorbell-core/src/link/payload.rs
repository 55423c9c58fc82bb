//! Checks the part after the host: its size, and hidden characters.

use percent_encoding::percent_decode_str;
use url::{Position, Url};

use super::warning::Warning;
use crate::text;

const MAX_UNREMARKABLE_BYTES: usize = 400;
/// Links inside links are escaped repeatedly. Each layer takes a pass over the link, and no website
/// decodes more than this.
pub(super) const MAX_ESCAPE_LAYERS: usize = 10;

pub(super) fn check(url: &Url, warnings: &mut Vec<Warning>) {
    let payload = &url[Position::BeforePath..];
    // Every link has the first slash.
    let bytes = payload.len().saturating_sub(1);
    if bytes > MAX_UNREMARKABLE_BYTES {
        warnings.push(Warning::Payload(bytes));
    }
    if hides_characters(url.username())
        || url.password().is_some_and(hides_characters)
        || hides_characters(payload)
    {
        warnings.push(Warning::HiddenCharacters);
    }
}

fn hides_characters(encoded: &str) -> bool {
    decodings(encoded).any(|decoded| text::has_hidden_characters(&decoded))
}

/// Returns the text with its percent escapes decoded once, twice and so on.
pub(super) fn decodings(encoded: &str) -> impl Iterator<Item = String> {
    std::iter::successors(decode(encoded), |previous| decode(previous)).take(MAX_ESCAPE_LAYERS)
}

fn decode(encoded: &str) -> Option<String> {
    let decoded = percent_decode_str(encoded).decode_utf8_lossy();
    (decoded != encoded).then(|| decoded.into_owned())
}
