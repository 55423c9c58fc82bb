//! A daemon from the taking of its socket to its end.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use doorbell_protocol::{HelloResult, DirectoryError, prepare_socket_directory};
use interprocess::local_socket::tokio::Listener;
use tokio::sync::oneshot;

use crate::admission::Admission;
use crate::config::Config;
use crate::connection::Line;
use crate::desktop::Desktop;
use crate::event::Inbox;
use crate::handle::Handle;
use crate::house::House;
use crate::listener::{accept, listen};
use crate::lock::{Lock, LockError};

/// Why the daemon cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The socket's directory cannot be used.
    #[error(transparent)]
    Place(#[from] DirectoryError),
    /// Another Doorbell runs, or the lock cannot be used.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// The socket cannot be made.
    #[error("cannot listen at {path}")]
    Listen {
        /// The socket.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// A daemon that holds its socket.
pub struct Daemon {
    // Dropped in this order: the socket is removed while the lock is still held.
    listener: Listener,
    _lock: Lock,
    config: Config,
    handle: Handle,
    inbox: Inbox,
}

impl Daemon {
    /// Takes the lock and makes the socket. Needs a tokio runtime.
    ///
    /// # Errors
    /// [`StartError`]; of these [`LockError::Held`] means that Doorbell already runs.
    pub fn bind(
        socket: &Path,
        config: Config,
        (handle, inbox): (Handle, Inbox),
    ) -> Result<Self, StartError> {
        prepare_socket_directory(socket)?;
        let lock = Lock::take(socket)?;
        remove_old_answers(socket);
        let listener = listen(socket).map_err(|source| StartError::Listen {
            path: socket.to_owned(),
            source,
        })?;
        Ok(Self {
            listener,
            _lock: lock,
            config,
            handle,
            inbox,
        })
    }

    /// Says in every hello that questions are shown on a display that may be nobody's.
    pub fn be_virtual(&mut self) {
        self.config.is_virtual = true;
    }

    /// Serves askers until told to stop.
    pub async fn run(self, desktop: impl Desktop) {
        let config = self.config;
        let (end, ended) = oneshot::channel();
        let line = Line {
            events: self.handle.events.clone(),
            admission: Admission::new(config.limits.clone()),
            askers: Arc::default(),
            hello: HelloResult {
                is_virtual: config.is_virtual,
                ..HelloResult::new(&config.version, config.limits.clone())
            },
            hello_time: config.hello_time,
            write_time: config.write_time,
            clock: Arc::clone(&config.clock),
        };
        let accepting = tokio::spawn(accept(self.listener, line, ended));
        let house = House::new(config, desktop, self.handle.events.downgrade());
        house.serve(self.inbox).await;
        // The outboxes are gone, so the connections end when they have sent what was left.
        let _ = end.send(());
        let _ = accepting.await;
    }
}

/// Removes the answers that earlier versions kept in files beside the socket. They are not read:
/// any program of the user could have written them.
fn remove_old_answers(socket: &Path) {
    let old = socket.with_extension("answers.");
    let files = socket.parent().map(std::fs::read_dir);
    for file in files.into_iter().flatten().flatten().flatten() {
        let path = file.path();
        if path.to_string_lossy().starts_with(&*old.to_string_lossy()) {
            let _ = std::fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_beside_the_socket_are_removed_and_nothing_else() {
        let temp = tempfile::tempdir().unwrap();
        for name in [
            "doorbell.answers.1",
            "doorbell.answers.22",
            "doorbell.lock",
            "other.answers.1",
        ] {
            std::fs::write(temp.path().join(name), "{}").unwrap();
        }
        remove_old_answers(&temp.path().join("doorbell.sock"));
        let left = std::fs::read_dir(temp.path()).unwrap();
        let mut left: Vec<_> = left.map(|file| file.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, ["doorbell.lock", "other.answers.1"]);
    }
}
