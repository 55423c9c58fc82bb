//! A socket that forwards to a daemon's socket and can be closed, so that a running daemon appears
//! killed to its peers.

use std::io;
use std::net::Shutdown;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;

use tempfile::TempDir;

pub struct SocketForwarder {
    directory: TempDir,
    target: PathBuf,
    streams: Arc<Mutex<Vec<UnixStream>>>,
}

impl SocketForwarder {
    pub fn start(target: &Path) -> Self {
        let (forwarder, listener) = Self::bind(target);
        forwarder.serve(listener);
        forwarder
    }

    /// Binds the socket. Clients can connect but get no response before [`Self::serve`].
    pub fn bind(target: &Path) -> (Self, UnixListener) {
        let forwarder = Self {
            directory: tempfile::tempdir().unwrap(),
            target: target.to_owned(),
            streams: Arc::default(),
        };
        let listener = UnixListener::bind(forwarder.socket()).unwrap();
        (forwarder, listener)
    }

    pub fn socket(&self) -> PathBuf {
        self.directory.path().join("doorbell.sock")
    }

    /// Removes the socket and closes all connections.
    pub fn close(&self) {
        std::fs::remove_file(self.socket()).unwrap();
        self.disconnect_all();
    }

    /// Closes all connections and keeps accepting new ones.
    pub fn disconnect_all(&self) {
        for stream in self.streams.lock().unwrap().drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    /// Binds the socket again after [`Self::close`].
    pub fn reopen(&self) {
        self.serve(UnixListener::bind(self.socket()).unwrap());
    }

    pub fn serve(&self, listener: UnixListener) {
        let (target, streams) = (self.target.clone(), Arc::clone(&self.streams));
        thread::spawn(move || {
            while let Ok((client, _)) = listener.accept() {
                let server = UnixStream::connect(&target).unwrap();
                for (from, to) in [(&client, &server), (&server, &client)] {
                    let (mut from, mut to) = (from.try_clone().unwrap(), to.try_clone().unwrap());
                    thread::spawn(move || {
                        let _ = io::copy(&mut from, &mut to);
                        let _ = to.shutdown(Shutdown::Both);
                    });
                }
                streams.lock().unwrap().extend([client, server]);
            }
        });
    }
}
