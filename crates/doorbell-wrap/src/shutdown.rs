//! Ends the connection and the server.

use std::io;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use rustix::process::Signal;
use signal_hook::consts::SIGINT;

use crate::child::ServerProcess;
use crate::relay::{EndReason, Relay};

/// Time for the server to exit after its input closes, and again after each signal. Shorter than
/// agents allow the proxy, so that the server exits first.
const GRACE_PERIOD: Duration = Duration::from_millis(1500);
/// Time to forward the remaining output of a server that has exited.
const DRAIN_TIMEOUT: Duration = Duration::from_millis(500);
/// Time to tell a remote server that its session is over.
const SESSION_END_TIMEOUT: Duration = Duration::from_secs(5);

/// How the proxy's own process should exit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProxyExit {
    /// With this exit code.
    Code(i32),
    /// By this signal.
    Signal(i32),
}

impl ProxyExit {
    fn from_status(status: ExitStatus) -> Self {
        match (status.code(), status.signal()) {
            (None, Some(signal)) => Self::Signal(signal),
            (code, _) => Self::Code(code.unwrap_or_default()),
        }
    }
}

/// Waits for the agent or a signal to end the connection, then ends the remote session.
pub fn run_until_closed(relay: &Arc<Relay>, end_reasons: &Receiver<EndReason>) -> ProxyExit {
    let exit = loop {
        match end_reasons.recv() {
            Ok(EndReason::Signal(signal)) => break ProxyExit::Signal(signal),
            Ok(EndReason::HostClosed | EndReason::ServerClosed) | Err(_) => {
                break ProxyExit::Code(0);
            }
            Ok(EndReason::ServerExited) => {}
        }
    };
    close_server_input(relay);
    let started = Instant::now();
    while let Some(remaining) = SESSION_END_TIMEOUT.checked_sub(started.elapsed()) {
        match end_reasons.recv_timeout(remaining) {
            Ok(EndReason::ServerClosed) | Err(_) => break,
            Ok(_) => {}
        }
    }
    exit
}

/// Closes the server's input on its own thread: a server that does not read can block it.
fn close_server_input(relay: &Arc<Relay>) {
    let relay = Arc::clone(relay);
    // If no thread can be started, signals still end the server.
    let _ = crate::spawn("close", move || relay.server.close());
}

/// Waits for the end and shuts the server down as MCP requires: close its input, then SIGTERM, then
/// SIGKILL.
pub fn run_until_exit(
    relay: &Arc<Relay>,
    server: ServerProcess,
    end_reasons: &Receiver<EndReason>,
) -> io::Result<ProxyExit> {
    let mut output_closed = false;
    // The next signal to send; `None` while no shutdown is in progress.
    let mut next_signal: Option<(Instant, Signal)> = None;
    loop {
        let reason = match next_signal {
            None => end_reasons
                .recv()
                .map_err(|_| RecvTimeoutError::Disconnected),
            Some((at, _)) => end_reasons.recv_timeout(at.saturating_duration_since(Instant::now())),
        };
        match reason {
            Ok(EndReason::ServerExited) => break,
            Ok(EndReason::ServerClosed) => {
                output_closed = true;
                next_signal.get_or_insert((Instant::now() + GRACE_PERIOD, Signal::TERM));
            }
            Ok(EndReason::HostClosed) => {
                close_server_input(relay);
                next_signal.get_or_insert((Instant::now() + GRACE_PERIOD, Signal::TERM));
            }
            Ok(EndReason::Signal(number)) => {
                close_server_input(relay);
                if let Some(signal) = Signal::from_named_raw(number) {
                    server.signal(signal);
                }
                let escalation = match number {
                    SIGINT => Signal::TERM,
                    _ => Signal::KILL,
                };
                next_signal = Some((Instant::now() + GRACE_PERIOD, escalation));
            }
            Err(_) => {
                let Some((_, signal)) = next_signal else {
                    continue;
                };
                server.signal(signal);
                next_signal = Some((Instant::now() + GRACE_PERIOD, Signal::KILL));
            }
        }
    }
    let started = Instant::now();
    while !output_closed {
        let remaining = DRAIN_TIMEOUT.saturating_sub(started.elapsed());
        match end_reasons.recv_timeout(remaining) {
            Ok(EndReason::ServerClosed) | Err(_) => output_closed = true,
            Ok(_) => {}
        }
    }
    Ok(ProxyExit::from_status(server.reap()?))
}
