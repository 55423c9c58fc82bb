//! What survives: which questions ended how, without their values, which domains the person has
//! opened for whom, whom they have muted, who has asked before, what they were typing, answers that
//! were not received, and the protections they set.
//!
//! SQLite on a thread of its own: the loop hands over what there is to do, with where to send the
//! answer, and goes on. Write-ahead logging with `synchronous = NORMAL` survives the end of the
//! process at any moment; a power cut may cost the last lines.

mod accepted;
mod acquaintances;
mod askers;
mod damaged;
mod drafts;
mod export;
mod lines;
mod muted;
mod note;
mod retention;
mod row;
mod schema;
mod shelf;
mod undelivered;
mod work;

use std::convert::Infallible;
use std::fs::{DirBuilder, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::time::Duration;

use doorbell_core::known_program::KnownProgram;
use doorbell_core::draft::Draft;
use doorbell_core::mutes::{MutedUntil, TooManyMutes};
use jiff::Timestamp;
use rusqlite::Connection;

use crate::digest::Digest;
pub use note::Note;
pub use retention::{ACQUAINTED_HOURS, DRAFT_HOURS};
use shelf::Shelf;
pub use undelivered::Undelivered;
pub use work::{Reply, Work};

/// How much may wait to be done. Past that it is dropped: history is worth less than a loop that
/// waits for a disk.
const QUEUE: usize = 1024;
/// How long another program that reads the file is waited for.
const BUSY: Duration = Duration::from_secs(2);
/// How long the end of Doorbell waits for the last lines to be written.
const LAST_LINES: Duration = Duration::from_secs(2);

/// Why nothing can be kept.
#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    /// The directory or the file cannot be made.
    #[error("cannot keep history in {path}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file is no database of ours, or it is broken.
    #[error("cannot use the history in {path}")]
    Database {
        /// The file.
        path: PathBuf,
        /// What SQLite said.
        source: rusqlite::Error,
    },
    /// A newer Doorbell wrote it.
    #[error("a newer Doorbell wrote the history in {path}")]
    Newer {
        /// The file.
        path: PathBuf,
    },
}

/// Why history cannot be read or changed, or someone not be muted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PastError {
    /// The file could not be read or written, or much too much waits for it.
    #[error("Doorbell's file of history could not be read or written. Its log says why.")]
    Storage,
    /// See [`TooManyMutes`].
    #[error(transparent)]
    TooManyMutes(#[from] TooManyMutes),
}

/// What the loop needs to know of an earlier life.
#[derive(Debug, Default, PartialEq)]
pub struct Kept {
    /// The domains that were opened, each after the server it was opened for.
    pub opened: Vec<(String, String)>,
    /// The agents and servers that are muted.
    pub mutes: Vec<(String, String, MutedUntil)>,
    /// Who has asked, each after what it is known by, the most recent last.
    pub acquaintances: Vec<(Digest, KnownProgram)>,
    /// What was typed in forms that were not answered, each after what it is about, the oldest first.
    pub drafts: Vec<(Digest, Draft)>,
    /// Answers that were not received.
    pub undelivered: Vec<Undelivered>,
    /// The settings that protect as the person last wanted them, in the words of the settings file;
    /// `None` if they were never written down.
    pub accepted: Option<String>,
}

/// Where the loop hands over what should survive, and asks for what has.
pub struct Storage {
    thread: Option<Thread>,
}

struct Thread {
    work: SyncSender<Work>,
    /// Nothing is ever sent: it ends with the thread.
    ended: Receiver<Infallible>,
    /// Whether the last thing to write could not be written.
    fails: Arc<AtomicBool>,
}

impl Storage {
    /// Keeps nothing, and answers that there is nothing.
    pub fn none() -> Self {
        Self { thread: None }
    }

    /// Opens the file like [`Storage::open`]. One that is damaged is put aside, and where to is
    /// told with what a new one holds.
    ///
    /// # Errors
    /// [`StorageError`].
    pub fn open_or_begin_anew(
        path: &Path,
        days: Option<u16>,
        boot: &str,
        now: Timestamp,
    ) -> Result<(Self, Kept, Option<PathBuf>), StorageError> {
        match Self::open(path, days, boot, now) {
            Ok((storage, kept)) => Ok((storage, kept, None)),
            Err(error) if damaged::is_damage(&error) => {
                let io = |source| StorageError::Io {
                    path: path.to_owned(),
                    source,
                };
                let aside = damaged::put_aside(path, now).map_err(io)?;
                let (storage, kept) = Self::open(path, days, boot, now)?;
                Ok((storage, kept, Some(aside)))
            }
            Err(error) => Err(error),
        }
    }

    /// Opens the file, makes it if need be, and removes what is too old: history is kept for
    /// `days`, or not at all, answers that were not received since the machine was started.
    ///
    /// # Errors
    /// [`StorageError`].
    pub fn open(
        path: &Path,
        days: Option<u16>,
        boot: &str,
        now: Timestamp,
    ) -> Result<(Self, Kept), StorageError> {
        let io = |source| StorageError::Io {
            path: path.to_owned(),
            source,
        };
        let database = |source| StorageError::Database {
            path: path.to_owned(),
            source,
        };
        make_private(path).map_err(io)?;
        let mut connection = Connection::open(path).map_err(database)?;
        connection.busy_timeout(BUSY).map_err(database)?;
        damaged::check(&connection).map_err(database)?;
        if schema::is_newer(&connection).map_err(database)? {
            let path = path.to_owned();
            return Err(StorageError::Newer { path });
        }
        schema::prepare(&mut connection).map_err(database)?;
        let undelivered = undelivered::recall(&mut connection, boot, now).map_err(database)?;
        retention::forget_old(&connection, days, now).map_err(database)?;
        let kept = Kept {
            opened: opened(&connection).map_err(database)?,
            mutes: muted::all(&connection).map_err(database)?,
            acquaintances: acquaintances::all(&connection).map_err(database)?,
            accepted: accepted::kept(&connection).map_err(database)?,
            drafts: drafts::all(&connection).map_err(database)?,
            undelivered,
        };
        let fails = Arc::default();
        let shelf = Shelf::new(connection, days, boot, Arc::clone(&fails));
        let (work, waiting) = sync_channel(QUEUE);
        let (end, ended) = channel();
        std::thread::Builder::new()
            .name("storage".into())
            .spawn(move || {
                shelf.serve(&waiting);
                drop(end);
            })
            .map_err(io)?;
        let thread = Some(Thread { work, ended, fails });
        Ok((Self { thread }, kept))
    }

    /// Whether the last thing that was to be written could not be: the disk is full, or gone.
    pub fn fails(&self) -> bool {
        let thread = self.thread.as_ref();
        thread.is_some_and(|thread| thread.fails.load(Ordering::Relaxed))
    }

    /// Hands over something to do.
    pub fn hand(&self, work: Work) {
        let Some(thread) = &self.thread else {
            work.answer_nothing();
            return;
        };
        if thread.work.try_send(work).is_err() {
            tracing::warn!("history was not read or written");
        }
    }
}

/// The thread does what was handed to it before the end.
impl Drop for Storage {
    fn drop(&mut self) {
        if let Some(Thread { work, ended, .. }) = self.thread.take() {
            drop(work);
            // It ends without a word; past its time it is left behind.
            let _ = ended.recv_timeout(LAST_LINES);
        }
    }
}

fn make_private(path: &Path) -> io::Result<()> {
    if let Some(directory) = path.parent() {
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(directory)?;
    }
    // SQLite gives its other files the mode of this one.
    OpenOptions::new()
        .create(true)
        .append(true)
        .mode(0o600)
        .open(path)
        .map(drop)
}

fn opened(connection: &Connection) -> rusqlite::Result<Vec<(String, String)>> {
    connection
        .prepare("SELECT server, domain FROM opened ORDER BY at")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect()
}

#[cfg(test)]
mod tests;
