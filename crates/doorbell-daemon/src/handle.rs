//! The desktop's way to speak to the daemon.

mod past;

use std::time::Duration;

use doorbell_core::attention::{NotificationPress, TrayPress};
use doorbell_core::board::{NotCopied, StaleEdit};
use doorbell_core::settings::{SettingChange, Settings};
use doorbell_core::view::{
    CheckView, EditRequest, DesktopFactsView, FloodPressRequest, HomePress, PressReply, PressRequest, QuietReasonView,
    OpenedLinkPressRequest,
};
use tokio::sync::{mpsc, oneshot};

use crate::event::{DesktopEvent, Event, HomeEvent, Inbox, Outside, PressOrigin, WindowEvent};
use crate::house::heeding::NotSet;
use crate::settings::Problem;

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
    pub async fn edit(&self, said: EditRequest) -> Result<Result<CheckView, StaleEdit>, Gone> {
        self.ask(|reply| Event::Edit { said, reply }).await
    }

    /// The person pressed something.
    ///
    /// # Errors
    /// [`Gone`].
    pub async fn press(&self, said: PressRequest) -> Result<PressReply, Gone> {
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
    pub async fn press_opened_link(&self, said: OpenedLinkPressRequest) -> Result<PressReply, Gone> {
        self.ask(|reply| Event::PressWait { said, reply }).await
    }

    /// The person pressed something on the card of someone that asked too often.
    ///
    /// # Errors
    /// [`Gone`].
    pub async fn press_flood(&self, said: FloodPressRequest) -> Result<PressReply, Gone> {
        self.ask(|reply| Event::PressFlood { said, reply }).await
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

    /// The window has had the last line of what is to be allowed on the screen.
    pub fn read_to_end(&self, id: String, generation: u64) {
        self.tell(WindowEvent::ReadToEnd { id, generation });
    }

    /// The window got or lost the keyboard focus.
    pub fn focus_changed(&self, has_focus: bool) {
        self.tell(WindowEvent::Focus { has_focus });
    }

    /// The window drops keys for this long from now; zero ends it early.
    pub fn keys_dropped(&self, length: Duration) {
        self.tell(WindowEvent::KeysDropped { length });
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

    /// The person pressed something on the notification with this number. Where they pressed may
    /// give a token that proves it to the desktop.
    pub fn note_pressed(&self, ring: u64, press: NotificationPress, token: Option<String>) {
        self.send(Event::Outside(Outside::Note { ring, press, token }));
    }

    /// The notification with this number is no longer there, and not by our doing.
    pub fn notification_closed(&self, ring: u64) {
        self.send(Event::Outside(Outside::NoteClosed { ring }));
    }

    /// The person pressed something in the tray's menu.
    pub fn tray_pressed(&self, press: TrayPress) {
        self.send(Event::Outside(Outside::Tray(press)));
    }

    /// The person pressed the notification that points to Settings.
    pub fn pointer_pressed(&self) {
        self.send(Event::Outside(Outside::Pointed));
    }

    /// The person pressed the keys that bring the oldest question to the front.
    pub fn shortcut_pressed(&self) {
        self.send(Event::Outside(Outside::Shortcut));
    }

    /// Home can show views now.
    pub fn home_ready(&self) {
        self.send(Event::Home(HomeEvent::Ready));
    }

    /// Home is closed.
    pub fn home_closed(&self) {
        self.send(Event::Home(HomeEvent::Closed));
    }

    /// The person pressed something in Home.
    pub fn home_pressed(&self, press: HomePress) {
        self.send(Event::Home(HomeEvent::Press(press)));
    }

    /// The desktop wants nothing shown, or no longer.
    pub fn quiet_changed(&self, quiet: Option<QuietReasonView>) {
        self.send(Event::Desktop(DesktopEvent::Quiet(quiet)));
    }

    /// The machine has slept and is awake again.
    pub fn woke(&self) {
        self.send(Event::Desktop(DesktopEvent::Woke));
    }

    /// What the desktop can do.
    pub fn facts_changed(&self, facts: DesktopFactsView) {
        self.send(Event::Desktop(DesktopEvent::Facts(facts)));
    }

    /// Whether something may be set in Home. What protects less is the person's alone to set.
    ///
    /// # Errors
    /// [`Gone`], or [`NotSet`] inside.
    pub async fn may_set(
        &self,
        change: SettingChange,
        whose: PressOrigin,
    ) -> Result<Result<(), NotSet>, Gone> {
        self.ask(|reply| Event::MaySet {
            change,
            whose,
            reply,
        })
        .await
    }

    /// The settings file says this now, and this is wrong with it. What in it protects less than
    /// before waits for the person's word.
    pub fn settings_changed(&self, settings: Settings, problem: Option<Problem>) {
        self.send(Event::SettingsChanged {
            settings: Box::new(settings),
            changed: None,
            problem,
        });
    }

    /// The person set something in Home, and this is what the file says with it.
    pub fn setting_changed(
        &self,
        change: SettingChange,
        settings: Settings,
        problem: Option<Problem>,
    ) {
        self.send(Event::SettingsChanged {
            settings: Box::new(settings),
            changed: Some(change),
            problem,
        });
    }

    /// Ends the daemon.
    pub fn stop(&self) {
        self.send(Event::Stop);
    }

    /// Whether the daemon has ended.
    pub(crate) fn is_gone(&self) -> bool {
        self.events.is_closed()
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
