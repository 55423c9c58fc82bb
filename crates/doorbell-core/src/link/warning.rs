//! The warnings about a link.

use super::redirect_targets::RedirectTargets;
use crate::view::Severity;

/// A larger payload is a caution instead of a note.
const MAX_NOTE_BYTES: usize = 4 * 1024;
/// More domains are a caution instead of a note: one may hide among the others.
pub(super) const MAX_NOTE_DOMAINS: usize = 3;
/// Further domains are only counted.
pub(super) const MAX_NAMED_DOMAINS: usize = 20;

/// Displays as text for the person. Hosts and domains are in ASCII.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub(super) enum Warning {
    /// With the real host.
    #[error("The part before @ is not the website. This opens {0}.")]
    UserInfo(String),
    /// A label mixes scripts. With the host.
    #[error(
        "The name mixes letters of different alphabets, as imitations do. Its real name is {0}."
    )]
    MixedScripts(String),
    /// Foreign letters look like ASCII. With the host.
    #[error("Letters of the name only look like plain ones (a to z). Its real name is {0}.")]
    LooksLikeAscii(String),
    /// With the domain.
    #[error("The name holds signs that names of websites do not have. This opens a page of {0}.")]
    InvalidCharacters(String),
    /// With the domain opened before.
    #[error("This looks like {0}, which you opened before, but is a different website.")]
    LooksLike(String),
    /// The person opened `opened` before. If it is `short`, the similarity may be chance.
    #[error(
        "This is one letter away from {opened}, which you opened before, but is a different website."
    )]
    OneLetterAway { opened: String, short: bool },
    /// Begins like the website `imitated` but belongs to `domain`.
    #[error("This begins like {imitated} but belongs to {domain}.")]
    DeceptiveSubdomain { imitated: String, domain: String },
    /// With the translated website, if the host reveals it.
    #[error("{}", translated(.0.as_deref()))]
    GoogleTranslate(Option<String>),
    /// The spelling hides the host. With the host.
    #[error("The website was written in a way that can mislead. This opens {0}.")]
    Disguised(String),
    /// The name has letters other than a to z. With the host.
    #[error("The name has letters other than a to z. Its real name is {0}.")]
    Punycode(String),
    #[error("This is a bare address, which does not tell whose it is.")]
    IpAddress,
    #[error("{0} is on your own network.")]
    PrivateNetwork(String),
    /// Anyone can have a page below this public suffix.
    #[error("Many people have pages under {0}, so the name does not tell whose this is.")]
    SharedName(String),
    /// The name is below no public suffix.
    #[error("{0} is not a public name. Your network decides what it opens.")]
    UnlistedName(String),
    #[error("The connection is not encrypted (http): others can read and change what is sent.")]
    Unencrypted,
    #[error("The link uses port {0}, which websites rarely do.")]
    Port(u16),
    #[error("The link holds characters that cannot be seen.")]
    HiddenCharacters,
    /// The link names other websites.
    #[error("Afterwards it may send you {}.", describe_targets(.0))]
    RedirectTargets(RedirectTargets),
    /// The bytes after the host.
    #[error("This link carries {0} bytes of data.")]
    Payload(usize),
    #[error("The name ends in a dot, which is unusual.")]
    TrailingDot,
    /// The link is opened in another spelling than it was sent.
    #[error("The link was sent in another spelling. You see it exactly as it is opened.")]
    Respelled,
    /// The first link to this domain for this server.
    #[error("You have not opened a link to {0} for this server before.")]
    FirstLink(String),
}

impl Warning {
    pub(super) fn severity(&self) -> Severity {
        match self {
            Self::UserInfo(_)
            | Self::MixedScripts(_)
            | Self::LooksLikeAscii(_)
            | Self::InvalidCharacters(_)
            | Self::LooksLike(_)
            | Self::OneLetterAway { short: false, .. } => Severity::Severe,
            Self::RedirectTargets(targets)
                if !targets.is_suspicious && targets.domains.len() <= MAX_NOTE_DOMAINS =>
            {
                Severity::Note
            }
            Self::Payload(..=MAX_NOTE_BYTES)
            | Self::TrailingDot
            | Self::Respelled
            | Self::FirstLink(_) => Severity::Note,
            _ => Severity::Caution,
        }
    }
}

fn translated(website: Option<&str>) -> String {
    let (shown, original) = match website {
        Some(website) => (website, website),
        None => ("a website", "the website"),
    };
    format!("This is {shown} as shown by Google's translation, not {original} itself.")
}

/// Formats "to a.io, b.io, c.io and 4 more, or back to a program on this computer".
fn describe_targets(targets: &RedirectTargets) -> String {
    let domains = &targets.domains;
    let mut named = domains
        .get(..MAX_NAMED_DOMAINS)
        .unwrap_or(domains)
        .join(", ");
    if domains.len() > MAX_NAMED_DOMAINS {
        named = format!("{named} and {} more", domains.len() - MAX_NAMED_DOMAINS);
    }
    match (named.as_str(), targets.this_computer) {
        (named, false) => format!("to {named}"),
        ("", true) => "back to a program on this computer".to_owned(),
        (named, true) => format!("to {named}, or back to a program on this computer"),
    }
}
