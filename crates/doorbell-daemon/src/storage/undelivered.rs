//! Answers in the file that their askers have not received.

use std::fmt;
use std::sync::Arc;

use doorbell_core::draft::Draft;
use doorbell_protocol::ElicitResult;
use jiff::Timestamp;
use rusqlite::{Connection, params};

use super::drafts;
use super::row::{digest, inputs, timestamp, written};
use crate::digest::Digest;
use crate::record::UNDELIVERED;

/// One answer.
#[derive(Clone, PartialEq)]
pub struct Undelivered {
    /// Who may have it.
    pub name: Digest,
    /// What was asked.
    pub params: Digest,
    /// When the person gave it.
    pub at: Timestamp,
    /// What the asker gets.
    pub result: Arc<ElicitResult>,
    /// What the form was about, if it was one: its draft is done with.
    pub subject: Option<Digest>,
    /// What the person typed in it.
    pub draft: Option<Draft>,
}

/// Leaves the answer out: what a person typed must never reach a log.
impl fmt::Debug for Undelivered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Undelivered(…)")
    }
}

/// Keeps an answer.
pub fn keep(connection: &Connection, boot: &str, answer: &Undelivered) -> rusqlite::Result<()> {
    let result = serde_json::to_string(&*answer.result).unwrap_or_default();
    let inputs = answer.draft.as_ref().map(|draft| written(&draft.inputs));
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO undelivered (name, params, boot, at, result, subject, inputs)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        )?
        .execute(params![
            answer.name.0,
            answer.params.0,
            boot,
            answer.at.as_millisecond(),
            result,
            answer.subject.map(|subject| subject.0),
            inputs
        ])?;
    Ok(())
}

/// Keeps an answer no longer.
pub fn remove(connection: &Connection, name: &Digest) -> rusqlite::Result<()> {
    connection
        .prepare_cached("DELETE FROM undelivered WHERE name = ?1")?
        .execute([name.0])?;
    Ok(())
}

/// The answers that their askers may still come for. Those of before the machine was started, and
/// those that have waited too long, become drafts.
pub fn recall(
    connection: &mut Connection,
    boot: &str,
    now: Timestamp,
) -> rusqlite::Result<Vec<Undelivered>> {
    let oldest = now.checked_sub(UNDELIVERED).unwrap_or(Timestamp::MIN);
    let transaction = connection.transaction()?;
    let mut kept = Vec::new();
    for row in all(&transaction)? {
        let is_awaited = row.boot == boot && row.at > oldest;
        if let (true, Ok(result)) = (is_awaited, serde_json::from_str(&row.result)) {
            kept.push(Undelivered {
                name: row.name,
                params: row.params,
                at: row.at,
                result: Arc::new(result),
                subject: row.subject,
                draft: row.draft,
            });
            continue;
        }
        if let (Some(subject), Some(draft)) = (row.subject, &row.draft) {
            drafts::set(&transaction, &subject, Some(draft))?;
        }
        remove(&transaction, &row.name)?;
    }
    transaction.commit()?;
    Ok(kept)
}

struct Row {
    name: Digest,
    params: Digest,
    boot: String,
    at: Timestamp,
    result: String,
    subject: Option<Digest>,
    draft: Option<Draft>,
}

fn all(connection: &Connection) -> rusqlite::Result<Vec<Row>> {
    let mut statement = connection.prepare(
        "SELECT name, params, boot, at, result, subject, inputs FROM undelivered ORDER BY at",
    )?;
    let rows = statement.query_map([], |row| {
        let at = timestamp(row.get(3)?);
        let typed: Option<String> = row.get(6)?;
        Ok(Row {
            name: digest(row.get(0)?),
            params: digest(row.get(1)?),
            boot: row.get(2)?,
            at,
            result: row.get(4)?,
            subject: row.get::<_, Option<Vec<u8>>>(5)?.map(digest),
            draft: typed.map(|typed| Draft {
                typed_at: at,
                inputs: inputs(&typed),
            }),
        })
    })?;
    rows.collect()
}
