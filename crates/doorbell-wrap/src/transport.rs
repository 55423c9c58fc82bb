//! What a transport delivers from the server.

use bytes::Bytes;

use crate::id::Id;

pub struct ReceivedLine {
    /// One message with its newline.
    pub line: Bytes,
    /// The request on whose HTTP response stream the message came. Other transports cannot tell.
    pub related_request: Option<Id>,
}
