//! Commands for the storage worker.

use doorbell_core::mutes::{MutedUntil, Mutes};
use doorbell_core::view::{AskersView, HistoryQuery, HistoryView};
use jiff::Timestamp;
use tokio::sync::oneshot;

use super::write::StorageWrite;
use super::{HistoryError, export};

/// Dropped without a reply if the worker's queue is full. The receiver is gone if the window closed.
pub type Reply<T> = oneshot::Sender<Result<T, HistoryError>>;

pub enum StorageCommand {
    Write(StorageWrite),
    HistoryPage {
        query: HistoryQuery,
        reply: Reply<HistoryView>,
    },
    Askers {
        mutes: Mutes,
        now: Timestamp,
        reply: Reply<AskersView>,
    },
    /// Exports all of history as JSON.
    Export {
        version: String,
        now: Timestamp,
        reply: Reply<String>,
    },
    ClearHistory {
        reply: Reply<()>,
    },
    /// Stores a mute; `None` removes it.
    SetMute {
        agent: String,
        server: String,
        until: Option<MutedUntil>,
        reply: Reply<()>,
    },
    /// Sets how many days history is kept; `None` keeps none.
    SetRetention {
        days: Option<u16>,
        now: Timestamp,
    },
    RemoveExpired {
        now: Timestamp,
    },
    /// Removes the first lines of questions from history.
    RemoveFirstLines,
}

impl StorageCommand {
    /// Responds as an empty storage would.
    pub(super) fn reply_empty(self) {
        match self {
            Self::Write(_)
            | Self::SetRetention { .. }
            | Self::RemoveExpired { .. }
            | Self::RemoveFirstLines => {}
            Self::HistoryPage { reply, .. } => {
                let _ = reply.send(Ok(HistoryView::default()));
            }
            Self::Askers { mutes, now, reply } => {
                let _ = reply.send(Ok(mutes.askers(Vec::new(), now)));
            }
            Self::Export {
                version,
                now,
                reply,
            } => {
                let _ = reply.send(Ok(export::to_json(&version, now, &[])));
            }
            Self::ClearHistory { reply } | Self::SetMute { reply, .. } => {
                let _ = reply.send(Ok(()));
            }
        }
    }
}
