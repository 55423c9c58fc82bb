//! Parameters that tell a website where to send the person on.

use super::carried::decodings;

/// What their names begin with.
const BEGINNINGS: [&str; 8] = [
    "callback", "continue", "dest", "goto", "next", "redir", "return", "target",
];
/// What their names end in.
const ENDINGS: [&str; 3] = ["redirect", "uri", "url"];

/// Whether the parameter is named like one, as `redirect_uri` and `returnTo` are.
pub(super) fn is_redirect(key: &str) -> bool {
    let decoded = decodings(key).last();
    let key = decoded.as_deref().unwrap_or(key);
    // A fragment can be a path with a query of its own.
    let name = key.rsplit(['/', '?', '#', ';']).next().unwrap_or(key);
    let letters: String = name
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|letter| letter.to_ascii_lowercase())
        .collect();
    BEGINNINGS.iter().any(|word| letters.starts_with(word))
        || ENDINGS.iter().any(|word| letters.ends_with(word))
}
