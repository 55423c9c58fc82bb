//! The settings that protect, as the person last wanted them: what the settings file says beyond that
//! waits for their word.

use rusqlite::{Connection, OptionalExtension};

/// Holds one row at most, in the words of the settings file.
pub const TABLE: &str = "
    CREATE TABLE IF NOT EXISTS accepted (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        settings TEXT NOT NULL
    ) STRICT;
";

/// What is kept, if anything is.
pub fn kept(connection: &Connection) -> rusqlite::Result<Option<String>> {
    connection
        .query_row("SELECT settings FROM accepted", [], |row| row.get(0))
        .optional()
}

/// Keeps this.
pub fn keep(connection: &Connection, settings: &str) -> rusqlite::Result<()> {
    connection.execute(
        "INSERT INTO accepted (id, settings) VALUES (1, ?1)
         ON CONFLICT (id) DO UPDATE SET settings = excluded.settings",
        [settings],
    )?;
    Ok(())
}
