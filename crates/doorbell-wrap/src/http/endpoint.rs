//! Checks the server's address and builds the HTTP client.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};

use reqwest::Url;
use reqwest::redirect;
use url::Host;

use super::limits::{CONNECT_TIMEOUT, IDLE_TIMEOUT, KEEPALIVE_INTERVAL, Limits};
use super::{Headers, HttpError};

/// Refuses addresses that would expose secrets.
pub fn check(address: &str, has_headers: bool) -> Result<Url, HttpError> {
    let mut url = Url::parse(address).map_err(|_| HttpError::InvalidAddress)?;
    if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
        return Err(HttpError::InvalidAddress);
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(HttpError::CredentialsInAddress);
    }
    if has_headers && url.scheme() == "http" && !is_loopback(&url) {
        return Err(HttpError::UnencryptedHeaders);
    }
    url.set_fragment(None);
    Ok(url)
}

pub fn client(url: &Url, headers: &Headers, limits: &Limits) -> Result<reqwest::Client, HttpError> {
    // Fails if a provider is already installed, which is fine.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut builder = reqwest::Client::builder()
        .user_agent(concat!("doorbell/", env!("CARGO_PKG_VERSION")))
        .default_headers(headers.map().clone())
        // Headers may be secrets, which another server must not see.
        .redirect(redirect::Policy::none())
        // A message that may have arrived must not arrive twice.
        .retry(reqwest::retry::never())
        .connect_timeout(CONNECT_TIMEOUT)
        .pool_idle_timeout(IDLE_TIMEOUT)
        .pool_max_idle_per_host(limits.queue_length)
        .tcp_keepalive(KEEPALIVE_INTERVAL);
    if url.scheme() == "http" {
        // Avoids loading the system's certificates.
        builder = builder.tls_certs_only([]);
    }
    if is_loopback(url) {
        // Keep local traffic local, whatever a proxy or name server says.
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
    fn valid_addresses_are_accepted() {
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
    fn headers_need_encryption_or_loopback() {
        for address in [
            "http://example.com/mcp",
            "http://10.0.0.1",
            "http://localhost.example.com",
            "http://evil.localhost",
            "http://0.0.0.0",
        ] {
            let refused = check(address, true);
            assert!(
                matches!(refused, Err(HttpError::UnencryptedHeaders)),
                "{address}"
            );
        }
    }

    #[test]
    fn invalid_addresses_are_refused_without_quoting_them() {
        for address in [
            "",
            "example.com",
            "file:///etc/passwd",
            "ws://a",
            "https://",
        ] {
            let refused = check(address, false);
            assert!(
                matches!(refused, Err(HttpError::InvalidAddress)),
                "{address}"
            );
        }
        let refused = check("https://me:hunter2@example.com", false).unwrap_err();
        assert!(matches!(refused, HttpError::CredentialsInAddress));
        assert!(!refused.to_string().contains("hunter2"));
    }

    #[test]
    fn client_builds_for_both_schemes() {
        for address in ["https://example.com", "http://localhost"] {
            let url = check(address, false).unwrap();
            assert!(client(&url, &Headers::default(), &Limits::default()).is_ok());
        }
    }
}
