//! The askers in history.

use doorbell_core::outcome::Outcome;
use doorbell_core::view::{AskerRowView, MuteView};
use rusqlite::Connection;

pub(super) const MAX_ASKERS: u32 = 500;

/// Returns each pair of agent and server with its question counts, newest first. Refused questions
/// were never shown and are not counted.
pub fn all(connection: &Connection) -> rusqlite::Result<Vec<AskerRowView>> {
    let words = [Outcome::Refused, Outcome::Accepted, Outcome::Declined].map(Outcome::name);
    connection
        .prepare(
            "SELECT agent, server, sum(outcome <> ?1), sum(outcome = ?2), sum(outcome = ?3),
                    min(at), max(at)
             FROM history GROUP BY agent, server ORDER BY max(at) DESC LIMIT ?4",
        )?
        .query_map((words[0], words[1], words[2], MAX_ASKERS), |row| {
            Ok(AskerRowView {
                agent: row.get(0)?,
                server: row.get(1)?,
                asked: row.get(2)?,
                accepted: row.get(3)?,
                declined: row.get(4)?,
                first: row.get(5)?,
                last: row.get(6)?,
                mute: MuteView::Off,
            })
        })?
        .collect()
}
