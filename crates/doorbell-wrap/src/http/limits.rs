//! How much and how long.

use std::time::Duration;

/// The largest message from the server: a JSON body or the data of one event.
pub const MAX_MESSAGE: usize = 64 * 1024 * 1024;
/// The largest body of a refusal that is read to see whether it explains itself.
pub const MAX_REFUSAL: usize = 1024 * 1024;
/// How many requests may wait for their answers. One more is refused: to hold it back would hold
/// back the answers that the others may be waiting for.
pub const MAX_IN_FLIGHT: usize = 256;
/// How long a connection may take to be made, encryption included.
pub const CONNECT: Duration = Duration::from_secs(30);
/// How long the server may take to explain a refusal.
pub const REFUSAL: Duration = Duration::from_secs(10);
/// The longest such pause; each one without progress is twice the one before it.
pub const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// The longest pause a server can ask for.
pub const MAX_RETRY: Duration = Duration::from_secs(60 * 60);
/// How long an idle connection is kept. Common servers close theirs after 5 s, and a message sent
/// at that moment would be lost.
pub const IDLE: Duration = Duration::from_secs(4);
/// How often a silent connection is probed, so that one to a vanished peer is noticed.
pub const KEEPALIVE: Duration = Duration::from_secs(30);
/// How many tools with mirrored parameters are remembered.
pub const MAX_TOOLS: usize = 4096;

/// What tests make smaller.
#[derive(Clone, Debug)]
pub struct Limits {
    /// See [`MAX_MESSAGE`].
    pub message: usize,
    /// See [`MAX_IN_FLIGHT`].
    pub in_flight: usize,
    /// How many messages wait in each direction before the sender has to.
    pub queue: usize,
    /// How long later messages wait for the server to accept one that must come before them.
    pub order: Duration,
    /// How long what was sent last may take to leave when the host goes, and then the same again to
    /// end the session.
    pub end: Duration,
    /// How long a stream is read on after its answer. Most servers end it at once, and then the
    /// connection can be used again.
    pub linger: Duration,
    /// How long a cancelled request is still listened to. Some servers answer it, others never do.
    pub cancelled: Duration,
    /// The first pause before a stream is taken up again, where the server does not name one.
    pub first_pause: Duration,
    /// How often in a row an answer is asked for again without hearing anything.
    pub resumes: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            message: MAX_MESSAGE,
            in_flight: MAX_IN_FLIGHT,
            queue: 16,
            order: Duration::from_secs(30),
            end: Duration::from_secs(2),
            linger: Duration::from_secs(1),
            cancelled: Duration::from_secs(5),
            first_pause: Duration::from_secs(1),
            resumes: 8,
        }
    }
}
