//! Detects a damaged database and moves it aside, where it can still be repaired.

use std::path::{Path, PathBuf};
use std::{fs, io};

use jiff::Timestamp;
use rusqlite::{Connection, Error, ErrorCode, ffi};

use super::StorageError;

/// The suffixes of SQLite's files beside a database.
const LOG_SUFFIXES: [&str; 2] = ["-wal", "-shm"];

/// Checks the database for damage.
pub fn check(connection: &Connection) -> Result<(), Error> {
    let result: String = connection.pragma_query_value(None, "quick_check", |row| row.get(0))?;
    if result == "ok" {
        return Ok(());
    }
    let damaged = ffi::Error::new(ffi::SQLITE_CORRUPT);
    Err(Error::SqliteFailure(damaged, None))
}

/// Returns true if the database itself is damaged.
pub fn is_damage(error: &StorageError) -> bool {
    let StorageError::Database { source, .. } = error else {
        return false;
    };
    matches!(
        source.sqlite_error_code(),
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)
    )
}

/// Renames the database and its log files. Returns the new path.
pub fn move_aside(path: &Path, now: Timestamp) -> io::Result<PathBuf> {
    let with_suffix = |path: &Path, suffix: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(suffix);
        PathBuf::from(name)
    };
    let target = with_suffix(path, &format!(".damaged-{}", now.as_second()));
    fs::rename(path, &target)?;
    for suffix in LOG_SUFFIXES {
        match fs::rename(with_suffix(path, suffix), with_suffix(&target, suffix)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(target)
}
