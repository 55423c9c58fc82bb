//! The table of drafts.

use doorbell_core::draft::Draft;
use rusqlite::{Connection, params};

use super::row::{digest, inputs, inputs_to_json, timestamp};
use crate::digest::Digest;

/// Returns all drafts, oldest first.
pub fn all(connection: &Connection) -> rusqlite::Result<Vec<(Digest, Draft)>> {
    let mut statement =
        connection.prepare("SELECT subject, typed, inputs FROM drafts ORDER BY typed")?;
    let drafts = statement.query_map([], |row| {
        let typed_at = timestamp(row.get(1)?);
        let inputs = inputs(&row.get::<_, String>(2)?);
        Ok((digest(row.get(0)?), Draft { typed_at, inputs }))
    })?;
    drafts.collect()
}

/// Stores a draft; `None` removes it.
pub fn set(connection: &Connection, key: &Digest, draft: Option<&Draft>) -> rusqlite::Result<()> {
    let Some(draft) = draft else {
        connection
            .prepare_cached("DELETE FROM drafts WHERE subject = ?1")?
            .execute([key.0])?;
        return Ok(());
    };
    connection.execute(
        "INSERT INTO drafts (subject, typed, inputs) VALUES (?1, ?2, ?3)
         ON CONFLICT (subject) DO UPDATE SET typed = excluded.typed, inputs = excluded.inputs",
        params![
            key.0,
            draft.typed_at.as_millisecond(),
            inputs_to_json(&draft.inputs)
        ],
    )?;
    Ok(())
}
