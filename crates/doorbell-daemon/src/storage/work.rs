//! What can be handed to the storage's thread.

use doorbell_core::acquaintance::Acquaintance;
use doorbell_core::draft::Draft;
use doorbell_core::mutes::{MutedUntil, Mutes};
use doorbell_core::view::{AskersView, HistoryView, HistoryWanted};
use jiff::Timestamp;
use tokio::sync::oneshot;

use super::undelivered::Undelivered;
use super::{Line, PastError, export};
use crate::digest::Digest;

/// Where an answer goes. Whoever no longer waits for it has gone with the window.
pub type Reply<T> = oneshot::Sender<Result<T, PastError>>;

/// One thing to do.
pub enum Work {
    /// A question ended.
    Ended(Line),
    /// The person agreed to open a link.
    Opened {
        server: String,
        domain: String,
        at: Timestamp,
    },
    /// Tell a page of history.
    History {
        wanted: HistoryWanted,
        reply: Reply<HistoryView>,
    },
    /// Tell who has asked, and which of them are muted.
    Askers {
        mutes: Mutes,
        now: Timestamp,
        reply: Reply<AskersView>,
    },
    /// Tell all of history as JSON.
    Export {
        doorbell: String,
        now: Timestamp,
        reply: Reply<String>,
    },
    /// Remove all of history.
    Clear { reply: Reply<()> },
    /// Keep that a pair is muted, or that it no longer is.
    Mute {
        agent: String,
        server: String,
        until: Option<MutedUntil>,
        reply: Reply<()>,
    },
    /// Keep what is known of someone who has asked, or no longer.
    Acquaintance {
        face: Digest,
        acquaintance: Option<Acquaintance>,
    },
    /// Keep what was typed in a form, or no longer.
    Draft {
        subject: Digest,
        draft: Option<Draft>,
    },
    /// Keep an answer until its asker has it.
    Undelivered {
        answer: Box<Undelivered>,
        reply: Reply<()>,
    },
    /// The asker has it, or will not have it.
    Delivered { name: Digest },
    /// Keep the settings that protect, in the words of the settings file.
    Accepted { settings: String },
    /// Keep history for so many days from now on, or not at all.
    KeepFor { days: Option<u16>, now: Timestamp },
    /// Remove what is too old.
    Sweep { now: Timestamp },
}

impl Work {
    /// What is answered where nothing is kept.
    pub(super) fn answer_nothing(self) {
        match self {
            Self::Ended(_)
            | Self::Opened { .. }
            | Self::Acquaintance { .. }
            | Self::Draft { .. }
            | Self::Delivered { .. }
            | Self::Accepted { .. }
            | Self::KeepFor { .. }
            | Self::Sweep { .. } => {}
            Self::History { reply, .. } => {
                let _ = reply.send(Ok(HistoryView::default()));
            }
            Self::Askers { mutes, now, reply } => {
                let _ = reply.send(Ok(mutes.askers(Vec::new(), now)));
            }
            Self::Export {
                doorbell,
                now,
                reply,
            } => {
                let _ = reply.send(Ok(export::text(doorbell, now, Vec::new())));
            }
            Self::Clear { reply } | Self::Mute { reply, .. } | Self::Undelivered { reply, .. } => {
                let _ = reply.send(Ok(()));
            }
        }
    }

    /// It will not be done.
    pub(super) fn fail(self) {
        match self {
            Self::Ended(_)
            | Self::Opened { .. }
            | Self::Acquaintance { .. }
            | Self::Draft { .. }
            | Self::Delivered { .. }
            | Self::Accepted { .. }
            | Self::KeepFor { .. }
            | Self::Sweep { .. } => {}
            Self::History { reply, .. } => {
                let _ = reply.send(Err(PastError::Storage));
            }
            Self::Askers { reply, .. } => {
                let _ = reply.send(Err(PastError::Storage));
            }
            Self::Export { reply, .. } => {
                let _ = reply.send(Err(PastError::Storage));
            }
            Self::Clear { reply } | Self::Mute { reply, .. } | Self::Undelivered { reply, .. } => {
                let _ = reply.send(Err(PastError::Storage));
            }
        }
    }
}
