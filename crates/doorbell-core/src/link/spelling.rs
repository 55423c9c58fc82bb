//! How a link was spelled when it was sent.
//!
//! Browsers forgive much: backslashes, missing slashes, escapes and foreign digits in a host.
//! What is opened is the plain spelling; that someone took the trouble is worth a word.

use url::Url;

use super::host::{Host, Name};
use super::warning::Warning;

pub(super) fn about(text: &str, url: &Url, host: &Host, warnings: &mut Vec<Warning>) {
    if is_disguised(text, url, host) {
        warnings.push(Warning::Disguised(host.ascii.clone()));
    }
    // The slash after a bare host is added to nearly every link.
    let added = url.as_str().strip_prefix(text);
    if !added.is_some_and(|added| added.is_empty() || (added == "/" && url.path() == "/")) {
        warnings.push(Warning::Respelled);
    }
    if has_odd_signs(&host.ascii, host) {
        warnings.push(Warning::OddSigns(host.registrable.clone()));
    }
}

/// Whether a person reading the text would take another host for the real one, or none.
fn is_disguised(text: &str, url: &Url, host: &Host) -> bool {
    let Some((_, rest)) = text.split_once(':') else {
        return true;
    };
    let after = rest.trim_start_matches(['/', '\\']);
    let slashes = rest.strip_suffix(after).unwrap_or_default();
    let end = after.find(['/', '\\', '?', '#']).unwrap_or(after.len());
    let (authority, path) = after.split_at(end);
    if slashes != "//" || path.starts_with('\\') {
        return true;
    }
    let sent = match authority.rsplit_once('@') {
        // An `@` with nothing before it is dropped in silence.
        Some(_) if url.username().is_empty() && url.password().is_none() => return true,
        Some((_, sent)) => sent,
        None => authority,
    };
    // An address in brackets may be written short or long and still be read.
    let without_port = sent.rsplit_once(':').map_or(sent, |(sent, _)| sent);
    !sent.starts_with('[') && !is_same(without_port, host)
}

fn is_same(sent: &str, host: &Host) -> bool {
    let sent = sent.to_lowercase();
    let sent = sent.strip_suffix('.').unwrap_or(&sent);
    sent == host.ascii || Some(sent) == host.unicode.as_deref()
}

/// Whether a part of the host holds signs that no name has.
pub(super) fn has_odd_signs(part: &str, host: &Host) -> bool {
    host.name != Name::Address && part.bytes().any(is_odd)
}

/// Signs that browsers let pass in a host and that no name has.
fn is_odd(byte: u8) -> bool {
    !(byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_'))
}
