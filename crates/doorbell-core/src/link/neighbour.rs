//! How a link's domain stands to the domains that were opened before.

use super::borrowed;
use super::host::{self, Host, Name};
use super::known::Known;
use super::lookalike::look;
use super::warning::Warning;

/// Names shorter than this are often one letter apart by chance.
const SHORT_NAME: usize = 5;

/// What is to be said of the host, given what is known.
pub(super) fn about(host: &Host, known: &Known<'_>) -> Vec<Warning> {
    let domain = &host.registrable;
    let mut warnings = Vec::new();
    let opened = known.opened_before.iter().any(|before| before == domain);
    if !opened && host.name != Name::Address {
        warnings.extend(nearest(domain, known.opened_before));
    }
    warnings.extend(borrowed::about(host, known.opened_before));
    if !known.opened_for_this_server {
        warnings.push(Warning::FirstLink(domain.to_owned()));
    }
    warnings
}

/// The domain opened before that this one can be taken for.
fn nearest(domain: &str, opened_before: &[String]) -> Option<Warning> {
    let this_look = look(domain);
    let alike = opened_before
        .iter()
        .find(|before| look(before) == this_look)
        .map(|before| Warning::LooksLike(before.clone()));
    alike.or_else(|| {
        let these = letters(domain);
        let before = opened_before
            .iter()
            .find(|before| is_one_edit(&these, &letters(before)))?;
        let name = before.split('.').next().unwrap_or_default();
        Some(Warning::OneLetterAway {
            known: before.clone(),
            short: name.len() < SHORT_NAME,
        })
    })
}

/// Whether one letter more, less or different, or two neighbours swapped, makes one the other.
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

/// The letters a person reads.
fn letters(domain: &str) -> Vec<char> {
    let unicode = host::unicode(domain);
    unicode.as_deref().unwrap_or(domain).chars().collect()
}
