//! The tables, and how older files are brought up to date.

use rusqlite::Connection;

use super::accepted;

/// How much of the file SQLite keeps in memory; its standard is four times as much, for a file that
/// is read once in a while.
const CACHE_KIB: i64 = 512;

/// Each step brings a file from one version to the next; the version is the number of steps done.
/// A step that was released is never changed.
const STEPS: [&str; 5] = [
    "
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
",
    // Times are milliseconds since 1970. A mute without an end lasts until it is taken away.
    "
    ALTER TABLE history ADD COLUMN asked INTEGER;
    ALTER TABLE history ADD COLUMN shown INTEGER;
    ALTER TABLE history ADD COLUMN tool TEXT;
    ALTER TABLE history ADD COLUMN project TEXT;
    CREATE TABLE mutes (
        agent TEXT NOT NULL,
        server TEXT NOT NULL,
        until INTEGER,
        PRIMARY KEY (agent, server)
    ) STRICT, WITHOUT ROWID;
",
    // What a draft is about, and who may have an answer, are kept as digests.
    "
    CREATE TABLE drafts (
        subject BLOB PRIMARY KEY,
        typed INTEGER NOT NULL,
        inputs TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE undelivered (
        name BLOB PRIMARY KEY,
        params BLOB NOT NULL,
        boot TEXT NOT NULL,
        at INTEGER NOT NULL,
        result TEXT NOT NULL,
        subject BLOB,
        inputs TEXT
    ) STRICT, WITHOUT ROWID;
",
    // Whom an acquaintance is known by is kept as a digest, its program's file as the system tells it.
    "
    CREATE TABLE acquaintances (
        face BLOB PRIMARY KEY,
        asked INTEGER NOT NULL,
        last INTEGER NOT NULL,
        inode INTEGER,
        size INTEGER,
        modified INTEGER
    ) STRICT, WITHOUT ROWID;
",
    accepted::TABLE,
];

/// Whether a newer Doorbell wrote the file; guessing at its tables could lose something.
pub fn is_newer(connection: &Connection) -> rusqlite::Result<bool> {
    let done = version(connection)?;
    Ok((1u32..).zip(STEPS).all(|(version, _)| version < done))
}

/// Sets up the connection and does the steps that are missing.
pub fn prepare(connection: &mut Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.pragma_update(None, "cache_size", -CACHE_KIB)?;
    connection.pragma_update(None, "secure_delete", "ON")?;
    let done = version(connection)?;
    for (version, statements) in (1u32..).zip(STEPS).filter(|(version, _)| *version > done) {
        let transaction = connection.transaction()?;
        transaction.execute_batch(statements)?;
        transaction.pragma_update(None, "user_version", version)?;
        transaction.commit()?;
    }
    Ok(())
}

fn version(connection: &Connection) -> rusqlite::Result<u32> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}
