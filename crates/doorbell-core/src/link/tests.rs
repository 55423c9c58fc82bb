mod addresses;
mod borrowed;
mod inside;
mod neighbours;
mod random;
mod refused;
mod sentences;
mod table;

use super::*;

/// A server whose links to this domain were opened before, and nothing else known.
const SEEN: Known<'static> = Known {
    opened_for_this_server: true,
    opened_before: &[],
};

fn link(text: &str) -> Link {
    assess(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The kinds of warnings, in the order of their names.
fn kinds(link: &Link, known: &Known<'_>) -> Vec<String> {
    let mut kinds: Vec<String> = link
        .warnings(known)
        .map(|warning| {
            let debug = format!("{warning:?}");
            let name = debug.split(|c: char| !c.is_alphanumeric()).next();
            name.unwrap_or_default().to_owned()
        })
        .collect();
    kinds.sort();
    kinds
}

/// Checks the domain and the exact kinds of warnings.
fn check(text: &str, domain: &str, expected: &[&str]) {
    let link = link(text);
    let mut expected = expected.to_vec();
    expected.sort_unstable();
    assert_eq!(link.domain(), domain, "{text}");
    assert_eq!(kinds(&link, &SEEN), expected, "{text}");
}
