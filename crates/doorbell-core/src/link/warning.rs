//! What a person should know before opening a link.

use super::inside::Targets;
use crate::view::Severity;

/// More data than this makes a note into a caution, in bytes.
const MUCH_DATA: usize = 4 * 1024;
/// More domains than this make a note into a caution: one of them may hide among the others.
pub(super) const FEW_DOMAINS: usize = 3;
/// More domains than this are only counted.
pub(super) const DOMAINS_NAMED: usize = 20;

/// One thing to know, with its sentence for people. Hosts and domains are in ASCII.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub(super) enum Warning {
    /// Something stands before an `@`. This is the real host.
    #[error("The part before @ is not the website. This opens {0}.")]
    UserInfo(String),
    /// One part of the name mixes writing systems. This is the host.
    #[error(
        "The name mixes letters of different alphabets, as imitations do. Its real name is {0}."
    )]
    MixedScripts(String),
    /// Foreign letters that pass for plain ones. This is the host.
    #[error("Letters of the name only look like plain ones (a to z). Its real name is {0}.")]
    LooksPlain(String),
    /// The host holds signs that no name has. This is the domain.
    #[error("The name holds signs that names of websites do not have. This opens a page of {0}.")]
    OddSigns(String),
    /// The letters look like those of this domain, which was opened before.
    #[error("This looks like {0}, which you opened before, but is a different website.")]
    LooksLike(String),
    /// The domain `known` was opened before and differs in one letter. One that is `short` may well
    /// do so by chance.
    #[error(
        "This is one letter away from {known}, which you opened before, but is a different website."
    )]
    OneLetterAway { known: String, short: bool },
    /// Begins like the website `name` and belongs to `domain`.
    #[error("This begins like {name} but belongs to {domain}.")]
    Borrowed { name: String, domain: String },
    /// Google shows a translation in place of the website, which is this one if it can be told.
    #[error("{}", translated(.0.as_deref()))]
    Translated(Option<String>),
    /// The host was spelled so that it cannot be recognised. This is the host.
    #[error("The website was written in a way that can mislead. This opens {0}.")]
    Disguised(String),
    /// Letters outside a to z. This is the host.
    #[error("The name has letters other than a to z. Its real name is {0}.")]
    Punycode(String),
    /// An IP address in place of a name.
    #[error("This is a bare address, which does not tell whose it is.")]
    Address,
    /// An address in the person's own network.
    #[error("{0} is on your own network.")]
    OwnNetwork(String),
    /// A name under which anyone can have a page.
    #[error("Many people have pages under {0}, so the name does not tell whose this is.")]
    SharedName(String),
    /// A name that only some networks know.
    #[error("{0} is not a public name. Your network decides what it opens.")]
    UnlistedName(String),
    /// Plain http.
    #[error("The connection is not encrypted (http): others can read and change what is sent.")]
    Unencrypted,
    /// A port that websites do not use.
    #[error("The link uses port {0}, which websites rarely do.")]
    Port(u16),
    /// Characters that cannot be seen.
    #[error("The link holds characters that cannot be seen.")]
    Hidden,
    /// Other websites are named in the link.
    #[error("Afterwards it may send you {}.", onwards(.0))]
    SendsOn(Targets),
    /// So many bytes after the host.
    #[error("This link carries {0} bytes of data.")]
    Carries(usize),
    /// The host ends in a dot.
    #[error("The name ends in a dot, which is unusual.")]
    TrailingDot,
    /// What is opened is spelled differently from what was sent.
    #[error("The link was sent in another spelling. You see it exactly as it is opened.")]
    Respelled,
    /// Nothing of this domain was opened for this server before.
    #[error("You have not opened a link to {0} for this server before.")]
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
            Self::SendsOn(targets) if !targets.odd && targets.names.len() <= FEW_DOMAINS => {
                Severity::Note
            }
            Self::Carries(..=MUCH_DATA)
            | Self::TrailingDot
            | Self::Respelled
            | Self::FirstLink(_) => Severity::Note,
            _ => Severity::Caution,
        }
    }
}

fn translated(website: Option<&str>) -> String {
    let (shown, itself) = match website {
        Some(website) => (website, website),
        None => ("a website", "the website"),
    };
    format!("This is {shown} as shown by Google's translation, not {itself} itself.")
}

/// "to a.io, b.io, c.io and 4 more, or back to a program on this computer".
fn onwards(targets: &Targets) -> String {
    let names = &targets.names;
    let mut named = names.get(..DOMAINS_NAMED).unwrap_or(names).join(", ");
    if names.len() > DOMAINS_NAMED {
        named = format!("{named} and {} more", names.len() - DOMAINS_NAMED);
    }
    match (named.as_str(), targets.this_computer) {
        (named, false) => format!("to {named}"),
        ("", true) => "back to a program on this computer".to_owned(),
        (named, true) => format!("to {named}, or back to a program on this computer"),
    }
}
