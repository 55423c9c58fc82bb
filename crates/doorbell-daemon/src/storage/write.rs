//! Writes that need no reply.

use std::convert::Infallible;

use doorbell_core::draft::Draft;
use doorbell_core::known_program::KnownProgram;
use doorbell_core::view::HistoryEntryView;
use jiff::Timestamp;
use rusqlite::{Connection, params};
use tokio::sync::oneshot;

use super::history::EntryTimes;
use super::undelivered::Undelivered;
use super::{accepted_settings, drafts, history, known_programs, undelivered};
use crate::digest::Digest;

/// One write; `None` removes a row.
pub enum StorageWrite {
    HistoryEntry(HistoryEntryView),
    /// Changes how a question ended, because its asker reports that later.
    CorrectEntry {
        entry: EntryTimes,
        outcome: &'static str,
        reason: &'static str,
    },
    /// The person has answered a question.
    Answered,
    /// The person agreed to open a link.
    OpenedDomain {
        server: String,
        domain: String,
        at: Timestamp,
    },
    KnownProgram {
        fingerprint: Digest,
        program: Option<KnownProgram>,
    },
    Draft {
        key: Digest,
        draft: Option<Draft>,
    },
    /// Stores an answer until its asker confirms it, and removes its form's draft.
    Undelivered {
        answer: Box<Undelivered>,
        /// Dropped when the write has finished or failed: the answer is sent in both cases.
        _stored: oneshot::Sender<Infallible>,
    },
    /// Removes an answer that was confirmed or has expired.
    Delivered {
        key: Digest,
    },
    /// The protections that the person accepted, as TOML.
    AcceptedSettings {
        settings: String,
    },
}

impl StorageWrite {
    /// Executes the write within the caller's transaction.
    pub(super) fn execute(&self, connection: &Connection, boot_id: &str) -> rusqlite::Result<()> {
        match self {
            Self::HistoryEntry(entry) => history::insert(connection, entry),
            Self::CorrectEntry {
                entry,
                outcome,
                reason,
            } => history::correct(connection, entry, outcome, reason),
            Self::Answered => {
                connection.execute("INSERT OR IGNORE INTO answered (id) VALUES (1)", [])?;
                Ok(())
            }
            Self::OpenedDomain { server, domain, at } => {
                connection.execute(
                    "INSERT INTO opened (server, domain, at) VALUES (?1, ?2, ?3)
                     ON CONFLICT (server, domain) DO UPDATE SET at = excluded.at",
                    params![server, domain, at.as_millisecond()],
                )?;
                Ok(())
            }
            Self::KnownProgram {
                fingerprint,
                program,
            } => known_programs::set(connection, fingerprint, program.as_ref()),
            Self::Draft { key, draft } => drafts::set(connection, key, draft.as_ref()),
            Self::Undelivered { answer, .. } => {
                undelivered::insert(connection, boot_id, answer)?;
                match answer.draft_key {
                    Some(key) => drafts::set(connection, &key, None),
                    None => Ok(()),
                }
            }
            Self::Delivered { key } => undelivered::remove(connection, key),
            Self::AcceptedSettings { settings } => accepted_settings::set(connection, settings),
        }
    }

    /// Returns true if the write may remove or replace text that the person typed.
    pub(super) fn removes_input(&self) -> bool {
        match self {
            Self::Draft { .. } | Self::Undelivered { .. } | Self::Delivered { .. } => true,
            Self::HistoryEntry(_)
            | Self::CorrectEntry { .. }
            | Self::Answered
            | Self::OpenedDomain { .. }
            | Self::KnownProgram { .. }
            | Self::AcceptedSettings { .. } => false,
        }
    }
}
