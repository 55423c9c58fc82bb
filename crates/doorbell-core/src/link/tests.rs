mod addresses;
mod deceptive_subdomains;
mod errors;
mod properties;
mod redirect_targets;
mod similar_domains;
mod view;
mod warnings;

use super::*;

/// Suppresses the warning about the first link.
const OPENED_FOR_SERVER: LinkHistory<'static> = LinkHistory {
    opened_for_this_server: true,
    opened_domains: &[],
};

fn link(text: &str) -> Link {
    assess(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns the names of the warnings, sorted.
fn kinds(link: &Link, history: &LinkHistory<'_>) -> Vec<String> {
    let mut kinds: Vec<String> = link
        .warnings(history)
        .map(|warning| {
            let debug = format!("{warning:?}");
            let name = debug.split(|c: char| !c.is_alphanumeric()).next();
            name.unwrap_or_default().to_owned()
        })
        .collect();
    kinds.sort();
    kinds
}

/// Checks the domain and the exact warnings.
fn check(text: &str, domain: &str, expected: &[&str]) {
    let link = link(text);
    let mut expected = expected.to_vec();
    expected.sort_unstable();
    assert_eq!(link.domain(), domain, "{text}");
    assert_eq!(kinds(&link, &OPENED_FOR_SERVER), expected, "{text}");
}
