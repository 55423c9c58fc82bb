//! The database: history without answers, opened domains, mutes, known programs, drafts, undelivered
//! answers, accepted protections, and whether the person has ever answered.
//!
//! SQLite runs on its own thread, and the event loop never waits for it. Write-ahead logging with
//! `synchronous = NORMAL` survives a crash of the process; a power cut may lose the last writes.

mod accepted_settings;
mod askers;
mod command;
mod damaged;
mod drafts;
mod export;
mod history;
mod known_programs;
mod mutes;
mod retention;
mod row;
mod schema;
mod undelivered;
mod worker;
mod write;

use std::convert::Infallible;
use std::fs::{DirBuilder, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::time::Duration;

use doorbell_core::draft::Draft;
use doorbell_core::known_program::KnownProgram;
use doorbell_core::mutes::{MutedUntil, TooManyMutes};
use jiff::Timestamp;
use rusqlite::Connection;

use crate::digest::Digest;
pub use command::{Reply, StorageCommand};
pub use history::EntryTimes;
pub use retention::{DRAFT_HOURS, KNOWN_PROGRAM_HOURS};
pub use undelivered::Undelivered;
use worker::StorageWorker;
pub use write::StorageWrite;

/// When the queue is full, commands are dropped: the event loop must not wait for a disk.
const COMMAND_QUEUE: usize = 1024;
/// How long to wait for another program that has locked the database.
const BUSY_TIMEOUT: Duration = Duration::from_secs(2);
/// How long shutdown waits for the last writes.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(2);

/// Why the database cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    /// The directory or the file cannot be created.
    #[error("cannot keep history in {path}")]
    Io {
        /// The database.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The file is not Doorbell's database, or it is damaged.
    #[error("cannot use the history in {path}")]
    Database {
        /// The database.
        path: PathBuf,
        /// SQLite's error.
        source: rusqlite::Error,
    },
    /// A newer Doorbell wrote it.
    #[error("a newer Doorbell wrote the history in {path}")]
    Newer {
        /// The database.
        path: PathBuf,
    },
}

/// Why a request about history or mutes failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HistoryError {
    /// The database could not be read or written, or its queue is full.
    #[error("Doorbell couldn’t read or write its history. See its log for the reason.")]
    Storage,
    /// See [`TooManyMutes`].
    #[error(transparent)]
    TooManyMutes(#[from] TooManyMutes),
}

/// What the event loop restores from previous runs. Lists are sorted from oldest to newest.
#[derive(Debug, Default, PartialEq)]
pub struct RestoredState {
    /// Pairs of server and domain.
    pub opened_domains: Vec<(String, String)>,
    /// Agent, server and end of each mute, in no particular order.
    pub mutes: Vec<(String, String, MutedUntil)>,
    /// By fingerprint.
    pub known_programs: Vec<(Digest, KnownProgram)>,
    /// By draft key.
    pub drafts: Vec<(Digest, Draft)>,
    pub undelivered: Vec<Undelivered>,
    /// The protections that the person accepted, as TOML; `None` if they were never stored.
    pub accepted_settings: Option<String>,
    /// True once the person has answered a question.
    pub has_answered: bool,
}

/// A handle to the storage worker.
pub struct Storage {
    thread: Option<WorkerThread>,
}

struct WorkerThread {
    commands: SyncSender<StorageCommand>,
    /// Disconnects when the thread ends.
    ended: Receiver<Infallible>,
    /// True if the last write failed.
    is_failing: Arc<AtomicBool>,
}

impl Storage {
    /// Stores nothing and replies as an empty storage would.
    pub fn disabled() -> Self {
        Self { thread: None }
    }

    /// Opens the database like [`Storage::open`]. Moves a damaged one aside, creates a new one, and
    /// returns where the damaged one is now.
    ///
    /// # Errors
    /// [`StorageError`].
    pub fn open_or_replace_damaged(
        path: &Path,
        days: Option<u16>,
        boot_id: &str,
        now: Timestamp,
    ) -> Result<(Self, RestoredState, Option<PathBuf>), StorageError> {
        match Self::open(path, days, boot_id, now) {
            Ok((storage, restored)) => Ok((storage, restored, None)),
            Err(error) if damaged::is_damage(&error) => {
                let io = |source| StorageError::Io {
                    path: path.to_owned(),
                    source,
                };
                let moved_to = damaged::move_aside(path, now).map_err(io)?;
                let (storage, restored) = Self::open(path, days, boot_id, now)?;
                Ok((storage, restored, Some(moved_to)))
            }
            Err(error) => Err(error),
        }
    }

    /// Opens or creates the database and removes expired rows: history older than `days` (all of it
    /// without `days`), and undelivered answers of earlier boots.
    ///
    /// # Errors
    /// [`StorageError`].
    pub fn open(
        path: &Path,
        days: Option<u16>,
        boot_id: &str,
        now: Timestamp,
    ) -> Result<(Self, RestoredState), StorageError> {
        let io = |source| StorageError::Io {
            path: path.to_owned(),
            source,
        };
        let database = |source| StorageError::Database {
            path: path.to_owned(),
            source,
        };
        create_private(path).map_err(io)?;
        let mut connection = Connection::open(path).map_err(database)?;
        connection.busy_timeout(BUSY_TIMEOUT).map_err(database)?;
        damaged::check(&connection).map_err(database)?;
        if schema::is_newer(&connection).map_err(database)? {
            let path = path.to_owned();
            return Err(StorageError::Newer { path });
        }
        schema::prepare(&mut connection).map_err(database)?;
        let undelivered = undelivered::restore(&mut connection, boot_id, now).map_err(database)?;
        retention::remove_expired(&connection, days, now).map_err(database)?;
        let restored = RestoredState {
            opened_domains: opened_domains(&connection).map_err(database)?,
            mutes: mutes::all(&connection).map_err(database)?,
            known_programs: known_programs::all(&connection).map_err(database)?,
            accepted_settings: accepted_settings::get(&connection).map_err(database)?,
            has_answered: has_answered(&connection).map_err(database)?,
            drafts: drafts::all(&connection).map_err(database)?,
            undelivered,
        };
        let is_failing = Arc::default();
        let worker = StorageWorker::new(connection, days, boot_id, Arc::clone(&is_failing));
        let (commands, receiver) = sync_channel(COMMAND_QUEUE);
        let (end, ended) = channel();
        std::thread::Builder::new()
            .name("storage".into())
            .spawn(move || {
                worker.run(&receiver);
                drop(end);
            })
            .map_err(io)?;
        let thread = Some(WorkerThread {
            commands,
            ended,
            is_failing,
        });
        Ok((Self { thread }, restored))
    }

    /// Returns true if the last write failed, for example because the disk is full.
    pub fn is_failing(&self) -> bool {
        let thread = self.thread.as_ref();
        thread.is_some_and(|thread| thread.is_failing.load(Ordering::Relaxed))
    }

    /// Queues a command without waiting. Drops it if the queue is full.
    pub fn send(&self, command: StorageCommand) {
        let Some(thread) = &self.thread else {
            command.reply_empty();
            return;
        };
        if thread.commands.try_send(command).is_err() {
            tracing::warn!("history was not read or written");
        }
    }
}

/// Waits for queued commands, up to [`FLUSH_TIMEOUT`].
impl Drop for Storage {
    fn drop(&mut self) {
        if let Some(thread) = self.thread.take() {
            drop(thread.commands);
            // Always an error: the thread has ended, or the timeout has passed.
            let _ = thread.ended.recv_timeout(FLUSH_TIMEOUT);
        }
    }
}

fn create_private(path: &Path) -> io::Result<()> {
    if let Some(directory) = path.parent() {
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(directory)?;
    }
    // SQLite gives its log files the same mode.
    OpenOptions::new()
        .create(true)
        .append(true)
        .mode(0o600)
        .open(path)
        .map(drop)
}

fn has_answered(connection: &Connection) -> rusqlite::Result<bool> {
    connection.query_row("SELECT EXISTS (SELECT 1 FROM answered)", [], |row| {
        row.get(0)
    })
}

fn opened_domains(connection: &Connection) -> rusqlite::Result<Vec<(String, String)>> {
    connection
        .prepare("SELECT server, domain FROM opened ORDER BY at")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect()
}

#[cfg(test)]
mod tests;
