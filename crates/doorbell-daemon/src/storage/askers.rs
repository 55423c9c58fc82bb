//! Who has asked, as far as history knows.

use doorbell_core::outcome::Outcome;
use doorbell_core::view::{AskerRowView, MuteView};
use rusqlite::Connection;

/// How many of those who have asked are told.
pub(super) const ASKERS: u32 = 500;

/// Each pair of agent and server with what became of its questions, the last one first. A question
/// that was refused was not put to anybody and is not counted.
pub fn all(connection: &Connection) -> rusqlite::Result<Vec<AskerRowView>> {
    let words = [Outcome::Refused, Outcome::Accepted, Outcome::Declined].map(Outcome::name);
    connection
        .prepare(
            "SELECT agent, server, sum(outcome <> ?1), sum(outcome = ?2), sum(outcome = ?3),
                    min(at), max(at)
             FROM history GROUP BY agent, server ORDER BY max(at) DESC LIMIT ?4",
        )?
        .query_map((words[0], words[1], words[2], ASKERS), |row| {
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
