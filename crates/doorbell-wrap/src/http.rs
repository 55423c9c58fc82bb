//! The Streamable HTTP transport.
//!
//! To the rest of the proxy it takes and returns lines, like a pipe. One thread with its own runtime
//! does the I/O; it starts in [`connect`]. Every failed request is answered with a JSON-RPC error in
//! the server's place, so the host never waits in vain.
//!
//! The era is decided per message: a modern request describes itself in headers, a legacy one belongs
//! to the session that `initialize` opened.

use std::io;
use std::sync::{Arc, Mutex};
use std::thread;

use bytes::Bytes;
use reqwest::Url;
use tokio::sync::{mpsc, oneshot};

use crate::transport::ReceivedLine;

mod body;
mod context;
mod dispatch;
mod encoding;
mod endpoint;
mod exchange;
mod failure;
mod framing;
mod headers;
mod in_flight;
mod limits;
mod metadata;
mod outgoing;
mod resume;
mod session;
mod sse;
mod stream;
#[cfg(test)]
mod tests;
mod tools;

pub use headers::{HeaderError, Headers};

use context::HttpContext;
use in_flight::InFlight;
use limits::Limits;

/// Reports a problem in one line.
pub type Report = Box<dyn Fn(String) + Send + Sync>;

/// The server to connect to.
pub struct Upstream {
    /// Its http or https address.
    pub url: String,
    /// Headers to send with every request, besides those of the protocol.
    pub headers: Headers,
    /// Called with problems that concern no request. Runs on the transport's thread, so it must not
    /// block.
    pub report: Report,
}

/// Why the transport cannot start.
#[derive(Debug, thiserror::Error)]
pub enum HttpError {
    /// The text is not an http or https address.
    #[error("the address is not a valid http or https address")]
    InvalidAddress,
    /// Any process on this machine could read the credentials in the address.
    #[error("the address holds a user name or password; use --header-env instead")]
    CredentialsInAddress,
    /// Headers would cross the network unencrypted.
    #[error("headers may hold secrets, so they need an https address or a server on this machine")]
    UnencryptedHeaders,
    /// The system's certificates are unusable.
    #[error("cannot prepare secure connections")]
    Tls(#[source] reqwest::Error),
    /// The system refuses a thread or its runtime.
    #[error("cannot start a thread")]
    Thread(#[from] io::Error),
}

/// Starts the transport; sends nothing before the first message. The receiver ends after the
/// [`HttpSender`] is dropped and the session is deleted or its deletion times out.
///
/// # Errors
/// If the address is refused or no thread can be started.
pub fn connect(
    upstream: Upstream,
) -> Result<(HttpSender, mpsc::Receiver<ReceivedLine>), HttpError> {
    connect_with_limits(upstream, Limits::default())
}

fn connect_with_limits(
    upstream: Upstream,
    limits: Limits,
) -> Result<(HttpSender, mpsc::Receiver<ReceivedLine>), HttpError> {
    let url: Url = endpoint::check(&upstream.url, !upstream.headers.is_empty())?;
    let client = endpoint::client(&url, &upstream.headers, &limits)?;
    let (to_server, messages) = mpsc::channel(limits.queue_length);
    let (to_host, from_server) = mpsc::channel(limits.queue_length);
    let (alive, host_left) = oneshot::channel();
    let context = Arc::new(HttpContext {
        client,
        url,
        report: upstream.report,
        to_host,
        server_state: Mutex::default(),
        in_flight: InFlight::default(),
        limits,
    });
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    thread::Builder::new()
        .name("http".to_owned())
        .spawn(move || {
            runtime.block_on(dispatch::run(context, messages, host_left));
            // A DNS lookup in progress must not delay the end.
            runtime.shutdown_background();
        })?;
    let sender = HttpSender {
        to_server,
        _alive: alive,
    };
    Ok((sender, from_server))
}

/// Sends messages to the server. Dropping it ends the session and abandons pending requests.
pub struct HttpSender {
    to_server: mpsc::Sender<Bytes>,
    /// Signals the drop even while messages are queued.
    _alive: oneshot::Sender<()>,
}

impl HttpSender {
    /// Sends one message; blocks while the server is slow.
    ///
    /// # Errors
    /// If the transport has ended.
    pub fn send(&mut self, line: &[u8]) -> io::Result<()> {
        let message = line.strip_suffix(b"\n").unwrap_or(line);
        self.to_server
            .blocking_send(Bytes::copy_from_slice(message))
            .map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}
