//! The table of mutes.

use doorbell_core::mutes::MutedUntil;
use jiff::Timestamp;
use rusqlite::{Connection, params};

pub fn all(connection: &Connection) -> rusqlite::Result<Vec<(String, String, MutedUntil)>> {
    let mut statement = connection.prepare("SELECT agent, server, until FROM mutes")?;
    let mutes = statement.query_map([], |row| {
        let until: Option<i64> = row.get(2)?;
        let until = until.map_or(MutedUntil::Unmuted, |at| {
            MutedUntil::Time(Timestamp::from_millisecond(at).unwrap_or(Timestamp::MAX))
        });
        Ok((row.get(0)?, row.get(1)?, until))
    })?;
    mutes.collect()
}

/// Stores a mute; `None` removes it.
pub fn set(
    connection: &Connection,
    agent: &str,
    server: &str,
    until: Option<MutedUntil>,
) -> rusqlite::Result<()> {
    let Some(until) = until else {
        connection.execute(
            "DELETE FROM mutes WHERE agent = ?1 AND server = ?2",
            [agent, server],
        )?;
        return Ok(());
    };
    let until = match until {
        MutedUntil::Time(at) => Some(at.as_millisecond()),
        MutedUntil::Unmuted => None,
    };
    connection.execute(
        "INSERT INTO mutes (agent, server, until) VALUES (?1, ?2, ?3)
         ON CONFLICT (agent, server) DO UPDATE SET until = excluded.until",
        params![agent, server, until],
    )?;
    Ok(())
}
