//! Finds hosts that begin like one website but belong to another, such as `github.com.evil.io`.

use psl::Type;

use super::host::Host;
use super::warning::Warning;

/// Endings that make any name before them look like a website.
const WELL_KNOWN_TLDS: [&str; 3] = ["com", "net", "org"];
/// Top-level domains that are mostly ordinary words inside a name: places, stages, services.
const WORD_TLDS: &str = "\
    academy ads app apps best blog box build ci cloud codes community dev download drive \
    email eu events exchange games gw help host hosting id int link live map media mobile mx \
    my na network news np page play pr prod qa search security services shop site st store \
    support systems team tools us video watch website work ws";
/// Labels that honest names have before a region or a language, where they do not name a website.
const GENERIC_LABELS: &str = "\
    account accounts admin api apis app apps assets auth beta blog cdn cloud console \
    dashboard data demo dev docs download edge files forum ftp gateway help home images img \
    live login mail media mobile news portal prod proxy sandbox search secure shop signin sso \
    stage staging static status store support test web webmail wiki www";
/// Labels this short before a region are regions or versions.
const MAX_REGION_LABEL: usize = 2;

pub(super) fn check(host: &Host, opened_domains: &[String]) -> Option<Warning> {
    let subdomain = host.subdomain().strip_suffix('.')?;
    let mut labels: Vec<&str> = subdomain.split('.').map(apparent_label).collect();
    // In `github.com-verify.io` the `com` is part of the domain.
    let first = host.registrable.split('.').next().unwrap_or_default();
    if apparent_label(first) != first {
        labels.push(apparent_label(first));
    }
    let opened = opened_domains
        .iter()
        .find(|domain| contains_domain(&labels, domain));
    Some(Warning::DeceptiveSubdomain {
        imitated: opened.cloned().or_else(|| website(&labels))?,
        domain: host.registrable.clone(),
    })
}

/// Returns `com` for a label such as `com-verify`, which people read as that, or the label itself.
fn apparent_label(label: &str) -> &str {
    match label.split_once('-') {
        Some((tld, _)) if WELL_KNOWN_TLDS.contains(&tld) => tld,
        _ => label,
    }
}

/// Returns true if the labels contain those of the domain in sequence.
fn contains_domain(labels: &[&str], domain: &str) -> bool {
    let domain_labels: Vec<&str> = domain.split('.').collect();
    // A single label, such as `localhost`, is not a website.
    domain_labels.len() > 1
        && labels
            .windows(domain_labels.len())
            .any(|window| window == domain_labels)
}

/// Returns the website that the labels name. Clear ones win over likely ones, later ones over earlier.
fn website(labels: &[&str]) -> Option<String> {
    let prefixes = || (1..=labels.len()).rev().map(|end| labels[..end].join("."));
    let mut clear = prefixes().filter_map(|name| clear_website(&name));
    let mut likely = prefixes().filter_map(|name| likely_website(&name));
    clear.next().or_else(|| likely.next())
}

/// Returns the website if its suffix is a well-known top-level domain or has several labels.
fn clear_website(name: &str) -> Option<String> {
    let suffix = psl::suffix(name.as_bytes()).filter(|suffix| suffix.is_known())?;
    let is_clear = match psl::domain_str(name) {
        Some(domain) => {
            let suffix = domain.split_once('.').map_or("", |(_, suffix)| suffix);
            suffix.contains('.') || WELL_KNOWN_TLDS.contains(&suffix)
        }
        // Some public suffixes are websites themselves: `github.io`, `gov.uk`.
        None => {
            let is_private = suffix.typ() == Some(Type::Private);
            name.contains('.') && (is_private || name.starts_with("gov."))
        }
    };
    is_clear.then(|| psl::domain_str(name).unwrap_or(name).to_owned())
}

/// Returns the website below any other suffix, unless its parts may be ordinary words.
fn likely_website(name: &str) -> Option<String> {
    let domain = psl::domain(name.as_bytes()).filter(|domain| domain.suffix().is_known())?;
    let domain = std::str::from_utf8(domain.as_bytes()).ok()?;
    let (label, suffix) = domain.split_once('.')?;
    let is_word = has(WORD_TLDS, suffix) || has(GENERIC_LABELS, label);
    (!is_word && label.len() > MAX_REGION_LABEL).then(|| domain.to_owned())
}

fn has(words: &str, word: &str) -> bool {
    words.split(' ').any(|candidate| candidate == word)
}
