//! The HTTP headers that `doorbell wrap` sends itself.

/// What the transport sets, or what would change how a request is framed.
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

/// Returns true if the person cannot set this header, whose name is in lower case.
pub fn is_reserved_header(name: &str) -> bool {
    RESERVED.contains(&name) || name.starts_with("mcp-")
}
