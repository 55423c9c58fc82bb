//! Names that begin like one website and belong to another, as `github.com.evil.io` does.

use psl::Type;

use super::host::Host;
use super::warning::Warning;

/// Endings that make anything before them read as a website.
const WELL_KNOWN: [&str; 3] = ["com", "net", "org"];
/// Endings that are mostly words where they stand inside a name: places, stages, services.
const EVERYDAY: &str = "\
    academy ads app apps best blog box build ci cloud codes community dev download drive \
    email eu events exchange games gw help host hosting id int link live map media mobile mx \
    my na network news np page play pr prod qa search security services shop site st store \
    support systems team tools us video watch website work ws";
/// What stands before a region or a language in honest names and is no website there.
const GENERIC: &str = "\
    account accounts admin api apis app apps assets auth beta blog cdn cloud console \
    dashboard data demo dev docs download edge files forum ftp gateway help home images img \
    live login mail media mobile news portal prod proxy sandbox search secure shop signin sso \
    stage staging static status store support test web webmail wiki www";
/// Names no longer than this before a region are regions themselves, or versions.
const SHORT_LABEL: usize = 2;

/// What the host begins like, if that is not whose it is.
pub(super) fn about(host: &Host, opened_before: &[String]) -> Option<Warning> {
    let above = host.above().strip_suffix('.')?;
    let mut labels: Vec<&str> = above.split('.').map(ending).collect();
    // In `github.com-verify.io` the ending is a part of the domain.
    let first = host.registrable.split('.').next().unwrap_or_default();
    if ending(first) != first {
        labels.push(ending(first));
    }
    let opened = opened_before.iter().find(|before| holds(&labels, before));
    Some(Warning::Borrowed {
        name: opened.cloned().or_else(|| website(&labels))?,
        domain: host.registrable.clone(),
    })
}

/// The ending that a label such as `com-verify` is read as, or the label.
fn ending(label: &str) -> &str {
    match label.split_once('-') {
        Some((ending, _)) if WELL_KNOWN.contains(&ending) => ending,
        _ => label,
    }
}

/// Whether the labels hold those of a domain, one after the other.
fn holds(labels: &[&str], domain: &str) -> bool {
    let wanted: Vec<&str> = domain.split('.').collect();
    // One label alone, such as `localhost`, is no website.
    wanted.len() > 1 && labels.windows(wanted.len()).any(|run| run == wanted)
}

/// The website that the labels name: the clearest, and of those the last.
fn website(labels: &[&str]) -> Option<String> {
    let beginnings = || (1..=labels.len()).rev().map(|end| labels[..end].join("."));
    let mut clear = beginnings().filter_map(|name| clear_website(&name));
    let mut likely = beginnings().filter_map(|name| likely_website(&name));
    clear.next().or_else(|| likely.next())
}

/// The website whose name this is under a well-known ending or one of several labels.
fn clear_website(name: &str) -> Option<String> {
    let suffix = psl::suffix(name.as_bytes()).filter(|suffix| suffix.is_known())?;
    let is_clear = match psl::domain_str(name) {
        Some(domain) => {
            let ending = domain.split_once('.').map_or("", |(_, ending)| ending);
            ending.contains('.') || WELL_KNOWN.contains(&ending)
        }
        // Some have a website right there: `github.io`, `gov.uk`.
        None => {
            let is_private = suffix.typ() == Some(Type::Private);
            name.contains('.') && (is_private || name.starts_with("gov."))
        }
    };
    is_clear.then(|| psl::domain_str(name).unwrap_or(name).to_owned())
}

/// The website whose name this is under any other ending, unless both may be mere words.
fn likely_website(name: &str) -> Option<String> {
    let domain = psl::domain(name.as_bytes()).filter(|domain| domain.suffix().is_known())?;
    let domain = std::str::from_utf8(domain.as_bytes()).ok()?;
    let (front, ending) = domain.split_once('.')?;
    let is_word = has(EVERYDAY, ending) || has(GENERIC, front);
    (!is_word && front.len() > SHORT_LABEL).then(|| domain.to_owned())
}

fn has(words: &str, word: &str) -> bool {
    words.split(' ').any(|one| one == word)
}
