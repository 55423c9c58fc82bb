//! Starts and runs a daemon.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use doorbell_protocol::{DirectoryError, HelloResult, prepare_socket_directory};
use interprocess::local_socket::tokio::Listener;
use tokio::sync::oneshot;

use crate::admission::Admission;
use crate::config::Config;
use crate::connection::ConnectionContext;
use crate::desktop::Desktop;
use crate::event::Inbox;
use crate::event_loop::EventLoop;
use crate::handle::Handle;
use crate::listener::{accept, listen};
use crate::lock::{Lock, LockError};

/// Why the daemon cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The socket's directory cannot be used.
    #[error(transparent)]
    Directory(#[from] DirectoryError),
    /// Another daemon is running, or the lock file cannot be used.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// The socket cannot be created.
    #[error("cannot listen at {path}")]
    Listen {
        /// The socket.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
}

/// A daemon that is listening on its socket.
pub struct Daemon {
    // Field order matters: the socket is removed while the lock is still held.
    listener: Listener,
    _lock: Lock,
    config: Config,
    handle: Handle,
    inbox: Inbox,
}

impl Daemon {
    /// Takes the lock and creates the socket. Needs a tokio runtime.
    ///
    /// # Errors
    /// [`StartError`], with [`LockError::Held`] if another daemon is running.
    pub fn bind(
        socket: &Path,
        config: Config,
        (handle, inbox): (Handle, Inbox),
    ) -> Result<Self, StartError> {
        prepare_socket_directory(socket)?;
        let lock = Lock::take(socket)?;
        remove_obsolete_answers(socket);
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

    /// Announces in every hello that the display is virtual and may have no viewer.
    pub fn set_virtual(&mut self) {
        self.config.is_virtual = true;
    }

    /// Serves askers until the person or an asker stops the daemon.
    pub async fn run(self, desktop: impl Desktop) {
        let config = self.config;
        let (stop, stopped) = oneshot::channel();
        let context = ConnectionContext {
            events: self.handle.events.clone(),
            admission: Admission::new(config.limits.clone()),
            next_asker_id: Arc::default(),
            hello: HelloResult {
                is_virtual: config.is_virtual,
                ..HelloResult::new(&config.version, config.limits.clone())
            },
            hello_timeout: config.hello_timeout,
            write_timeout: config.write_timeout,
            home: config.home.as_deref().map(Arc::from),
            readers: config.readers.clone(),
            clock: Arc::clone(&config.clock),
        };
        let accepting = tokio::spawn(accept(self.listener, context, stopped));
        let event_loop = EventLoop::new(config, desktop, self.handle.events.downgrade());
        event_loop.run(self.inbox).await;
        // The event loop dropped its outboxes, so connections close once theirs are empty.
        let _ = stop.send(());
        let _ = accepting.await;
    }
}

/// Removes the answer files that earlier versions kept beside the socket. They are not read,
/// because any program of the user could have written them.
fn remove_obsolete_answers(socket: &Path) {
    let prefix = socket.with_extension("answers.");
    let files = socket.parent().map(std::fs::read_dir);
    for file in files.into_iter().flatten().flatten().flatten() {
        let path = file.path();
        if path
            .to_string_lossy()
            .starts_with(&*prefix.to_string_lossy())
        {
            let _ = std::fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_obsolete_answer_files_are_removed() {
        let temp = tempfile::tempdir().unwrap();
        for name in [
            "doorbell.answers.1",
            "doorbell.answers.22",
            "doorbell.lock",
            "other.answers.1",
        ] {
            std::fs::write(temp.path().join(name), "{}").unwrap();
        }
        remove_obsolete_answers(&temp.path().join("doorbell.sock"));
        let left = std::fs::read_dir(temp.path()).unwrap();
        let mut left: Vec<_> = left.map(|file| file.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, ["doorbell.lock", "other.answers.1"]);
    }
}
