//! Those who have asked, in the file.

use doorbell_core::known_program::{KnownProgram, ProgramFile};
use rusqlite::{Connection, params};

use super::row::{digest, timestamp};
use crate::digest::Digest;

/// Every acquaintance, the most recent last.
pub fn all(connection: &Connection) -> rusqlite::Result<Vec<(Digest, KnownProgram)>> {
    let mut statement = connection.prepare(
        "SELECT face, asked, last, inode, size, modified FROM acquaintances ORDER BY last",
    )?;
    let acquaintances = statement.query_map([], |row| {
        let file: [Option<i64>; 3] = [row.get(3)?, row.get(4)?, row.get(5)?];
        let acquaintance = KnownProgram {
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
        Ok((digest(row.get(0)?), acquaintance))
    })?;
    acquaintances.collect()
}

/// Keeps what is known of someone; without it, no longer.
pub fn set(
    connection: &Connection,
    face: &Digest,
    acquaintance: Option<&KnownProgram>,
) -> rusqlite::Result<()> {
    let Some(KnownProgram { asked, last, file }) = acquaintance else {
        connection.execute("DELETE FROM acquaintances WHERE face = ?1", [face.0])?;
        return Ok(());
    };
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO acquaintances (face, asked, last, inode, size, modified)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?
        .execute(params![
            face.0,
            asked,
            last.as_millisecond(),
            file.map(|file| file.inode.cast_signed()),
            file.map(|file| file.size.cast_signed()),
            file.map(|file| file.modified),
        ])?;
    Ok(())
}

/// How often anyone has asked is part of history; that they have, and what their program's file was
/// like, is not: it would make everyone a stranger.
pub fn forget_counts(connection: &Connection) -> rusqlite::Result<usize> {
    connection.execute("UPDATE acquaintances SET asked = 0", [])
}
