//! The server's address, and the client that talks to it.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};

use reqwest::Url;
use reqwest::redirect;
use url::Host;

use super::limits::{CONNECT, IDLE, KEEPALIVE, Limits};
use super::{Headers, HttpError};

/// Reads an address and refuses one that would give secrets away.
///
/// # Errors
/// If it is no address, or not one to send headers to.
pub fn check(address: &str, has_headers: bool) -> Result<Url, HttpError> {
    let mut url = Url::parse(address).map_err(|_| HttpError::Address)?;
    if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
        return Err(HttpError::Address);
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(HttpError::Credentials);
    }
    if has_headers && url.scheme() == "http" && !is_loopback(&url) {
        return Err(HttpError::Exposed);
    }
    url.set_fragment(None);
    Ok(url)
}

/// A client for one address.
///
/// # Errors
/// If the system's certificates cannot be used.
pub fn client(url: &Url, headers: &Headers, limits: &Limits) -> Result<reqwest::Client, HttpError> {
    // Fails if there is one already, which then serves as well.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut builder = reqwest::Client::builder()
        .user_agent(concat!("doorbell/", env!("CARGO_PKG_VERSION")))
        .default_headers(headers.map().clone())
        // Headers may be secrets, and only the person knows whom they are for.
        .redirect(redirect::Policy::none())
        // A message that may have arrived must not arrive twice.
        .retry(reqwest::retry::never())
        .connect_timeout(CONNECT)
        .pool_idle_timeout(IDLE)
        .pool_max_idle_per_host(limits.queue)
        .tcp_keepalive(KEEPALIVE);
    if url.scheme() == "http" {
        // Nothing to verify, so the system's certificates need not be read.
        builder = builder.tls_certs_only([]);
    }
    if is_loopback(url) {
        // What is meant for this machine stays on it, whatever a proxy or a name server says.
        let here = [
            SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            SocketAddr::from((Ipv6Addr::LOCALHOST, 0)),
        ];
        builder = builder.no_proxy().resolve_to_addrs("localhost", &here);
    }
    builder.build().map_err(HttpError::Tls)
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_servers_are_taken() {
        for address in [
            "https://example.com/mcp?key=1",
            "http://localhost:8000/mcp",
            "http://127.0.0.1:1",
            "http://[::1]:1",
        ] {
            assert!(check(address, true).is_ok(), "{address}");
        }
        assert!(check("http://example.com", false).is_ok());
        assert_eq!(
            check("https://a/b#c", false).unwrap().as_str(),
            "https://a/b"
        );
    }

    #[test]
    fn headers_do_not_cross_an_open_network() {
        for address in [
            "http://example.com/mcp",
            "http://10.0.0.1",
            "http://localhost.example.com",
            "http://evil.localhost",
            "http://0.0.0.0",
        ] {
            let refused = check(address, true);
            assert!(matches!(refused, Err(HttpError::Exposed)), "{address}");
        }
    }

    #[test]
    fn other_addresses_are_refused_without_being_repeated() {
        for address in [
            "",
            "example.com",
            "file:///etc/passwd",
            "ws://a",
            "https://",
        ] {
            let refused = check(address, false);
            assert!(matches!(refused, Err(HttpError::Address)), "{address}");
        }
        let refused = check("https://me:hunter2@example.com", false).unwrap_err();
        assert!(matches!(refused, HttpError::Credentials));
        assert!(!refused.to_string().contains("hunter2"));
    }

    #[test]
    fn a_client_can_be_made_for_both_schemes() {
        for address in ["https://example.com", "http://localhost"] {
            let url = check(address, false).unwrap();
            assert!(client(&url, &Headers::default(), &Limits::default()).is_ok());
        }
    }
}
