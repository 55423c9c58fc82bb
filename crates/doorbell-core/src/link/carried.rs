//! What a link takes along: data, and characters that cannot be seen.

use percent_encoding::percent_decode_str;
use url::{Position, Url};

use super::warning::Warning;
use crate::text;

/// More data than this is told, in bytes.
const DATA: usize = 400;
/// A percent sign is itself escaped for each time a link is put into another. More layers than
/// this are left: each costs a pass over the link, and no website undoes so many.
pub(super) const TIMES_ENCODED: usize = 10;

pub(super) fn about(url: &Url, warnings: &mut Vec<Warning>) {
    let carried = &url[Position::BeforePath..];
    // The slash that every link has.
    let bytes = carried.len().saturating_sub(1);
    if bytes > DATA {
        warnings.push(Warning::Carries(bytes));
    }
    if hides_something(url.username())
        || url.password().is_some_and(hides_something)
        || hides_something(carried)
    {
        warnings.push(Warning::Hidden);
    }
}

fn hides_something(encoded: &str) -> bool {
    decodings(encoded).any(|decoded| text::hides_something(&decoded))
}

/// The text with its percent escapes decoded once, twice and so on, as long as there are any.
pub(super) fn decodings(encoded: &str) -> impl Iterator<Item = String> {
    std::iter::successors(decode(encoded), |before| decode(before)).take(TIMES_ENCODED)
}

fn decode(encoded: &str) -> Option<String> {
    let decoded = percent_decode_str(encoded).decode_utf8_lossy();
    (decoded != encoded).then(|| decoded.into_owned())
}
