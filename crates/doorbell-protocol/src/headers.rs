//! HTTP headers that `doorbell wrap` controls and a person cannot set.

/// Headers that the transport sets, or that would change how a request is framed.
const RESERVED: [&str; 16] = [
    "accept",
    "accept-encoding",
    "connection",
    "content-encoding",
    "content-length",
    "content-type",
    "expect",
    "host",
    "keep-alive",
    "last-event-id",
    "proxy-authorization",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// Returns true if a person cannot set the header. `name` must be in lower case.
pub fn is_reserved_header(name: &str) -> bool {
    RESERVED.contains(&name) || name.starts_with("mcp-")
}
