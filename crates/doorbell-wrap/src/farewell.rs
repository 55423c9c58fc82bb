//! How a connection ends.

use std::io;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use rustix::process::Signal;
use signal_hook::consts::SIGINT;

use crate::child::Server;
use crate::relay::{End, Relay};

/// How long a server may take to end after its input was closed, and again after it was told to.
/// Shorter than agents give the proxy, so that the server is gone before the proxy is ended.
const GRACE: Duration = Duration::from_millis(1500);
/// How long the last words of a server that has ended may take.
const LAST_WORDS: Duration = Duration::from_millis(500);
/// How long it may take to tell a server elsewhere that its session is over.
const FAREWELL: Duration = Duration::from_secs(5);

/// How the proxy is to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// With this exit code.
    Code(i32),
    /// By this signal.
    Signal(i32),
}

impl Ended {
    fn of(status: ExitStatus) -> Self {
        match (status.code(), status.signal()) {
            (None, Some(signal)) => Self::Signal(signal),
            (code, _) => Self::Code(code.unwrap_or_default()),
        }
    }
}

/// Tells a server elsewhere that its session is over, once the agent or a signal ends it.
pub fn let_go(relay: &Arc<Relay>, ended: &Receiver<End>) -> Ended {
    let how = loop {
        match ended.recv() {
            Ok(End::Signal(signal)) => break Ended::Signal(signal),
            Ok(End::Host | End::Server) | Err(_) => break Ended::Code(0),
            Ok(End::Exited) => {}
        }
    };
    close(relay);
    let begun = Instant::now();
    while let Some(left) = FAREWELL.checked_sub(begun.elapsed()) {
        match ended.recv_timeout(left) {
            Ok(End::Server) | Err(_) => break,
            Ok(_) => {}
        }
    }
    how
}

/// Closes the way to the server, which may have to wait for one that does not read.
fn close(relay: &Arc<Relay>) {
    let relay = Arc::clone(relay);
    // Without a thread it is told by signals alone.
    let _ = crate::spawn("close", move || relay.server.close());
}

/// Sees the server out, as MCP wants it: its input is closed, then it is told to end, then it is
/// ended.
pub fn see_out(relay: &Arc<Relay>, server: Server, ended: &Receiver<End>) -> io::Result<Ended> {
    let mut is_silent = false;
    // `None` as long as nobody wants it to end.
    let mut next: Option<(Instant, Signal)> = None;
    loop {
        let end = match next {
            None => ended.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some((at, _)) => ended.recv_timeout(at.saturating_duration_since(Instant::now())),
        };
        match end {
            Ok(End::Exited) => break,
            Ok(End::Server) => {
                is_silent = true;
                next.get_or_insert((Instant::now() + GRACE, Signal::TERM));
            }
            Ok(End::Host) => {
                close(relay);
                next.get_or_insert((Instant::now() + GRACE, Signal::TERM));
            }
            Ok(End::Signal(number)) => {
                close(relay);
                if let Some(signal) = Signal::from_named_raw(number) {
                    server.signal(signal);
                }
                let then = match number {
                    SIGINT => Signal::TERM,
                    _ => Signal::KILL,
                };
                next = Some((Instant::now() + GRACE, then));
            }
            Err(_) => {
                let Some((_, signal)) = next else {
                    continue;
                };
                server.signal(signal);
                next = Some((Instant::now() + GRACE, Signal::KILL));
            }
        }
    }
    let begun = Instant::now();
    while !is_silent {
        let left = LAST_WORDS.saturating_sub(begun.elapsed());
        match ended.recv_timeout(left) {
            Ok(End::Server) | Err(_) => is_silent = true,
            Ok(_) => {}
        }
    }
    Ok(Ended::of(server.status()?))
}
