//! The desktop's requests about history and mutes.

use doorbell_core::view::{AskersView, HistoryQuery, HistoryView, MuteRequest};

use super::{DaemonStopped, Handle};
use crate::event::{Event, HistoryEvent};
use crate::storage::{HistoryError, Reply};

impl Handle {
    /// Returns one page of history.
    ///
    /// # Errors
    /// [`DaemonStopped`], or [`HistoryError`] inside.
    pub async fn history(
        &self,
        query: HistoryQuery,
    ) -> Result<Result<HistoryView, HistoryError>, DaemonStopped> {
        self.request_history(|reply| HistoryEvent::Page { query, reply })
            .await
    }

    /// Lists the askers in history and the muted ones.
    ///
    /// # Errors
    /// [`DaemonStopped`], or [`HistoryError`] inside.
    pub async fn askers(&self) -> Result<Result<AskersView, HistoryError>, DaemonStopped> {
        self.request_history(|reply| HistoryEvent::Askers { reply })
            .await
    }

    /// Returns all of history as JSON.
    ///
    /// # Errors
    /// [`DaemonStopped`], or [`HistoryError`] inside.
    pub async fn export_history(&self) -> Result<Result<String, HistoryError>, DaemonStopped> {
        self.request_history(|reply| HistoryEvent::Export { reply })
            .await
    }

    /// Removes all of history. Mutes and opened domains stay.
    ///
    /// # Errors
    /// [`DaemonStopped`], or [`HistoryError`] inside.
    pub async fn clear_history(&self) -> Result<Result<(), HistoryError>, DaemonStopped> {
        self.request_history(|reply| HistoryEvent::Clear { reply })
            .await
    }

    /// Mutes or unmutes a pair of agent and server. Its open questions stay open. A mute that
    /// cannot be stored lasts until Doorbell stops.
    ///
    /// # Errors
    /// [`DaemonStopped`], or [`HistoryError`] inside.
    pub async fn mute(&self, mute: MuteRequest) -> Result<Result<(), HistoryError>, DaemonStopped> {
        self.request_history(|reply| HistoryEvent::Mute { mute, reply })
            .await
    }

    async fn request_history<T>(
        &self,
        event: impl FnOnce(Reply<T>) -> HistoryEvent,
    ) -> Result<Result<T, HistoryError>, DaemonStopped> {
        match self.request(|reply| Event::History(event(reply))).await {
            // The storage's queue is full.
            Err(DaemonStopped) if !self.is_stopped() => Ok(Err(HistoryError::Storage)),
            response => response,
        }
    }
}
