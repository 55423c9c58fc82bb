//! A server that is reached over Streamable HTTP.
//!
//! To the rest of the proxy it is one more transport: lines go in, lines come
//! out. One thread with its own runtime does the talking, and nothing of it exists before
//! [`connect`] is called. Every failure of a request comes back as a JSON-RPC error in the
//! server's place, so the host never waits for an answer that cannot come.
//!
//! Both eras of the protocol are spoken, decided message by message: a modern request describes
//! itself in its headers, a legacy one belongs to the session that `initialize` opened.

use std::io;
use std::sync::{Arc, Mutex};
use std::thread;

use bytes::Bytes;
use reqwest::Url;
use tokio::sync::{mpsc, oneshot};

use crate::transport::Received;

mod body;
mod dispatch;
mod encoding;
mod endpoint;
mod exchange;
mod failure;
mod framing;
mod headers;
mod in_flight;
mod limits;
mod link;
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

use in_flight::InFlight;
use limits::Limits;
use link::Link;

/// Tells the person something in one line.
pub type Report = Box<dyn Fn(String) + Send + Sync>;

/// The server to talk to.
pub struct Upstream {
    /// Its address: https, or http.
    pub url: String,
    /// What is sent with every request besides what the protocol asks for.
    pub headers: Headers,
    /// Told in a line what goes wrong where no request is there to answer, in the order it happens.
    /// It is called on the transport's thread and must not wait.
    pub report: Report,
}

/// Why there is no transport.
#[derive(Debug, thiserror::Error)]
pub enum HttpError {
    /// It is no address of a web server.
    #[error("the address is not a valid http or https address")]
    Address,
    /// The address would show a secret to everyone who can list processes.
    #[error("the address holds a user name or password; use --header-env instead")]
    Credentials,
    /// A header would cross a network that anyone on it can read.
    #[error("headers may hold secrets, so they need an https address or a server on this machine")]
    Exposed,
    /// The system's certificates cannot be used.
    #[error("cannot prepare secure connections")]
    Tls(#[source] reqwest::Error),
    /// The system has no room for a thread or its runtime.
    #[error("cannot start a thread")]
    Thread(#[from] io::Error),
}

/// Starts to talk to a server. Nothing is sent before the first message. What comes back ends when the
/// [`HttpSender`] is gone and the server has been told so, or could not be told in time.
///
/// # Errors
/// If the address is not to be used, or the system refuses a thread.
pub fn connect(upstream: Upstream) -> Result<(HttpSender, mpsc::Receiver<Received>), HttpError> {
    connect_within(upstream, Limits::default())
}

fn connect_within(
    upstream: Upstream,
    limits: Limits,
) -> Result<(HttpSender, mpsc::Receiver<Received>), HttpError> {
    let url: Url = endpoint::check(&upstream.url, !upstream.headers.is_empty())?;
    let client = endpoint::client(&url, &upstream.headers, &limits)?;
    let (to_server, messages) = mpsc::channel(limits.queue);
    let (to_host, from_server) = mpsc::channel(limits.queue);
    let (alive, gone) = oneshot::channel();
    let link = Arc::new(Link {
        client,
        url,
        report: upstream.report,
        to_host,
        known: Mutex::default(),
        in_flight: InFlight::default(),
        limits,
    });
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    thread::Builder::new()
        .name("http".to_owned())
        .spawn(move || {
            runtime.block_on(dispatch::run(link, messages, gone));
            // A name that is still being looked up must not hold up the end.
            runtime.shutdown_background();
        })?;
    let sender = HttpSender {
        to_server,
        _alive: alive,
    };
    Ok((sender, from_server))
}

/// The way to the server. When it is dropped, the session is ended and all that was still under
/// way is given up.
pub struct HttpSender {
    to_server: mpsc::Sender<Bytes>,
    /// Dropped with the sender, even while messages still wait.
    _alive: oneshot::Sender<()>,
}

impl HttpSender {
    /// Sends one message, and waits while the server is slow.
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
