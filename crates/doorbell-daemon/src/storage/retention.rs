//! What is removed, and that it is really gone: SQLite overwrites what it deletes, and its log of
//! writes, which still has it, is cut to nothing.

use jiff::{Timestamp, ToSpan};
use rusqlite::{Connection, Error, ffi};

use super::acquaintances;

/// How many lines of history are kept, however fast they come.
pub(super) const KEPT_LINES: i64 = 20_000;
/// How many hours the domains that were opened are kept since they were last opened.
const OPENED_HOURS: i64 = 365 * 24;
/// How many hours an acquaintance is kept since it asked last.
pub const ACQUAINTED_HOURS: i64 = 365 * 24;
/// How many hours a draft is kept since the person typed last.
pub const DRAFT_HOURS: i64 = 7 * 24;

/// Removes what is too old. Without `days` no history is kept.
pub fn forget_old(
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
            KEPT_LINES,
        ),
        (
            "DELETE FROM opened WHERE at < ?1",
            before(OPENED_HOURS).as_millisecond(),
        ),
        ("DELETE FROM mutes WHERE until <= ?1", now.as_millisecond()),
        (
            "DELETE FROM drafts WHERE typed < ?1",
            before(DRAFT_HOURS).as_millisecond(),
        ),
        (
            "DELETE FROM acquaintances WHERE last < ?1",
            before(ACQUAINTED_HOURS).as_millisecond(),
        ),
    ] {
        connection.execute(statement, [bound])?;
    }
    if days.is_none() {
        acquaintances::forget_counts(connection)?;
    }
    if let Err(error) = cut_log(connection) {
        // It is cut the next time; until then what was removed can be read there.
        tracing::warn!(%error, "the log of history was not cut");
    }
    Ok(())
}

/// Removes all of history, how often anyone has asked with it, and nothing else.
pub fn clear(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM history", [])?;
    acquaintances::forget_counts(connection)?;
    cut_log(connection)
}

/// Cuts the log of writes to nothing.
pub fn cut_log(connection: &Connection) -> rusqlite::Result<()> {
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
