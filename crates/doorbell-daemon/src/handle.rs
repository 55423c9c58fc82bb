//! The desktop's way to speak to the daemon.

mod past;

use doorbell_core::board::{NotCopied, StaleEdit};
use doorbell_core::view::{CheckView, EditSaid, PressReply, PressSaid, WaitPressSaid};
use tokio::sync::{mpsc, oneshot};

use crate::event::{Event, Inbox, WindowEvent};

/// How many events may wait for the loop. Each connection has at most one under way, so only a
/// window that is dragged wildly could fill it.
const QUEUE: usize = 1024;

/// The daemon has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Doorbell is ending; nothing was done")]
pub struct Gone;

/// A handle and the inbox it fills.
pub fn handle() -> (Handle, Inbox) {
    let (sender, receiver) = mpsc::channel(QUEUE);
    (Handle { events: sender }, Inbox(receiver))
}

/// Tells the daemon what a person does and what becomes of the window.
#[derive(Clone)]
pub struct Handle {
    pub(crate) events: mpsc::Sender<Event>,
}

impl Handle {
    /// The person typed or chose something; gives back the form as checked.
    ///
    /// # Errors
    /// [`Gone`], or [`StaleEdit`] inside if the question is no longer open.
    pub async fn edit(&self, said: EditSaid) -> Result<Result<CheckView, StaleEdit>, Gone> {
        self.ask(|reply| Event::Edit { said, reply }).await
    }

    /// The person pressed something.
    ///
    /// # Errors
    /// [`Gone`].
    pub async fn press(&self, said: PressSaid) -> Result<PressReply, Gone> {
        self.ask(|reply| Event::Press { said, reply }).await
    }

    /// What can be made of the person's answers to a question, as text.
    ///
    /// # Errors
    /// [`Gone`].
    pub async fn answer_text(&self, id: String) -> Result<Option<String>, Gone> {
        self.ask(|reply| Event::AnswerText { id, reply }).await
    }

    /// The link of a question as text; from then on the window offers `I opened it`.
    ///
    /// # Errors
    /// [`Gone`], or [`NotCopied`] inside.
    pub async fn copy_link(&self, id: String) -> Result<Result<String, NotCopied>, Gone> {
        self.ask(|reply| Event::CopyLink { id, reply }).await
    }

    /// The person pressed something on the card of a link that is not finished.
    ///
    /// # Errors
    /// [`Gone`].
    pub async fn press_wait(&self, said: WaitPressSaid) -> Result<PressReply, Gone> {
        self.ask(|reply| Event::PressWait { said, reply }).await
    }

    /// Whether the browser came up for a link, and if not, why, in a sentence for people.
    pub fn link_opened(&self, id: String, trouble: Option<String>) {
        self.send(Event::LinkOpened { id, trouble });
    }

    /// The window can show views now.
    pub fn window_ready(&self) {
        self.tell(WindowEvent::Ready);
    }

    /// The window has drawn this generation of this question or announcement.
    pub fn painted(&self, id: String, generation: u64) {
        self.tell(WindowEvent::Painted { id, generation });
    }

    /// The window got or lost the keyboard focus.
    pub fn focus_changed(&self, has_focus: bool) {
        self.tell(WindowEvent::Focus { has_focus });
    }

    /// The window moved or changed its size.
    pub fn moved(&self) {
        self.tell(WindowEvent::Moved);
    }

    /// The person closed the window by its frame.
    pub fn window_closed(&self) {
        self.tell(WindowEvent::Closed);
    }

    /// The window cannot be made or shown: every open question ends as not shown.
    pub fn window_failed(&self, reason: String) {
        self.tell(WindowEvent::Failed { reason });
    }

    /// Ends the daemon.
    pub fn stop(&self) {
        self.send(Event::Stop);
    }

    fn tell(&self, event: WindowEvent) {
        self.send(Event::Window(event));
    }

    fn send(&self, event: Event) {
        if self.events.try_send(event).is_err() {
            tracing::warn!("an event was dropped: the daemon has ended or is far behind");
        }
    }

    async fn ask<R>(&self, event: impl FnOnce(oneshot::Sender<R>) -> Event) -> Result<R, Gone> {
        let (reply, answer) = oneshot::channel();
        self.events.send(event(reply)).await.map_err(|_| Gone)?;
        answer.await.map_err(|_| Gone)
    }
}
