//! Sizes and timeouts.

use std::time::Duration;

/// The largest message from the server: a JSON body or the data of one event.
pub const MAX_MESSAGE: usize = 64 * 1024 * 1024;
/// The largest error body that is searched for a JSON-RPC error.
pub const MAX_ERROR_BODY: usize = 1024 * 1024;
/// The most pending requests. Further ones are refused, not queued: a queue would also delay the
/// answers that the pending ones may need.
pub const MAX_IN_FLIGHT: usize = 256;
/// Includes the TLS handshake.
pub const CONNECT_TIMEOUT: Duration = Duration::from_secs(30);
/// For reading an error body.
pub const ERROR_BODY_TIMEOUT: Duration = Duration::from_secs(10);
/// The delay doubles up to this after each attempt without progress.
pub const MAX_BACKOFF: Duration = Duration::from_secs(30);
/// The longest delay that a server can request.
pub const MAX_RETRY_DELAY: Duration = Duration::from_secs(60 * 60);
/// Common servers close idle connections after 5 s, and a message sent at that moment is lost.
pub const IDLE_TIMEOUT: Duration = Duration::from_secs(4);
/// Detects peers that have vanished.
pub const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(30);
pub const MAX_TOOLS: usize = 4096;

/// Limits that tests reduce.
#[derive(Clone, Debug)]
pub struct Limits {
    /// See [`MAX_MESSAGE`].
    pub max_message: usize,
    /// See [`MAX_IN_FLIGHT`].
    pub max_in_flight: usize,
    /// Messages per direction before the sender blocks.
    pub queue_length: usize,
    /// How long a message may delay those behind it until the server accepts it.
    pub accept_timeout: Duration,
    /// Time to send the last messages after the host leaves, and again to delete the session.
    pub shutdown_timeout: Duration,
    /// How long a stream is read after its response. Most servers close it at once, which makes the
    /// connection reusable.
    pub linger: Duration,
    /// How long a cancelled request stays open. Some servers answer it, others never do.
    pub cancelled_timeout: Duration,
    /// The first delay before a stream is resumed, unless the server requests one.
    pub first_retry_delay: Duration,
    /// Attempts in a row without an event.
    pub max_resumes: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_message: MAX_MESSAGE,
            max_in_flight: MAX_IN_FLIGHT,
            queue_length: 16,
            accept_timeout: Duration::from_secs(30),
            shutdown_timeout: Duration::from_secs(2),
            linger: Duration::from_secs(1),
            cancelled_timeout: Duration::from_secs(5),
            first_retry_delay: Duration::from_secs(1),
            max_resumes: 8,
        }
    }
}
