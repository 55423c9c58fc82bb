//! The database schema and its migrations.

use rusqlite::Connection;

use super::accepted_settings;

/// A quarter of SQLite's default, because the database is rarely read.
const CACHE_KIB: i64 = 512;

/// The schema version is the number of migrations that were applied. A released migration never
/// changes.
const MIGRATIONS: [&str; 8] = [
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
    // Times are milliseconds since 1970. A mute without `until` has no end.
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
    // `subject` is a draft key, `name` a digest of a question's key.
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
    // Known programs: `face` is the digest of a fingerprint, the last columns describe the file.
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
    accepted_settings::TABLE,
    // Rows of older versions have no MAC and are not delivered.
    "ALTER TABLE undelivered ADD COLUMN mac BLOB;",
    // One row once the person has answered a question.
    "
    CREATE TABLE answered (id INTEGER PRIMARY KEY CHECK (id = 1)) STRICT;
    INSERT INTO answered (id)
    SELECT 1 WHERE EXISTS (SELECT 1 FROM history WHERE outcome IN ('accepted', 'declined'));
",
    // The first line of what was asked.
    "ALTER TABLE history ADD COLUMN question TEXT;",
];

/// Returns true if a newer Doorbell wrote the database. Using it could lose data.
pub fn is_newer(connection: &Connection) -> rusqlite::Result<bool> {
    let current = version(connection)?;
    Ok((1u32..)
        .zip(MIGRATIONS)
        .all(|(version, _)| version < current))
}

/// Configures the connection and applies the missing migrations.
pub fn prepare(connection: &mut Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.pragma_update(None, "cache_size", -CACHE_KIB)?;
    connection.pragma_update(None, "secure_delete", "ON")?;
    let current = version(connection)?;
    let migrations = (1u32..).zip(MIGRATIONS);
    for (version, statements) in migrations.filter(|(version, _)| *version > current) {
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
