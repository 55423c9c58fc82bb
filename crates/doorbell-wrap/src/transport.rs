//! What carries messages between the proxy and the server.

use bytes::Bytes;

use crate::id::Id;

/// A message from the server.
pub struct Received {
    /// The message, its newline included.
    pub line: Bytes,
    /// The request in whose answer it came, where the transport can tell: a stream of HTTP belongs
    /// to one request.
    pub within: Option<Id>,
}
