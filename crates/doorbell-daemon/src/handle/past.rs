//! What the desktop asks about the past.

use doorbell_core::view::{AskersView, HistoryView, HistoryQuery, MuteRequest};

use super::{Gone, Handle};
use crate::event::{Event, PastEvent};
use crate::storage::{PastError, Reply};

impl Handle {
    /// One page of history.
    ///
    /// # Errors
    /// [`Gone`], or [`PastError`] inside.
    pub async fn history(
        &self,
        wanted: HistoryQuery,
    ) -> Result<Result<HistoryView, PastError>, Gone> {
        self.ask_past(|reply| PastEvent::History { wanted, reply })
            .await
    }

    /// Who has asked, and who is muted.
    ///
    /// # Errors
    /// [`Gone`], or [`PastError`] inside.
    pub async fn askers(&self) -> Result<Result<AskersView, PastError>, Gone> {
        self.ask_past(|reply| PastEvent::Askers { reply }).await
    }

    /// All of history as JSON, for a file.
    ///
    /// # Errors
    /// [`Gone`], or [`PastError`] inside.
    pub async fn export_history(&self) -> Result<Result<String, PastError>, Gone> {
        self.ask_past(|reply| PastEvent::Export { reply }).await
    }

    /// Removes all of history. Who is muted and which domains were opened stays known.
    ///
    /// # Errors
    /// [`Gone`], or [`PastError`] inside.
    pub async fn clear_history(&self) -> Result<Result<(), PastError>, Gone> {
        self.ask_past(|reply| PastEvent::Clear { reply }).await
    }

    /// Mutes a pair of agent and server, or lets it ask again. What it has asked already stays
    /// open. A mute that cannot be kept counts all the same, until Doorbell ends.
    ///
    /// # Errors
    /// [`Gone`], or [`PastError`] inside.
    pub async fn mute(&self, said: MuteRequest) -> Result<Result<(), PastError>, Gone> {
        self.ask_past(|reply| PastEvent::Mute { said, reply }).await
    }

    async fn ask_past<T>(
        &self,
        event: impl FnOnce(Reply<T>) -> PastEvent,
    ) -> Result<Result<T, PastError>, Gone> {
        match self.ask(|reply| Event::Past(event(reply))).await {
            // The storage has too much to do.
            Err(Gone) if !self.is_gone() => Ok(Err(PastError::Storage)),
            answer => answer,
        }
    }
}
