//! Recognises parameters that name the target of a redirect.

use super::payload::decodings;

const PREFIXES: [&str; 8] = [
    "callback", "continue", "dest", "goto", "next", "redir", "return", "target",
];
const SUFFIXES: [&str; 3] = ["redirect", "uri", "url"];

/// Returns true for names such as `redirect_uri` and `returnTo`.
pub(super) fn is_redirect_parameter(key: &str) -> bool {
    let decoded = decodings(key).last();
    let key = decoded.as_deref().unwrap_or(key);
    // A fragment can contain a path with its own query.
    let name = key.rsplit(['/', '?', '#', ';']).next().unwrap_or(key);
    let letters: String = name
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|letter| letter.to_ascii_lowercase())
        .collect();
    PREFIXES.iter().any(|word| letters.starts_with(word))
        || SUFFIXES.iter().any(|word| letters.ends_with(word))
}
