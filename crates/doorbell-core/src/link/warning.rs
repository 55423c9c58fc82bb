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
    #[error("Misleading link: the text before “@” is not the website. It opens {0}.")]
    UserInfo(String),
    /// A label mixes scripts. With the host.
    #[error("Misleading name: it mixes letters of different alphabets. The real address is {0}.")]
    MixedScripts(String),
    /// Foreign letters look like ASCII. `imitated` is how `host` reads.
    #[error("This is not {imitated}. It uses look-alike letters; the real address is {host}.")]
    LooksLikeAscii { imitated: String, host: String },
    /// With the domain.
    #[error("Misleading name: it contains characters that website names don’t have. It opens {0}.")]
    InvalidCharacters(String),
    /// With the domain opened before.
    #[error(
        "This is not {0}, which you opened before. It’s a different website with a similar name."
    )]
    LooksLike(String),
    /// The person opened `opened` before. If it is `short`, the similarity may be chance.
    #[error(
        "This is not {opened}, which you opened before. It’s a different website, one letter away."
    )]
    OneLetterAway { opened: String, short: bool },
    /// Begins like the website `imitated` but belongs to `domain`.
    #[error("Looks like {imitated}, but belongs to {domain}.")]
    DeceptiveSubdomain { imitated: String, domain: String },
    /// With the translated website, if the host reveals it.
    #[error("{}", translated(.0.as_deref()))]
    GoogleTranslate(Option<String>),
    /// The spelling hides the host. With the host.
    #[error("The link is written in a misleading way. It opens {0}.")]
    Disguised(String),
    /// The name has letters other than a to z. With the host.
    #[error("The name has letters other than a to z. The real address is {0}.")]
    Punycode(String),
    #[error("This is a numeric IP address, so its owner can’t be identified.")]
    IpAddress,
    #[error("{0} is on your own network.")]
    PrivateNetwork(String),
    /// Anyone can have a page below this public suffix.
    #[error("Anyone can have a page on {0}, so its owner can’t be identified.")]
    SharedName(String),
    /// The name is below no public suffix.
    #[error("{0} is not a public internet address; your network decides where it leads.")]
    UnlistedName(String),
    #[error("Not encrypted (http): others on the network can read and change what you send.")]
    Unencrypted,
    #[error("Unusual port: {0}.")]
    Port(u16),
    #[error("The link contains invisible characters.")]
    HiddenCharacters,
    /// The link names other websites.
    #[error("Afterwards it may send you {}.", describe_targets(.0))]
    RedirectTargets(RedirectTargets),
    /// The bytes after the host.
    #[error("Unusually long link: it contains {} of data.", size(*.0))]
    Payload(usize),
    #[error("The name ends with a dot, which is unusual.")]
    TrailingDot,
    /// The link is opened in another spelling than it was sent.
    #[error("The link was normalised. What you see is what will open.")]
    Respelled,
    /// The first link to this domain for this server.
    #[error("First link to {0} from this server.")]
    FirstLink(String),
}

impl Warning {
    pub(super) fn severity(&self) -> Severity {
        match self {
            Self::UserInfo(_)
            | Self::MixedScripts(_)
            | Self::LooksLikeAscii { .. }
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

fn size(bytes: usize) -> String {
    match bytes {
        ..1000 => format!("{bytes} bytes"),
        _ => format!("{} kB", (bytes + 500) / 1000),
    }
}

fn translated(website: Option<&str>) -> String {
    let (shown, original) = match website {
        Some(website) => (website, website),
        None => ("a website", "the website"),
    };
    format!("This is {shown} as shown by Google’s translation, not {original} itself.")
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
