//! The journal of paired servers, and backups of the files before each change.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::disk;
use crate::record::PairingRecord;
use crate::server::ServerId;

/// The format of the journal. A newer one is refused.
const VERSION: u32 = 1;
const BACKUP_DIR: &str = "before";
/// Backups to keep that no record needs.
const MAX_BACKUPS: usize = 5;

/// Why the journal cannot be used. Without it no change could be undone, so none is made.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// It cannot be read or written.
    #[error("cannot use {path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// It is no journal.
    #[error(
        "{0} is damaged; move it away, then restore your files by hand from the backups next to it"
    )]
    Damaged(PathBuf),
    /// A newer Doorbell wrote it.
    #[error("{0} was written by a newer version of Doorbell; use that version")]
    Newer(PathBuf),
}

pub(crate) struct Journal {
    directory: PathBuf,
    pub records: Vec<PairingRecord>,
    /// Serialises changes of several processes.
    _lock: Option<File>,
}

#[derive(Serialize, Deserialize)]
struct JournalFile {
    version: u32,
    paired: Vec<PairingRecord>,
}

impl Journal {
    /// Loads the journal read-only.
    pub fn load(directory: &Path) -> Result<Self, JournalError> {
        Ok(Self {
            directory: directory.to_owned(),
            records: read_records(&journal_file(directory))?,
            _lock: None,
        })
    }

    /// Loads the journal for a change, and waits for the lock.
    pub fn open_locked(directory: &Path) -> Result<Self, JournalError> {
        let path = directory.join("lock");
        let lock = disk::create_private_dir(directory)
            .and_then(|()| File::create(&path))
            .and_then(|file| file.lock().map(|()| file))
            .map_err(|source| JournalError::Io { path, source })?;
        Ok(Self {
            _lock: Some(lock),
            ..Self::load(directory)?
        })
    }

    pub fn latest_record(&self, server: &ServerId) -> Option<&PairingRecord> {
        self.records
            .iter()
            .rev()
            .find(|record| record.server == *server)
    }

    pub fn save(&self) -> Result<(), JournalError> {
        let path = journal_file(&self.directory);
        let file = JournalFile {
            version: VERSION,
            paired: self.records.clone(),
        };
        let io_error = |source| JournalError::Io {
            path: path.clone(),
            source,
        };
        let mut bytes = serde_json::to_vec_pretty(&file).map_err(|error| io_error(error.into()))?;
        bytes.push(b'\n');
        disk::replace(&path, &bytes).map_err(io_error)
    }

    /// Saves a copy of a file's contents and returns its path.
    pub fn save_backup(
        &self,
        path: &Path,
        bytes: &[u8],
        now: jiff::Timestamp,
    ) -> Result<PathBuf, JournalError> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let directory = self.directory.join(BACKUP_DIR);
        let millisecond = now.as_millisecond();
        let mut backup = directory.join(format!("{millisecond}-{name}"));
        let mut number = 1;
        while backup.exists() {
            number += 1;
            backup = directory.join(format!("{millisecond}-{number}-{name}"));
        }
        disk::replace(&backup, bytes).map_err(|source| JournalError::Io {
            path: backup.clone(),
            source,
        })?;
        Ok(backup)
    }

    /// Removes old backups that no record needs. The newest ones stay.
    pub fn prune_backups(&self) {
        let mut backups: Vec<PathBuf> = fs::read_dir(self.directory.join(BACKUP_DIR))
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
            .filter(|backup| {
                let mut records = self.records.iter();
                !records.any(|record| record.backup.as_ref() == Some(backup))
            })
            .collect();
        // The names begin with a time whose number of digits stays the same for centuries.
        backups.sort();
        let old = backups.len().saturating_sub(MAX_BACKUPS);
        for backup in &backups[..old] {
            // A backup too many is harmless.
            let _ = fs::remove_file(backup);
        }
    }
}

fn journal_file(directory: &Path) -> PathBuf {
    directory.join("paired.json")
}

fn read_records(path: &Path) -> Result<Vec<PairingRecord>, JournalError> {
    let path = path.to_owned();
    let bytes = match disk::read(&path) {
        Ok(Some(bytes)) => bytes,
        Ok(None) => return Ok(Vec::new()),
        Err(source) => return Err(JournalError::Io { path, source }),
    };
    #[derive(Deserialize)]
    struct Header {
        version: u32,
    }
    let header = serde_json::from_slice::<Header>(&bytes);
    if header.is_ok_and(|header| header.version > VERSION) {
        return Err(JournalError::Newer(path));
    }
    let file = serde_json::from_slice::<JournalFile>(&bytes);
    file.map_or(Err(JournalError::Damaged(path)), |file| Ok(file.paired))
}
