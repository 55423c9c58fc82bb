//! Removes expired rows. SQLite overwrites deleted data, and truncating the write-ahead log removes
//! the remaining copies.

use jiff::{Timestamp, ToSpan};
use rusqlite::{Connection, Error, ffi};

use super::known_programs;

pub(super) const MAX_ENTRIES: i64 = 20_000;
/// How long a domain is kept after it was last opened.
const OPENED_DOMAIN_HOURS: i64 = 365 * 24;
/// How long a program is known after it last asked.
pub const KNOWN_PROGRAM_HOURS: i64 = 365 * 24;
/// How long a draft is kept after the last edit.
pub const DRAFT_HOURS: i64 = 7 * 24;

/// Removes expired rows, and all of history without `days`.
pub fn remove_expired(
    connection: &Connection,
    days: Option<u16>,
    now: Timestamp,
) -> rusqlite::Result<()> {
    let before = |hours: i64| now.checked_sub(hours.hours()).unwrap_or(Timestamp::MIN);
    let oldest = days.map_or(Timestamp::MAX, |days| before(i64::from(days) * 24));
    for (statement, bound) in [
        ("DELETE FROM history WHERE at < ?1", oldest.as_millisecond()),
        (
            "DELETE FROM history WHERE id <= (SELECT max(id) FROM history) - ?1",
            MAX_ENTRIES,
        ),
        (
            "DELETE FROM opened WHERE at < ?1",
            before(OPENED_DOMAIN_HOURS).as_millisecond(),
        ),
        ("DELETE FROM mutes WHERE until <= ?1", now.as_millisecond()),
        (
            "DELETE FROM drafts WHERE typed < ?1",
            before(DRAFT_HOURS).as_millisecond(),
        ),
        (
            "DELETE FROM acquaintances WHERE last < ?1",
            before(KNOWN_PROGRAM_HOURS).as_millisecond(),
        ),
    ] {
        connection.execute(statement, [bound])?;
    }
    if days.is_none() {
        known_programs::reset_counts(connection)?;
    }
    if let Err(error) = truncate_log(connection) {
        // Until the next attempt, removed rows can still be read from the log.
        tracing::warn!(%error, "the log of history was not cut");
    }
    Ok(())
}

/// Removes all of history, including question counts.
pub fn clear_history(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM history", [])?;
    known_programs::reset_counts(connection)?;
    truncate_log(connection)
}

/// Removes the first lines of questions and keeps the rest of history.
pub fn remove_first_lines(connection: &Connection) -> rusqlite::Result<()> {
    let removed = connection.execute(
        "UPDATE history SET question = NULL WHERE question IS NOT NULL",
        [],
    )?;
    if removed == 0 {
        return Ok(());
    }
    truncate_log(connection)
}

/// Truncates the write-ahead log to zero bytes.
pub fn truncate_log(connection: &Connection) -> rusqlite::Result<()> {
    let busy: bool =
        connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
    if busy {
        return Err(Error::SqliteFailure(
            ffi::Error::new(ffi::SQLITE_BUSY),
            None,
        ));
    }
    Ok(())
}
