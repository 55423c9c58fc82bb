//! The host of a link: its kind, its domain and its network.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use url::Url;

use crate::text;

#[derive(Clone, PartialEq)]
pub(super) struct Host {
    /// Without a trailing dot.
    pub(super) ascii: String,
    /// Set if it differs from `ascii`.
    pub(super) unicode: Option<String>,
    /// The registrable domain in ASCII, or else the host.
    pub(super) registrable: String,
    pub(super) kind: HostKind,
    pub(super) network: Network,
    pub(super) trailing_dot: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum HostKind {
    IpAddress,
    /// Below a registrable domain.
    Registrable,
    /// Only a public suffix, such as `github.io`.
    PublicSuffix,
    /// Below no public suffix, such as `wiki.internal`.
    Unlisted,
}

/// The network of a host, as far as its name reveals it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Network {
    ThisComputer,
    /// An address with a different meaning in each network.
    Private,
    Public,
}

impl Host {
    /// Returns `None` if the URL has no host or an invalid host name.
    pub(super) fn of(url: &Url) -> Option<Self> {
        match url.host()? {
            url::Host::Domain(name) => Self::from_name(name),
            url::Host::Ipv4(address) => Some(Self::from_address(url.host_str()?, address.into())),
            url::Host::Ipv6(address) => Some(Self::from_address(url.host_str()?, address.into())),
        }
    }

    fn from_name(name: &str) -> Option<Self> {
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
            kind: match (suffix.is_known(), domain) {
                (false, _) => HostKind::Unlisted,
                (true, None) => HostKind::PublicSuffix,
                (true, Some(_)) => HostKind::Registrable,
            },
            network: if ascii == "localhost" || ascii.ends_with(".localhost") {
                Network::ThisComputer
            } else {
                Network::Public
            },
            trailing_dot: ascii.len() < name.len(),
        })
    }

    fn from_address(ascii: &str, address: IpAddr) -> Self {
        Self {
            ascii: ascii.to_owned(),
            unicode: None,
            registrable: ascii.to_owned(),
            kind: HostKind::IpAddress,
            network: match address.to_canonical() {
                IpAddr::V4(address) => network_v4(address),
                IpAddr::V6(address) => network_v6(address),
            },
            trailing_dot: false,
        }
    }

    /// Returns the part before the registrable domain, including its dot.
    pub(super) fn subdomain(&self) -> &str {
        let end = self.ascii.len().saturating_sub(self.registrable.len());
        self.ascii.get(..end).unwrap_or_default()
    }

    /// Splits the host of the URL into subdomain, registrable domain and trailing dot.
    pub(super) fn split<'a>(&self, host: &'a str) -> (&'a str, &'a str, &'a str) {
        let (host, dot) = host.split_at(self.ascii.len());
        let (subdomain, domain) = host.split_at(self.subdomain().len());
        (subdomain, domain, dot)
    }
}

/// Returns the name in Unicode if that differs from ASCII.
pub(super) fn unicode(ascii: &str) -> Option<String> {
    let (unicode, _) = idna::domain_to_unicode(ascii);
    (unicode != ascii).then(|| text::visible(&unicode))
}

fn network_v4(address: Ipv4Addr) -> Network {
    let [a, b, ..] = address.octets();
    // 100.64.0.0/10 is for customers of a provider, and members of some VPNs.
    let is_shared = a == 100 && (64..128).contains(&b);
    if address.is_loopback() {
        Network::ThisComputer
    } else if a == 0 || address.is_private() || address.is_link_local() || is_shared {
        Network::Private
    } else {
        Network::Public
    }
}

fn network_v6(address: Ipv6Addr) -> Network {
    if address.is_loopback() {
        Network::ThisComputer
    } else if address.is_unspecified()
        || address.is_unique_local()
        || address.is_unicast_link_local()
    {
        Network::Private
    } else {
        Network::Public
    }
}
