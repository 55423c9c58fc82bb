//! What survives: which questions ended how, without their values, and which domains the person
//! has opened for whom.
//!
//! SQLite on a thread of its own: the loop hands over a line and goes on. Write-ahead logging with
//! `synchronous = NORMAL` survives the end of the process at any moment; a power cut may cost the
//! last lines.

mod schema;

use std::fs::{DirBuilder, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use jiff::{Timestamp, ToSpan};
use rusqlite::{Connection, params};

/// How many lines may wait to be written. Past that they are dropped: history is worth less than
/// a loop that waits for a disk.
const QUEUE: usize = 1024;
/// How many hours of history are kept.
const KEPT_HOURS: i64 = 30 * 24;
/// How many lines of history are kept, however fast they come.
const KEPT_LINES: i64 = 20_000;
/// How many hours the domains that were opened are kept since they were last opened.
const OPENED_HOURS: i64 = 365 * 24;
/// After so many lines the old ones are looked for again.
const SWEEP: usize = 256;

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
    /// The file is no database of ours, or of a newer Doorbell.
    #[error("cannot use the history in {path}")]
    Database {
        /// The file.
        path: PathBuf,
        /// What SQLite said.
        source: rusqlite::Error,
    },
}

/// How a question ended. It has no values and no message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// When.
    pub at: Timestamp,
    /// The agent behind it.
    pub agent: String,
    /// The server's name.
    pub server: String,
    /// `form` or `link`.
    pub kind: &'static str,
    /// Whose website a link was of.
    pub domain: Option<String>,
    /// The outcome's word.
    pub outcome: &'static str,
    /// Why, where the outcome alone does not say it.
    pub reason: Option<String>,
}

enum Write {
    Ended(Line),
    Opened {
        server: String,
        domain: String,
        at: Timestamp,
    },
}

/// Where the loop hands over what should survive.
pub struct Storage {
    writes: Option<SyncSender<Write>>,
}

impl Storage {
    /// Keeps nothing.
    pub fn none() -> Self {
        Self { writes: None }
    }

    /// Opens the file, makes it if need be, and gives the domains that were opened, each with
    /// the server it was opened for.
    ///
    /// # Errors
    /// [`StorageError`].
    pub fn open(
        path: &Path,
        now: Timestamp,
    ) -> Result<(Self, Vec<(String, String)>), StorageError> {
        make_private(path).map_err(|source| StorageError::Io {
            path: path.to_owned(),
            source,
        })?;
        let database = |source| StorageError::Database {
            path: path.to_owned(),
            source,
        };
        let mut connection = Connection::open(path).map_err(database)?;
        schema::prepare(&mut connection).map_err(database)?;
        forget_old(&connection, now).map_err(database)?;
        let opened = opened(&connection).map_err(database)?;
        let (writes, waiting) = sync_channel(QUEUE);
        let thread = std::thread::Builder::new().name("storage".into());
        thread
            .spawn(move || write_all(&connection, &waiting))
            .map_err(|source| StorageError::Io {
                path: path.to_owned(),
                source,
            })?;
        let storage = Self {
            writes: Some(writes),
        };
        Ok((storage, opened))
    }

    /// A question ended.
    pub fn ended(&self, line: Line) {
        self.write(Write::Ended(line));
    }

    /// The person agreed to open a link.
    pub fn opened(&self, server: String, domain: String, at: Timestamp) {
        self.write(Write::Opened { server, domain, at });
    }

    fn write(&self, write: Write) {
        if let Some(writes) = &self.writes
            && writes.try_send(write).is_err()
        {
            tracing::warn!("a line of history was dropped");
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

fn forget_old(connection: &Connection, now: Timestamp) -> rusqlite::Result<()> {
    if let Ok(oldest) = now.checked_sub(KEPT_HOURS.hours()) {
        connection.execute(
            "DELETE FROM history WHERE at < ?1",
            [oldest.as_millisecond()],
        )?;
    }
    if let Ok(oldest) = now.checked_sub(OPENED_HOURS.hours()) {
        connection.execute(
            "DELETE FROM opened WHERE at < ?1",
            [oldest.as_millisecond()],
        )?;
    }
    connection.execute(
        "DELETE FROM history WHERE id <= (SELECT max(id) FROM history) - ?1",
        [KEPT_LINES],
    )?;
    Ok(())
}

fn opened(connection: &Connection) -> rusqlite::Result<Vec<(String, String)>> {
    connection
        .prepare("SELECT server, domain FROM opened ORDER BY at")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect()
}

fn write_all(connection: &Connection, waiting: &Receiver<Write>) {
    for (count, write) in waiting.iter().enumerate() {
        let swept = match &write {
            Write::Ended(line) if count % SWEEP == SWEEP - 1 => forget_old(connection, line.at),
            Write::Ended(_) | Write::Opened { .. } => Ok(()),
        };
        if let Err(error) = swept {
            tracing::warn!(%error, "old history could not be removed");
        }
        let written = match write {
            Write::Ended(line) => connection.execute(
                "INSERT INTO history (at, agent, server, kind, domain, outcome, reason)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                params![
                    line.at.as_millisecond(),
                    line.agent,
                    line.server,
                    line.kind,
                    line.domain,
                    line.outcome,
                    line.reason
                ],
            ),
            Write::Opened { server, domain, at } => connection.execute(
                "INSERT INTO opened (server, domain, at) VALUES (?1, ?2, ?3)
                 ON CONFLICT (server, domain) DO UPDATE SET at = excluded.at",
                params![server, domain, at.as_millisecond()],
            ),
        };
        if let Err(error) = written {
            tracing::warn!(%error, "history could not be written");
        }
    }
}

#[cfg(test)]
mod tests;
