//! Accepts connections and nothing else; each is served by a task of its own.

use std::io;
use std::path::Path;
use std::time::Duration;

use interprocess::local_socket::tokio::{Listener, Stream, prelude::*};
use interprocess::local_socket::{GenericFilePath, ListenerOptions};
use interprocess::os::unix::local_socket::ListenerOptionsExt;
use tokio::sync::oneshot;
use tokio::task::JoinSet;

use crate::clock::timeout;
use crate::connection::{Line, serve};

/// Only the owner may connect. The directory is closed to others as well.
const OWNER_ONLY: u16 = 0o600;
/// How long connections may take to send what they still have when the daemon ends.
const FAREWELL: Duration = Duration::from_secs(2);
/// How long to wait when the system cannot accept, for want of file descriptors for example.
const BREATH: Duration = Duration::from_millis(100);

/// Makes the socket. The caller holds the lock, so what is in the way is nobody's.
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
    // Where the system cannot set the mode while binding, the private directory protects it.
    match options.mode(OWNER_ONLY.into()).create_tokio() {
        Err(error) if error.kind() == io::ErrorKind::Unsupported => ListenerOptions::new()
            .name(socket.to_fs_name::<GenericFilePath>()?)
            .create_tokio(),
        made => made,
    }
}

/// Accepts until `ended` resolves, then lets the connections send their last lines.
pub async fn accept(listener: Listener, line: Line, mut ended: oneshot::Receiver<()>) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            _ = &mut ended => break,
            Some(served) = connections.join_next() => {
                if served.is_err() {
                    tracing::error!("a connection's task failed");
                }
            }
            accepted = listener.accept() => match accepted {
                Ok(stream) => meet(stream, &line, &mut connections),
                Err(error) => {
                    tracing::warn!(%error, "cannot accept a connection");
                    tokio::time::sleep(BREATH).await;
                }
            },
        }
    }
    drop(listener);
    let farewell = async { while connections.join_next().await.is_some() {} };
    if timeout(&*line.clock, FAREWELL, farewell).await.is_none() {
        tracing::debug!("some connections did not read their last lines");
    }
}

fn meet(stream: Stream, line: &Line, connections: &mut JoinSet<()>) {
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
    // There the credentials have no process in them.
    #[cfg(target_os = "macos")]
    let pid = match &stream {
        Stream::UdSocket(socket) => crate::identity::peer(socket),
    };
    let pid = pid.unwrap_or(0);
    connections.spawn(serve(stream, pid, line.clone()));
}
