//! The file that says what was paired, and the copies of files from before.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::disk;
use crate::record::Record;
use crate::server::ServerId;

/// How the journal is written. A newer one is left alone.
const VERSION: u32 = 1;
/// The directory of the files as they were before.
const COPIES: &str = "before";
/// How many copies stay that no record needs.
pub(crate) const MOST_COPIES: usize = 5;

/// Why the journal cannot be used. Without it nothing is changed, since nothing could be undone.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// It cannot be read or written.
    #[error("cannot use {path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// It is not one.
    #[error(
        "{0} is damaged; move it away, and undo what it was for by hand or from the copies beside it"
    )]
    Damaged(PathBuf),
    /// A newer Doorbell wrote it.
    #[error("{0} was written by a newer Doorbell; use that one")]
    Newer(PathBuf),
}

/// What was paired.
pub(crate) struct Journal {
    directory: PathBuf,
    pub records: Vec<Record>,
    /// Held while anything may be changed, so that two who change things come one after the other.
    _lock: Option<File>,
}

#[derive(Serialize, Deserialize)]
struct Stored {
    version: u32,
    paired: Vec<Record>,
}

impl Journal {
    /// Reads it, to look at.
    pub fn read(directory: &Path) -> Result<Self, JournalError> {
        Ok(Self {
            directory: directory.to_owned(),
            records: records(&file(directory))?,
            _lock: None,
        })
    }

    /// Reads it, to change it; waits for others who do.
    pub fn open(directory: &Path) -> Result<Self, JournalError> {
        let path = directory.join("lock");
        let lock = disk::make_directory(directory)
            .and_then(|()| File::create(&path))
            .and_then(|file| file.lock().map(|()| file))
            .map_err(|source| JournalError::Io { path, source })?;
        Ok(Self {
            _lock: Some(lock),
            ..Self::read(directory)?
        })
    }

    /// The newest record of a server.
    pub fn of(&self, server: &ServerId) -> Option<&Record> {
        self.records
            .iter()
            .rev()
            .find(|record| record.server == *server)
    }

    /// Writes it.
    pub fn write(&self) -> Result<(), JournalError> {
        let path = file(&self.directory);
        let stored = Stored {
            version: VERSION,
            paired: self.records.clone(),
        };
        let io = |source| JournalError::Io {
            path: path.clone(),
            source,
        };
        let mut bytes = serde_json::to_vec_pretty(&stored).map_err(|error| io(error.into()))?;
        bytes.push(b'\n');
        disk::replace(&path, &bytes).map_err(io)
    }

    /// Keeps a copy of a file as it is now.
    pub fn keep(
        &self,
        path: &Path,
        bytes: &[u8],
        now: jiff::Timestamp,
    ) -> Result<PathBuf, JournalError> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let copies = self.directory.join(COPIES);
        let millisecond = now.as_millisecond();
        let mut copy = copies.join(format!("{millisecond}-{name}"));
        let mut number = 1;
        while copy.exists() {
            number += 1;
            copy = copies.join(format!("{millisecond}-{number}-{name}"));
        }
        disk::replace(&copy, bytes).map_err(|source| JournalError::Io {
            path: copy.clone(),
            source,
        })?;
        Ok(copy)
    }

    /// Removes old copies that no record needs. The newest stay: they are of what was changed last.
    pub fn tidy(&self) {
        let mut copies: Vec<PathBuf> = fs::read_dir(self.directory.join(COPIES))
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
            .filter(|copy| {
                let mut records = self.records.iter();
                !records.any(|record| record.backup.as_ref() == Some(copy))
            })
            .collect();
        // They are named for their time, which has as many digits for centuries.
        copies.sort();
        let old = copies.len().saturating_sub(MOST_COPIES);
        for copy in &copies[..old] {
            // One that stays does no harm.
            let _ = fs::remove_file(copy);
        }
    }
}

fn file(directory: &Path) -> PathBuf {
    directory.join("paired.json")
}

fn records(path: &Path) -> Result<Vec<Record>, JournalError> {
    let path = path.to_owned();
    let bytes = match disk::read(&path) {
        Ok(Some(bytes)) => bytes,
        Ok(None) => return Ok(Vec::new()),
        Err(source) => return Err(JournalError::Io { path, source }),
    };
    #[derive(Deserialize)]
    struct Head {
        version: u32,
    }
    let head = serde_json::from_slice::<Head>(&bytes);
    if head.is_ok_and(|head| head.version > VERSION) {
        return Err(JournalError::Newer(path));
    }
    let stored = serde_json::from_slice::<Stored>(&bytes);
    stored.map_or(Err(JournalError::Damaged(path)), |stored| Ok(stored.paired))
}
