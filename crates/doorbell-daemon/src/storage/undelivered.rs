//! The table of answers that their askers have not confirmed.

use std::fmt;

use doorbell_core::draft::Draft;
use jiff::Timestamp;
use rusqlite::{Connection, params};

use super::drafts;
use super::row::{digest, inputs, inputs_to_json, timestamp};
use crate::digest::Digest;
use crate::record::ANSWER_RETENTION;

#[derive(Clone, PartialEq)]
pub struct Undelivered {
    /// Digest of the question's key. See [`QuestionKey`](crate::record::QuestionKey).
    pub key: Digest,
    /// Digest of the question's params.
    pub params: Digest,
    pub answered_at: Timestamp,
    /// The answer as JSON.
    pub result: String,
    /// See [`SignedAnswer`](crate::answer_mac::SignedAnswer).
    pub mac: Vec<u8>,
    /// The key of the form's draft, which the answer replaces.
    pub draft_key: Option<Digest>,
    /// The person's input, which becomes a draft if the answer is never delivered.
    pub draft: Option<Draft>,
}

/// Leaves the answer out, because the person's input must never reach a log.
impl fmt::Debug for Undelivered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Undelivered(…)")
    }
}

pub fn insert(
    connection: &Connection,
    boot_id: &str,
    answer: &Undelivered,
) -> rusqlite::Result<()> {
    let draft = answer.draft.as_ref();
    let inputs = draft.map(|draft| inputs_to_json(&draft.inputs));
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO undelivered
                 (name, params, boot, at, result, subject, inputs, mac)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        )?
        .execute(params![
            answer.key.0,
            answer.params.0,
            boot_id,
            answer.answered_at.as_millisecond(),
            answer.result,
            answer.draft_key.map(|key| key.0),
            inputs,
            answer.mac
        ])?;
    Ok(())
}

pub fn remove(connection: &Connection, key: &Digest) -> rusqlite::Result<()> {
    connection
        .prepare_cached("DELETE FROM undelivered WHERE name = ?1")?
        .execute([key.0])?;
    Ok(())
}

/// Returns the answers that can still be delivered, before their MAC is verified. Expired ones, those
/// of an earlier boot and those without a MAC become drafts.
pub fn restore(
    connection: &mut Connection,
    boot_id: &str,
    now: Timestamp,
) -> rusqlite::Result<Vec<Undelivered>> {
    let oldest = now.checked_sub(ANSWER_RETENTION).unwrap_or(Timestamp::MIN);
    let transaction = connection.transaction()?;
    let mut restored = Vec::new();
    for row in all(&transaction)? {
        let is_deliverable = row.boot_id == boot_id && row.answered_at > oldest;
        if let (true, Some(mac)) = (is_deliverable, row.mac) {
            restored.push(Undelivered {
                key: row.key,
                params: row.params,
                answered_at: row.answered_at,
                result: row.result,
                mac,
                draft_key: row.draft_key,
                draft: row.draft,
            });
            continue;
        }
        if let (Some(key), Some(draft)) = (row.draft_key, &row.draft) {
            drafts::set(&transaction, &key, Some(draft))?;
        }
        remove(&transaction, &row.key)?;
    }
    transaction.commit()?;
    Ok(restored)
}

struct Row {
    key: Digest,
    params: Digest,
    boot_id: String,
    answered_at: Timestamp,
    result: String,
    mac: Option<Vec<u8>>,
    draft_key: Option<Digest>,
    draft: Option<Draft>,
}

fn all(connection: &Connection) -> rusqlite::Result<Vec<Row>> {
    let mut statement = connection.prepare(
        "SELECT name, params, boot, at, result, subject, inputs, mac FROM undelivered ORDER BY at",
    )?;
    let rows = statement.query_map([], |row| {
        let answered_at = timestamp(row.get(3)?);
        let typed: Option<String> = row.get(6)?;
        Ok(Row {
            key: digest(row.get(0)?),
            params: digest(row.get(1)?),
            boot_id: row.get(2)?,
            answered_at,
            result: row.get(4)?,
            mac: row.get(7)?,
            draft_key: row.get::<_, Option<Vec<u8>>>(5)?.map(digest),
            draft: typed.map(|typed| Draft {
                typed_at: answered_at,
                inputs: inputs(&typed),
            }),
        })
    })?;
    rows.collect()
}
