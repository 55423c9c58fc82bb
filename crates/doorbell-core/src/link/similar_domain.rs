//! Compares a link's domain with the domains that the person opened before.

use super::deceptive_subdomain;
use super::history::LinkHistory;
use super::host::{self, Host, HostKind};
use super::lookalike::appearance;
use super::warning::Warning;

/// Shorter names often differ in one letter by chance.
const MIN_LONG_NAME: usize = 5;

pub(super) fn check(host: &Host, history: &LinkHistory<'_>) -> Vec<Warning> {
    let domain = &host.registrable;
    let mut warnings = Vec::new();
    let is_opened = history.opened_domains.contains(domain);
    if !is_opened && host.kind != HostKind::IpAddress {
        warnings.extend(find_similar(domain, history.opened_domains));
    }
    warnings.extend(deceptive_subdomain::check(host, history.opened_domains));
    if !history.opened_for_this_server {
        warnings.push(Warning::FirstLink(domain.to_owned()));
    }
    warnings
}

fn find_similar(domain: &str, opened_domains: &[String]) -> Option<Warning> {
    let own_appearance = appearance(domain);
    let lookalike = opened_domains
        .iter()
        .find(|opened| appearance(opened) == own_appearance)
        .map(|opened| Warning::LooksLike(opened.clone()));
    lookalike.or_else(|| {
        let own_letters = letters(domain);
        let opened = opened_domains
            .iter()
            .find(|opened| is_one_edit(&own_letters, &letters(opened)))?;
        let name = opened.split('.').next().unwrap_or_default();
        Some(Warning::OneLetterAway {
            opened: opened.clone(),
            short: name.len() < MIN_LONG_NAME,
        })
    })
}

/// Returns true if one letter is added, missing or different, or two adjacent letters are swapped.
fn is_one_edit(one: &[char], other: &[char]) -> bool {
    let (long, short) = if one.len() < other.len() {
        (other, one)
    } else {
        (one, other)
    };
    let same = long.iter().zip(short).take_while(|(a, b)| a == b).count();
    match (&long[same..], &short[same..]) {
        ([_, rest @ ..], short) if rest == short => true,
        ([_, rest @ ..], [_, others @ ..]) if rest == others => true,
        ([a, b, rest @ ..], [c, d, others @ ..]) => a == d && b == c && rest == others,
        _ => false,
    }
}

fn letters(domain: &str) -> Vec<char> {
    let unicode = host::unicode(domain);
    unicode.as_deref().unwrap_or(domain).chars().collect()
}
