//! What carries messages between the proxy and the server.

use std::io;

use bytes::Bytes;

use crate::id::Id;

/// Where messages to the server go.
pub trait ToServer: Send {
    /// Sends one message, its newline included, and waits while the server is slow.
    ///
    /// # Errors
    /// If the server can no longer be reached.
    fn send(&mut self, line: &[u8]) -> io::Result<()>;
}

/// Where messages from the server come from.
pub trait FromServer: Send {
    /// Waits for the next message; `None` when there will be no more.
    ///
    /// # Errors
    /// If the server can no longer be reached.
    fn receive(&mut self) -> io::Result<Option<Received>>;
}

/// A message from the server.
pub struct Received {
    /// The message, its newline included.
    pub line: Bytes,
    /// The request in whose answer it came, where the transport can tell: a stream of HTTP belongs
    /// to one request.
    pub within: Option<Id>,
}
