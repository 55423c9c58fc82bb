//! A socket that leads to another one until it is cut: how a Doorbell that is killed looks to those
//! who were connected to it.

use std::io;
use std::net::Shutdown;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;

use tempfile::TempDir;

/// The way to a Doorbell.
pub struct Cable {
    directory: TempDir,
    to: PathBuf,
    ends: Arc<Mutex<Vec<UnixStream>>>,
}

impl Cable {
    pub fn to(doorbell: &Path) -> Self {
        let (cable, listener) = Self::unanswered(doorbell);
        cable.answer(listener);
        cable
    }

    /// Connections succeed, and nothing is read from them before [`Self::answer`].
    pub fn unanswered(doorbell: &Path) -> (Self, UnixListener) {
        let cable = Self {
            directory: tempfile::tempdir().unwrap(),
            to: doorbell.to_owned(),
            ends: Arc::default(),
        };
        let listener = UnixListener::bind(cable.socket()).unwrap();
        (cable, listener)
    }

    pub fn socket(&self) -> PathBuf {
        self.directory.path().join("doorbell.sock")
    }

    /// Ends every connection at once; nobody listens any more.
    pub fn cut(&self) {
        std::fs::remove_file(self.socket()).unwrap();
        self.interrupt();
    }

    /// Ends every connection at once; somebody listens to the next.
    pub fn interrupt(&self) {
        for end in self.ends.lock().unwrap().drain(..) {
            let _ = end.shutdown(Shutdown::Both);
        }
    }

    /// Somebody listens again.
    pub fn mend(&self) {
        self.answer(UnixListener::bind(self.socket()).unwrap());
    }

    pub fn answer(&self, listener: UnixListener) {
        let (to, ends) = (self.to.clone(), Arc::clone(&self.ends));
        thread::spawn(move || {
            while let Ok((near, _)) = listener.accept() {
                let far = UnixStream::connect(&to).unwrap();
                for (from, into) in [(&near, &far), (&far, &near)] {
                    let (mut from, mut into) =
                        (from.try_clone().unwrap(), into.try_clone().unwrap());
                    thread::spawn(move || {
                        let _ = io::copy(&mut from, &mut into);
                        let _ = into.shutdown(Shutdown::Both);
                    });
                }
                ends.lock().unwrap().extend([near, far]);
            }
        });
    }
}
