//! What can be handed to the storage's thread.

use doorbell_core::mutes::{MutedUntil, Mutes};
use doorbell_core::view::{AskersView, HistoryView, HistoryQuery};
use jiff::Timestamp;
use tokio::sync::oneshot;

use super::note::Note;
use super::{PastError, export};

/// Where an answer goes; dropped if there will be none. The receiver is gone if the window closed.
pub type Reply<T> = oneshot::Sender<Result<T, PastError>>;

/// One thing to do.
pub enum Work {
    /// Write this down.
    Write(Note),
    /// Tell a page of history.
    History {
        wanted: HistoryQuery,
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
    /// Keep history for so many days from now on, or not at all.
    KeepFor { days: Option<u16>, now: Timestamp },
    /// Remove what is too old.
    Sweep { now: Timestamp },
}

impl Work {
    /// What is answered where nothing is kept.
    pub(super) fn answer_nothing(self) {
        match self {
            Self::Write(_) | Self::KeepFor { .. } | Self::Sweep { .. } => {}
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
                let _ = reply.send(Ok(export::text(&doorbell, now, &[])));
            }
            Self::Clear { reply } | Self::Mute { reply, .. } => {
                let _ = reply.send(Ok(()));
            }
        }
    }
}
