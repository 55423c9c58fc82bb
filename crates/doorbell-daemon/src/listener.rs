//! Accepts connections and serves each in its own task.

use std::io;
use std::path::Path;
use std::time::Duration;

use interprocess::local_socket::tokio::{Listener, Stream, prelude::*};
use interprocess::local_socket::{GenericFilePath, ListenerOptions};
use interprocess::os::unix::local_socket::ListenerOptionsExt;
use tokio::sync::oneshot;
use tokio::task::JoinSet;

use crate::clock::timeout;
use crate::connection::{ConnectionContext, busy, serve};

const OWNER_ONLY: u16 = 0o600;
/// How many connections may wait to be accepted. A new one waits behind them all, so a process that
/// connects in a loop must not have thousands there.
const BACKLOG: i32 = 128;
/// How long connections may take to send queued lines on shutdown.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(2);
/// The pause after a failed accept, for example for want of file descriptors.
const RETRY_DELAY: Duration = Duration::from_millis(100);

/// Creates the socket. The caller holds the lock, so an existing socket is stale.
pub fn listen(socket: &Path) -> io::Result<Listener> {
    use std::os::unix::fs::FileTypeExt;
    match std::fs::symlink_metadata(socket) {
        Ok(found) if found.file_type().is_socket() => std::fs::remove_file(socket)?,
        Ok(_) => {
            return Err(io::Error::new(
                io::ErrorKind::AlreadyExists,
                "something that is not a socket is in the way",
            ));
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    let options = ListenerOptions::new().name(socket.to_fs_name::<GenericFilePath>()?);
    // Some systems cannot set the mode while binding; the private directory protects it there.
    let listener = match options.mode(OWNER_ONLY.into()).create_tokio() {
        Err(error) if error.kind() == io::ErrorKind::Unsupported => ListenerOptions::new()
            .name(socket.to_fs_name::<GenericFilePath>()?)
            .create_tokio(),
        result => result,
    }?;
    let Listener::UdSocket(socket) = &listener;
    crate::identity::attach_senders(socket)?;
    rustix::net::listen(socket, BACKLOG)?;
    Ok(listener)
}

/// Accepts connections until `stopped` resolves, then lets them send their queued lines.
pub async fn accept(
    listener: Listener,
    context: ConnectionContext,
    mut stopped: oneshot::Receiver<()>,
) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            _ = &mut stopped => break,
            Some(result) = connections.join_next() => {
                if result.is_err() {
                    tracing::error!("a connection's task failed");
                }
            }
            accepted = listener.accept() => match accepted {
                Ok(stream) => start(stream, &context, &mut connections),
                Err(error) => {
                    tracing::warn!(%error, "cannot accept a connection");
                    tokio::time::sleep(RETRY_DELAY).await;
                }
            },
        }
    }
    drop(listener);
    let drained = async { while connections.join_next().await.is_some() {} };
    if timeout(&*context.clock, DRAIN_TIMEOUT, drained)
        .await
        .is_none()
    {
        tracing::debug!("some connections did not read their last lines");
    }
}

/// Serves a connection if it belongs to the same user and to a process within its limit.
fn start(stream: Stream, context: &ConnectionContext, connections: &mut JoinSet<()>) {
    let own = rustix::process::geteuid().as_raw();
    let Ok(credentials) = stream.peer_creds() else {
        tracing::warn!("a connection without credentials was closed");
        return;
    };
    if credentials.euid() != Some(own) {
        tracing::warn!("a connection of another user was closed");
        return;
    }
    #[cfg(not(target_os = "macos"))]
    let pid = credentials.pid().and_then(|pid| u32::try_from(pid).ok());
    // On macOS the credentials do not include the process.
    #[cfg(target_os = "macos")]
    let pid = match &stream {
        Stream::UdSocket(socket) => crate::identity::peer(socket),
    };
    let pid = pid.unwrap_or(0);
    match context.admission.reserve(pid) {
        Ok(reserved) => {
            connections.spawn(serve(stream, pid, reserved, context.clone()));
        }
        Err(reason) => {
            tracing::debug!(pid, %reason, "a connection was turned away");
            let Stream::UdSocket(socket) = &stream;
            // The buffer of a new connection has room for the line.
            let _ = rustix::io::write(socket, busy(reason).as_bytes());
        }
    }
}
