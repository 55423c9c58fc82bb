//! The protections that the person accepted. Anything weaker in the settings file waits for approval.

use rusqlite::{Connection, OptionalExtension};

/// Holds at most one row, whose settings are TOML.
pub const TABLE: &str = "
    CREATE TABLE IF NOT EXISTS accepted (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        settings TEXT NOT NULL
    ) STRICT;
";

pub fn get(connection: &Connection) -> rusqlite::Result<Option<String>> {
    connection
        .query_row("SELECT settings FROM accepted", [], |row| row.get(0))
        .optional()
}

pub fn set(connection: &Connection, settings: &str) -> rusqlite::Result<()> {
    connection.execute(
        "INSERT INTO accepted (id, settings) VALUES (1, ?1)
         ON CONFLICT (id) DO UPDATE SET settings = excluded.settings",
        [settings],
    )?;
    Ok(())
}
