//! The tables, and how older files are brought up to date.

use rusqlite::Connection;

/// Each step brings a file from one version to the next; the version is the number of steps done.
const STEPS: [&str; 1] = ["
    CREATE TABLE history (
        id INTEGER PRIMARY KEY,
        at INTEGER NOT NULL,
        agent TEXT NOT NULL,
        server TEXT NOT NULL,
        kind TEXT NOT NULL,
        domain TEXT,
        outcome TEXT NOT NULL,
        reason TEXT
    ) STRICT;
    CREATE INDEX history_at ON history (at);
    CREATE TABLE opened (
        server TEXT NOT NULL,
        domain TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (server, domain)
    ) STRICT, WITHOUT ROWID;
"];

/// Sets up the connection and does the steps that are missing.
pub fn prepare(connection: &mut Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.pragma_update(None, "secure_delete", "ON")?;
    let done: u32 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let versions = 1u32..;
    if versions
        .clone()
        .zip(STEPS)
        .all(|(version, _)| version < done)
    {
        // A newer Doorbell wrote it; guessing at its tables could lose something.
        return Err(rusqlite::Error::InvalidQuery);
    }
    for (version, statements) in versions.zip(STEPS).filter(|(version, _)| *version > done) {
        let transaction = connection.transaction()?;
        transaction.execute_batch(statements)?;
        transaction.pragma_update(None, "user_version", version)?;
        transaction.commit()?;
    }
    Ok(())
}
