//! The table of known programs, which is called `acquaintances`.

use doorbell_core::known_program::{KnownProgram, ProgramFile};
use rusqlite::{Connection, params};

use super::row::{digest, timestamp};
use crate::digest::Digest;

/// Returns all programs, sorted by when they last asked.
pub fn all(connection: &Connection) -> rusqlite::Result<Vec<(Digest, KnownProgram)>> {
    let mut statement = connection.prepare(
        "SELECT face, asked, last, inode, size, modified FROM acquaintances ORDER BY last",
    )?;
    let programs = statement.query_map([], |row| {
        let file: [Option<i64>; 3] = [row.get(3)?, row.get(4)?, row.get(5)?];
        let program = KnownProgram {
            asked: row.get(1)?,
            last: timestamp(row.get(2)?),
            file: match file {
                [Some(inode), Some(size), Some(modified)] => Some(ProgramFile {
                    inode: inode.cast_unsigned(),
                    size: size.cast_unsigned(),
                    modified,
                }),
                _ => None,
            },
        };
        Ok((digest(row.get(0)?), program))
    })?;
    programs.collect()
}

/// Stores a program; `None` removes it.
pub fn set(
    connection: &Connection,
    fingerprint: &Digest,
    program: Option<&KnownProgram>,
) -> rusqlite::Result<()> {
    let Some(KnownProgram { asked, last, file }) = program else {
        connection.execute("DELETE FROM acquaintances WHERE face = ?1", [fingerprint.0])?;
        return Ok(());
    };
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO acquaintances (face, asked, last, inode, size, modified)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?
        .execute(params![
            fingerprint.0,
            asked,
            last.as_millisecond(),
            file.map(|file| file.inode.cast_signed()),
            file.map(|file| file.size.cast_signed()),
            file.map(|file| file.modified),
        ])?;
    Ok(())
}

/// Removes the question counts, which are part of history. The programs stay known.
pub fn reset_counts(connection: &Connection) -> rusqlite::Result<usize> {
    connection.execute("UPDATE acquaintances SET asked = 0", [])
}
