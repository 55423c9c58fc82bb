//! Checks how the link was spelled when it was sent.
//!
//! Browsers accept backslashes, missing slashes, escapes and foreign digits in a host. Doorbell opens
//! the normal spelling, and warns because an unusual one can mislead.

use url::Url;

use super::host::{Host, HostKind};
use super::warning::Warning;

pub(super) fn check(text: &str, url: &Url, host: &Host, warnings: &mut Vec<Warning>) {
    if is_disguised(text, url, host) {
        warnings.push(Warning::Disguised(host.ascii.clone()));
    }
    // Parsing adds a slash after a host without a path.
    let added = url.as_str().strip_prefix(text);
    if !added.is_some_and(|added| added.is_empty() || (added == "/" && url.path() == "/")) {
        warnings.push(Warning::Respelled);
    }
    if has_invalid_characters(&host.ascii, host) {
        warnings.push(Warning::InvalidCharacters(host.registrable.clone()));
    }
}

/// Returns true if a reader would see another host than the real one, or none.
fn is_disguised(text: &str, url: &Url, host: &Host) -> bool {
    let Some((_, rest)) = text.split_once(':') else {
        return true;
    };
    let after_slashes = rest.trim_start_matches(['/', '\\']);
    let slashes = rest.strip_suffix(after_slashes).unwrap_or_default();
    let end = after_slashes
        .find(['/', '\\', '?', '#'])
        .unwrap_or(after_slashes.len());
    let (authority, path) = after_slashes.split_at(end);
    if slashes != "//" || path.starts_with('\\') {
        return true;
    }
    let sent_host = match authority.rsplit_once('@') {
        // Browsers silently remove an `@` without user info.
        Some(_) if url.username().is_empty() && url.password().is_none() => return true,
        Some((_, host)) => host,
        None => authority,
    };
    // An IPv6 address is readable in its short and its long spelling.
    let without_port = sent_host
        .rsplit_once(':')
        .map_or(sent_host, |(host, _)| host);
    !sent_host.starts_with('[') && !is_same(without_port, host)
}

fn is_same(sent: &str, host: &Host) -> bool {
    let sent = sent.to_lowercase();
    let sent = sent.strip_suffix('.').unwrap_or(&sent);
    sent == host.ascii || Some(sent) == host.unicode.as_deref()
}

/// Checks a part of the host.
pub(super) fn has_invalid_characters(part: &str, host: &Host) -> bool {
    host.kind != HostKind::IpAddress && part.bytes().any(is_invalid)
}

/// Browsers accept such characters in a host, but no website's name has them.
fn is_invalid(byte: u8) -> bool {
    !(byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_'))
}
