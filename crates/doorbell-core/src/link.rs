//! Links that a server asks the person to open, and the warnings about them.
//!
//! A link is assessed by its text alone, without network access, and parsed as browsers parse it. The
//! person sees exactly what is opened.

mod browser_text;
mod deceptive_subdomain;
mod error;
mod google_translate;
mod history;
mod host;
mod lookalike;
mod payload;
mod redirect_parameter;
mod redirect_targets;
mod similar_domain;
mod spelling;
mod warning;

pub use error::{LinkError, LinkRule, MAX_LINK_BYTES};
pub use history::LinkHistory;

use std::fmt;

use url::{Position, Url};

use self::host::{Host, HostKind, Network};
use self::warning::Warning;
use crate::view::{LinkView, Severity, WarningView};

/// A link that Doorbell may show, and open if the person agrees.
#[derive(Clone, PartialEq)]
pub struct Link {
    url: Url,
    host: Host,
    /// The warnings that do not depend on [`LinkHistory`].
    warnings: Vec<Warning>,
}

/// Parses a link as sent and collects its warnings.
pub fn assess(text: &str) -> Result<Link, LinkError> {
    error::check_rules(text)?;
    let url = Url::parse(text).map_err(|_| LinkError::Malformed)?;
    if url.as_str().len() > MAX_LINK_BYTES {
        return Err(LinkError::Refused(LinkRule::TooLong));
    }
    // The program that opens the link parses it again and must get the same result.
    if Url::parse(url.as_str()).as_ref() != Ok(&url) {
        return Err(LinkError::Malformed);
    }
    let host = Host::of(&url).ok_or(LinkError::Malformed)?;
    let mut warnings = Vec::new();
    check_host(&url, &host, &mut warnings);
    spelling::check(text, &url, &host, &mut warnings);
    lookalike::check(&host, &mut warnings);
    google_translate::check(&host, &mut warnings);
    payload::check(&url, &mut warnings);
    redirect_targets::check(&url, &host, &mut warnings);
    Ok(Link {
        url,
        host,
        warnings,
    })
}

impl Link {
    /// Returns the link as shown and opened. Its spelling may differ from the one sent.
    pub fn url(&self) -> &str {
        self.url.as_str()
    }

    /// Returns the registrable domain in ASCII, or else the host. Only this part of a link
    /// may be stored; [`LinkHistory`] refers to it.
    pub fn domain(&self) -> &str {
        &self.host.registrable
    }

    /// Returns true if the person must confirm a severe warning.
    pub fn needs_second_press(&self, history: &LinkHistory<'_>) -> bool {
        let mut warnings = self.warnings(history);
        warnings.any(|warning| warning.severity() == Severity::Severe)
    }

    pub fn view(&self, history: &LinkHistory<'_>) -> LinkView {
        let mut warnings: Vec<WarningView> = self
            .warnings(history)
            .map(|warning| WarningView {
                severity: warning.severity(),
                text: warning.to_string(),
            })
            .collect();
        warnings.sort_by_key(|warning| warning.severity);
        let host = &self.url[Position::BeforeHost..Position::AfterHost];
        let (subdomain, domain, dot) = self.host.split(host);
        LinkView {
            url: self.url().to_owned(),
            before: format!("{}{subdomain}", &self.url[..Position::BeforeHost]),
            domain: domain.to_owned(),
            after: format!("{dot}{}", &self.url[Position::AfterHost..]),
            host: host.to_owned(),
            unicode_host: self.host.unicode.clone().filter(|_| !self.is_imitation()),
            registrable: self.domain().to_owned(),
            this_computer: self.host.network == Network::ThisComputer,
            second_press: self.needs_second_press(history),
            warnings,
        }
    }

    /// Returns true if a warning says which name its letters imitate.
    fn is_imitation(&self) -> bool {
        let mut warnings = self.warnings.iter();
        warnings.any(|warning| matches!(warning, Warning::LooksLikeAscii { .. }))
    }

    fn warnings(&self, history: &LinkHistory<'_>) -> impl Iterator<Item = Warning> {
        let own = self.warnings.iter().cloned();
        own.chain(similar_domain::check(&self.host, history))
    }
}

/// Shows only the domain: the rest of a link may contain a secret.
impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Link({})", self.domain())
    }
}

/// Checks the kind of host, the scheme and the port.
fn check_host(url: &Url, host: &Host, warnings: &mut Vec<Warning>) {
    let name = host.registrable.clone();
    match (host.network, host.kind) {
        (Network::ThisComputer, _) => {}
        (Network::Private, _) => warnings.push(Warning::PrivateNetwork(name)),
        (Network::Public, HostKind::IpAddress) => warnings.push(Warning::IpAddress),
        (Network::Public, HostKind::PublicSuffix) => warnings.push(Warning::SharedName(name)),
        (Network::Public, HostKind::Unlisted) => warnings.push(Warning::UnlistedName(name)),
        (Network::Public, HostKind::Registrable) => {}
    }
    if !url.username().is_empty() || url.password().is_some() {
        warnings.push(Warning::UserInfo(host.ascii.clone()));
    }
    if host.trailing_dot {
        warnings.push(Warning::TrailingDot);
    }
    if host.network != Network::ThisComputer {
        if url.scheme() == "http" {
            warnings.push(Warning::Unencrypted);
        }
        warnings.extend(url.port().map(Warning::Port));
    }
}

#[cfg(test)]
mod tests;
