//! What is only written down.

use std::convert::Infallible;

use doorbell_core::known_program::KnownProgram;
use doorbell_core::draft::Draft;
use doorbell_core::view::HistoryEntryView;
use jiff::Timestamp;
use rusqlite::{Connection, params};
use tokio::sync::oneshot;

use super::undelivered::Undelivered;
use super::{accepted, acquaintances, drafts, lines, undelivered};
use crate::digest::Digest;

/// One thing to write down.
pub enum Note {
    /// A question ended.
    Ended(HistoryEntryView),
    /// The person agreed to open a link.
    Opened {
        server: String,
        domain: String,
        at: Timestamp,
    },
    /// Keep what is known of someone who has asked, or no longer.
    KnownProgram {
        face: Digest,
        acquaintance: Option<KnownProgram>,
    },
    /// Keep what was typed in a form, or no longer.
    Draft {
        subject: Digest,
        draft: Option<Draft>,
    },
    /// Keep an answer until its asker has it, in the place of its form's draft.
    Undelivered {
        answer: Box<Undelivered>,
        /// Dropped when the answer is written, or cannot be: it is sent in both cases.
        _stored: oneshot::Sender<Infallible>,
    },
    /// The asker has it, or will not have it.
    Delivered { name: Digest },
    /// Keep the settings that protect, in the words of the settings file.
    Accepted { settings: String },
}

impl Note {
    /// Writes it. The caller has begun a transaction.
    pub(super) fn write(&self, connection: &Connection, boot: &str) -> rusqlite::Result<()> {
        match self {
            Self::Ended(line) => lines::write(connection, line),
            Self::Opened { server, domain, at } => {
                connection.execute(
                    "INSERT INTO opened (server, domain, at) VALUES (?1, ?2, ?3)
                     ON CONFLICT (server, domain) DO UPDATE SET at = excluded.at",
                    params![server, domain, at.as_millisecond()],
                )?;
                Ok(())
            }
            Self::KnownProgram { face, acquaintance } => {
                acquaintances::set(connection, face, acquaintance.as_ref())
            }
            Self::Draft { subject, draft } => drafts::set(connection, subject, draft.as_ref()),
            Self::Undelivered { answer, .. } => {
                undelivered::keep(connection, boot, answer)?;
                match answer.subject {
                    Some(subject) => drafts::set(connection, &subject, None),
                    None => Ok(()),
                }
            }
            Self::Delivered { name } => undelivered::remove(connection, name),
            Self::Accepted { settings } => accepted::keep(connection, settings),
        }
    }

    /// Whether it removes or replaces something that a person typed.
    pub(super) fn removes(&self) -> bool {
        match self {
            Self::Draft { .. } | Self::Undelivered { .. } | Self::Delivered { .. } => true,
            Self::Ended(_)
            | Self::Opened { .. }
            | Self::KnownProgram { .. }
            | Self::Accepted { .. } => false,
        }
    }
}
