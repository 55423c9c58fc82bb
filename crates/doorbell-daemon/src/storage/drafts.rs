//! Drafts in the file.

use doorbell_core::draft::Draft;
use rusqlite::{Connection, params};

use super::row::{digest, inputs, timestamp, written};
use crate::digest::Digest;

/// Every draft, the oldest first.
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

/// Keeps a draft; without one, no longer.
pub fn set(
    connection: &Connection,
    subject: &Digest,
    draft: Option<&Draft>,
) -> rusqlite::Result<()> {
    let Some(draft) = draft else {
        connection
            .prepare_cached("DELETE FROM drafts WHERE subject = ?1")?
            .execute([subject.0])?;
        return Ok(());
    };
    connection.execute(
        "INSERT INTO drafts (subject, typed, inputs) VALUES (?1, ?2, ?3)
         ON CONFLICT (subject) DO UPDATE SET typed = excluded.typed, inputs = excluded.inputs",
        params![
            subject.0,
            draft.typed_at.as_millisecond(),
            written(&draft.inputs)
        ],
    )?;
    Ok(())
}
