//! What a person should know before opening a link.

use std::fmt;

use super::inside::Targets;
use crate::view::Severity;

/// More data than this makes a note into a caution, in bytes.
const MUCH_DATA: usize = 4 * 1024;
/// More domains than this make a note into a caution: one of them may hide among the others.
pub(super) const FEW_DOMAINS: usize = 3;
/// More domains than this are only counted.
pub(super) const DOMAINS_NAMED: usize = 20;

/// One thing to know. Hosts and domains are in ASCII.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Warning {
    /// Something stands before an `@`. This is the real host.
    UserInfo(String),
    /// One part of the name mixes writing systems. This is the host.
    MixedScripts(String),
    /// Foreign letters that pass for plain ones. This is the host.
    LooksPlain(String),
    /// The host holds signs that no name has. This is the domain.
    OddSigns(String),
    /// The letters look like those of this domain, which was opened before.
    LooksLike(String),
    /// This domain was opened before and differs in one letter.
    OneLetterAway {
        /// The domain opened before.
        known: String,
        /// So short that it may well be chance.
        short: bool,
    },
    /// Begins like one website and belongs to another.
    Borrowed {
        /// What it begins like.
        name: String,
        /// Whose it is.
        domain: String,
    },
    /// Google shows a translation in place of the website, which is this one if it can be told.
    Translated(Option<String>),
    /// The host was spelled so that it cannot be recognised. This is the host.
    Disguised(String),
    /// Letters outside a to z. This is the host.
    Punycode(String),
    /// An IP address in place of a name.
    Address,
    /// An address in the person's own network.
    OwnNetwork(String),
    /// A name under which anyone can have a page.
    SharedName(String),
    /// A name that only some networks know.
    UnlistedName(String),
    /// Plain http.
    Unencrypted,
    /// A port that websites do not use.
    Port(u16),
    /// Characters that cannot be seen.
    Hidden,
    /// Other websites are named in the link.
    SendsOn(Targets),
    /// So many bytes after the host.
    Carries(usize),
    /// The host ends in a dot.
    TrailingDot,
    /// What is opened is spelled differently from what was sent.
    Respelled,
    /// Nothing of this domain was opened for this server before.
    FirstLink(String),
}

impl Warning {
    /// How grave it is.
    pub(super) fn severity(&self) -> Severity {
        match self {
            Self::UserInfo(_)
            | Self::MixedScripts(_)
            | Self::LooksPlain(_)
            | Self::OddSigns(_)
            | Self::LooksLike(_)
            | Self::OneLetterAway { short: false, .. } => Severity::Severe,
            Self::OneLetterAway { short: true, .. }
            | Self::Borrowed { .. }
            | Self::Translated(_)
            | Self::Disguised(_)
            | Self::Punycode(_)
            | Self::Address
            | Self::OwnNetwork(_)
            | Self::SharedName(_)
            | Self::UnlistedName(_)
            | Self::Unencrypted
            | Self::Port(_)
            | Self::Hidden => Severity::Caution,
            Self::SendsOn(targets) if targets.is_odd() || targets.names.len() > FEW_DOMAINS => {
                Severity::Caution
            }
            Self::Carries(bytes) if *bytes > MUCH_DATA => Severity::Caution,
            Self::SendsOn(_)
            | Self::Carries(_)
            | Self::TrailingDot
            | Self::Respelled
            | Self::FirstLink(_) => Severity::Note,
        }
    }
}

/// The sentence for people.
impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UserInfo(host) => {
                write!(
                    f,
                    "The part before @ is not the website. This opens {host}."
                )
            }
            Self::MixedScripts(host) => write!(
                f,
                "The name mixes letters of different alphabets, as imitations do. Its real name \
                 is {host}."
            ),
            Self::LooksPlain(host) => write!(
                f,
                "Letters of the name only look like plain ones (a to z). Its real name is {host}."
            ),
            Self::OddSigns(domain) => write!(
                f,
                "The name holds signs that names of websites do not have. This opens a page of \
                 {domain}."
            ),
            Self::LooksLike(known) => write!(
                f,
                "This looks like {known}, which you opened before, but is a different website."
            ),
            Self::OneLetterAway { known, .. } => write!(
                f,
                "This is one letter away from {known}, which you opened before, but is a \
                 different website."
            ),
            Self::Borrowed { name, domain } => {
                write!(f, "This begins like {name} but belongs to {domain}.")
            }
            Self::Translated(Some(inner)) => write!(
                f,
                "This is {inner} as shown by Google's translation, not {inner} itself."
            ),
            Self::Translated(None) => f.write_str(
                "This is a website as shown by Google's translation, not the website itself.",
            ),
            Self::Disguised(host) => write!(
                f,
                "The website was written in a way that can mislead. This opens {host}."
            ),
            Self::Punycode(host) => write!(
                f,
                "The name has letters other than a to z. Its real name is {host}."
            ),
            Self::Address => {
                f.write_str("This is a bare address, which does not tell whose it is.")
            }
            Self::OwnNetwork(host) => write!(f, "{host} is on your own network."),
            Self::SharedName(name) => write!(
                f,
                "Many people have pages under {name}, so the name does not tell whose this is."
            ),
            Self::UnlistedName(name) => write!(
                f,
                "{name} is not a public name. Your network decides what it opens."
            ),
            Self::Unencrypted => f.write_str(
                "The connection is not encrypted (http): others can read and change what is sent.",
            ),
            Self::Port(port) => {
                write!(f, "The link uses port {port}, which websites rarely do.")
            }
            Self::Hidden => f.write_str("The link holds characters that cannot be seen."),
            Self::SendsOn(targets) => {
                let names = listed(&targets.names);
                match (targets.this_computer, names) {
                    (false, names) => write!(f, "Afterwards it may send you to {names}."),
                    (true, names) if names.is_empty() => f.write_str(
                        "Afterwards it may send you back to a program on this computer.",
                    ),
                    (true, names) => write!(
                        f,
                        "Afterwards it may send you to {names}, or back to a program on this \
                         computer."
                    ),
                }
            }
            Self::Carries(bytes) => write!(f, "This link carries {bytes} bytes of data."),
            Self::TrailingDot => f.write_str("The name ends in a dot, which is unusual."),
            Self::Respelled => f.write_str(
                "The link was sent in another spelling. You see it exactly as it is opened.",
            ),
            Self::FirstLink(domain) => write!(
                f,
                "You have not opened a link to {domain} for this server before."
            ),
        }
    }
}

/// "a.io, b.io, c.io and 4 more".
fn listed(names: &[String]) -> String {
    let named = names.get(..DOMAINS_NAMED).unwrap_or(names).join(", ");
    match names.len().saturating_sub(DOMAINS_NAMED) {
        0 => named,
        more => format!("{named} and {more} more"),
    }
}
