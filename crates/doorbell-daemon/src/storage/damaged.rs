//! A file that cannot be read any more is put aside, and a new one begun: Doorbell goes on, and what
//! the old one held is not lost to whoever can mend it.

use std::path::{Path, PathBuf};
use std::{fs, io};

use jiff::Timestamp;
use rusqlite::{Connection, Error, ErrorCode, ffi};

use super::StorageError;

/// The files that SQLite keeps beside a database.
const BESIDE: [&str; 2] = ["-wal", "-shm"];
const SOUND: &str = "ok";

/// Looks through the file.
///
/// # Errors
/// It is damaged.
pub fn check(connection: &Connection) -> Result<(), Error> {
    let found: String = connection.pragma_query_value(None, "quick_check", |row| row.get(0))?;
    if found == SOUND {
        return Ok(());
    }
    let damaged = ffi::Error::new(ffi::SQLITE_CORRUPT);
    Err(Error::SqliteFailure(damaged, None))
}

/// Whether the file itself is what is wrong.
pub fn is_damage(error: &StorageError) -> bool {
    let StorageError::Database { source, .. } = error else {
        return false;
    };
    matches!(
        source.sqlite_error_code(),
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)
    )
}

/// Gives the file and what is beside it another name, which it gives back.
pub fn put_aside(path: &Path, now: Timestamp) -> io::Result<PathBuf> {
    let with = |path: &Path, ending: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        PathBuf::from(name)
    };
    let aside = with(path, &format!(".damaged-{}", now.as_second()));
    fs::rename(path, &aside)?;
    for ending in BESIDE {
        match fs::rename(with(path, ending), with(&aside, ending)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(aside)
}
