//! A link a server asks to open, and what a person should know before opening it.
//!
//! The link is judged by its text alone: nothing is fetched and no name is looked up. It is read
//! as browsers read it, and what is shown is what is opened.

mod borrowed;
mod carried;
mod host;
mod inside;
mod known;
mod lookalike;
mod neighbour;
mod reading;
mod redirect;
mod refusal;
mod spelling;
mod translated;
mod warning;

pub use known::Known;
pub use refusal::{LINK_BYTES, NotALink, Rule};

use std::fmt;

use url::{Position, Url};

use self::host::{Host, Name, Place};
use self::warning::Warning;
use crate::view::{LinkView, Severity, WarningView};

/// A link that may be shown, and opened if the person agrees.
#[derive(Clone, PartialEq)]
pub struct Link {
    url: Url,
    host: Host,
    /// What its text alone betrays.
    warnings: Vec<Warning>,
}

/// Reads and judges a link as it was sent.
pub fn assess(text: &str) -> Result<Link, NotALink> {
    refusal::check(text)?;
    let url = Url::parse(text).map_err(|_| NotALink::Malformed)?;
    if url.as_str().len() > LINK_BYTES {
        return Err(NotALink::Refused(Rule::TooLong));
    }
    // Whoever opens the link may read it once more, and must then read the same.
    if Url::parse(url.as_str()).as_ref() != Ok(&url) {
        return Err(NotALink::Malformed);
    }
    let host = Host::of(&url).ok_or(NotALink::Malformed)?;
    let mut warnings = Vec::new();
    about_host(&url, &host, &mut warnings);
    spelling::about(text, &url, &host, &mut warnings);
    lookalike::about(&host, &mut warnings);
    translated::about(&host, &mut warnings);
    carried::about(&url, &mut warnings);
    inside::about(&url, &host, &mut warnings);
    Ok(Link {
        url,
        host,
        warnings,
    })
}

impl Link {
    /// The link as it is shown and opened, which may be spelled differently from what was sent.
    pub fn url(&self) -> &str {
        self.url.as_str()
    }

    /// Whose website it is, in ASCII: the registrable domain, or the host if there is none. This
    /// is what may be remembered of a link, and what [`Known`] is about.
    pub fn domain(&self) -> &str {
        &self.host.registrable
    }

    /// Whether opening it takes a second, deliberate press.
    pub fn needs_second_press(&self, known: &Known<'_>) -> bool {
        let mut warnings = self.warnings(known);
        warnings.any(|warning| warning.severity() == Severity::Severe)
    }

    /// The link as the page shows it.
    pub fn view(&self, known: &Known<'_>) -> LinkView {
        let mut warnings: Vec<WarningView> = self
            .warnings(known)
            .map(|warning| WarningView {
                severity: warning.severity(),
                text: warning.to_string(),
            })
            .collect();
        warnings.sort_by_key(|warning| warning.severity);
        let host = &self.url[Position::BeforeHost..Position::AfterHost];
        let (above, domain, dot) = self.host.parts(host);
        LinkView {
            url: self.url().to_owned(),
            before: format!("{}{above}", &self.url[..Position::BeforeHost]),
            domain: domain.to_owned(),
            after: format!("{dot}{}", &self.url[Position::AfterHost..]),
            host: host.to_owned(),
            unicode_host: self.host.unicode.clone(),
            registrable: self.domain().to_owned(),
            this_computer: self.host.place == Place::ThisComputer,
            second_press: self.needs_second_press(known),
            warnings,
        }
    }

    /// Everything there is to say, given what is known.
    fn warnings(&self, known: &Known<'_>) -> impl Iterator<Item = Warning> {
        let own = self.warnings.iter().cloned();
        own.chain(neighbour::about(&self.host, known))
    }
}

/// Names the domain only: the rest of a link may be a key to something.
impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Link({})", self.domain())
    }
}

/// What the kind of host, the scheme and the port betray.
fn about_host(url: &Url, host: &Host, warnings: &mut Vec<Warning>) {
    let name = host.registrable.clone();
    match (host.place, host.name) {
        (Place::ThisComputer, _) => {}
        (Place::OwnNetwork, _) => warnings.push(Warning::OwnNetwork(name)),
        (Place::Elsewhere, Name::Address) => warnings.push(Warning::Address),
        (Place::Elsewhere, Name::Suffix) => warnings.push(Warning::SharedName(name)),
        (Place::Elsewhere, Name::Unlisted) => warnings.push(Warning::UnlistedName(name)),
        (Place::Elsewhere, Name::Registrable) => {}
    }
    if !url.username().is_empty() || url.password().is_some() {
        warnings.push(Warning::UserInfo(host.ascii.clone()));
    }
    if host.trailing_dot {
        warnings.push(Warning::TrailingDot);
    }
    if host.place != Place::ThisComputer {
        if url.scheme() == "http" {
            warnings.push(Warning::Unencrypted);
        }
        warnings.extend(url.port().map(Warning::Port));
    }
}

#[cfg(test)]
mod tests;
