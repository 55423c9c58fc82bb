//! The host of a link: whose it is and where it stands.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use url::Url;

use crate::text;

/// A host name or address, in ASCII, without the dot a name may end in.
#[derive(Clone, PartialEq)]
pub(super) struct Host {
    pub(super) ascii: String,
    /// The host in its own letters, if they differ.
    pub(super) unicode: Option<String>,
    /// The registrable domain in ASCII, or the host if there is none.
    pub(super) registrable: String,
    pub(super) name: Name,
    pub(super) place: Place,
    pub(super) trailing_dot: bool,
}

/// What kind of name a host has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Name {
    /// An IP address.
    Address,
    /// Under a domain that someone registered.
    Registrable,
    /// Nothing but a public suffix, such as `github.io`.
    Suffix,
    /// Under no public suffix, such as `wiki.internal`.
    Unlisted,
}

/// Where a host stands, as far as its name tells.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// The computer of the person.
    ThisComputer,
    /// An address that means something else in each network.
    OwnNetwork,
    /// Anywhere.
    Elsewhere,
}

impl Host {
    /// The host of a URL; none if it has none or one that cannot be a host's name.
    pub(super) fn of(url: &Url) -> Option<Self> {
        match url.host()? {
            url::Host::Domain(name) => Self::named(name),
            url::Host::Ipv4(address) => Some(Self::address(url.host_str()?, address.into())),
            url::Host::Ipv6(address) => Some(Self::address(url.host_str()?, address.into())),
        }
    }

    fn named(name: &str) -> Option<Self> {
        if !idna::uts46::verify_dns_length(name, true) {
            return None;
        }
        let ascii = name.strip_suffix('.').unwrap_or(name);
        let suffix = psl::suffix(ascii.as_bytes())?;
        let domain = psl::domain_str(ascii);
        Some(Self {
            ascii: ascii.to_owned(),
            unicode: unicode(ascii),
            registrable: domain.unwrap_or(ascii).to_owned(),
            name: match (suffix.is_known(), domain) {
                (false, _) => Name::Unlisted,
                (true, None) => Name::Suffix,
                (true, Some(_)) => Name::Registrable,
            },
            place: if ascii == "localhost" || ascii.ends_with(".localhost") {
                Place::ThisComputer
            } else {
                Place::Elsewhere
            },
            trailing_dot: ascii.len() < name.len(),
        })
    }

    fn address(ascii: &str, address: IpAddr) -> Self {
        Self {
            ascii: ascii.to_owned(),
            unicode: None,
            registrable: ascii.to_owned(),
            name: Name::Address,
            place: match address.to_canonical() {
                IpAddr::V4(address) => place_v4(address),
                IpAddr::V6(address) => place_v6(address),
            },
            trailing_dot: false,
        }
    }

    /// What stands before the registrable domain, with its dot.
    pub(super) fn above(&self) -> &str {
        let end = self.ascii.len().saturating_sub(self.registrable.len());
        self.ascii.get(..end).unwrap_or_default()
    }

    /// Takes the host as it stands in the URL apart: before the domain, the domain, after it.
    pub(super) fn parts<'a>(&self, host: &'a str) -> (&'a str, &'a str, &'a str) {
        let (host, dot) = host.split_at(self.ascii.len());
        let (above, domain) = host.split_at(self.above().len());
        (above, domain, dot)
    }
}

/// A name in its own letters, if it has others than plain ones.
pub(super) fn unicode(ascii: &str) -> Option<String> {
    let (unicode, _) = idna::domain_to_unicode(ascii);
    (unicode != ascii).then(|| text::visible(&unicode))
}

fn place_v4(address: Ipv4Addr) -> Place {
    let [a, b, ..] = address.octets();
    // Providers give 100.64.0.0/10 to customers, and some VPNs to their members.
    let shared = a == 100 && (64..128).contains(&b);
    if address.is_loopback() {
        Place::ThisComputer
    } else if a == 0 || address.is_private() || address.is_link_local() || shared {
        Place::OwnNetwork
    } else {
        Place::Elsewhere
    }
}

fn place_v6(address: Ipv6Addr) -> Place {
    if address.is_loopback() {
        Place::ThisComputer
    } else if address.is_unspecified()
        || address.is_unique_local()
        || address.is_unicast_link_local()
    {
        Place::OwnNetwork
    } else {
        Place::Elsewhere
    }
}
