//! The handle through which the desktop reaches the event loop.

mod history;

use std::time::Duration;

use doorbell_core::attention::{NotificationPress, TrayPress};
use doorbell_core::board::{NotCopied, StaleEdit};
use doorbell_core::settings::{SettingChange, Settings};
use doorbell_core::view::{
    AssistiveOfferPressRequest, CheckView, DesktopFactsView, EditRequest, FloodPressRequest,
    HomePress, OpenedLinkPressRequest, PressReply, PressRequest, QuietReasonView,
};
use tokio::sync::{mpsc, oneshot};

use crate::event::{DesktopEvent, Event, HomeEvent, Inbox, OutsideEvent, PressOrigin, WindowEvent};
use crate::event_loop::effective_settings::SettingRefused;
use crate::settings::SettingsProblem;

/// Each connection has at most one event in the queue, so only window events could fill it.
const EVENT_QUEUE: usize = 1024;

/// The daemon has stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Doorbell is quitting. Nothing was done.")]
pub struct DaemonStopped;

/// Creates a handle and the inbox that receives its events.
pub fn handle() -> (Handle, Inbox) {
    let (sender, receiver) = mpsc::channel(EVENT_QUEUE);
    (Handle { events: sender }, Inbox(receiver))
}

/// Sends the event loop what the person does and what happens to the windows.
#[derive(Clone)]
pub struct Handle {
    pub(crate) events: mpsc::Sender<Event>,
}

impl Handle {
    /// Applies an edit and returns the checked form.
    ///
    /// # Errors
    /// [`DaemonStopped`], or [`StaleEdit`] inside if the question is no longer open.
    pub async fn edit(
        &self,
        edit: EditRequest,
    ) -> Result<Result<CheckView, StaleEdit>, DaemonStopped> {
        self.request(|reply| Event::Edit { edit, reply }).await
    }

    /// Applies a press in the question window.
    ///
    /// # Errors
    /// [`DaemonStopped`].
    pub async fn press(&self, press: PressRequest) -> Result<PressReply, DaemonStopped> {
        self.request(|reply| Event::Press { press, reply }).await
    }

    /// Returns the person's answers to a question as text.
    ///
    /// # Errors
    /// [`DaemonStopped`].
    pub async fn answer_text(&self, id: String) -> Result<Option<String>, DaemonStopped> {
        self.request(|reply| Event::AnswerText { id, reply }).await
    }

    /// Returns the link of a question; from then on the window offers `I opened it`.
    ///
    /// # Errors
    /// [`DaemonStopped`], or [`NotCopied`] inside.
    pub async fn copy_link(&self, id: String) -> Result<Result<String, NotCopied>, DaemonStopped> {
        self.request(|reply| Event::CopyLink { id, reply }).await
    }

    /// Applies a press on the card of an unfinished link.
    ///
    /// # Errors
    /// [`DaemonStopped`].
    pub async fn press_opened_link(
        &self,
        press: OpenedLinkPressRequest,
    ) -> Result<PressReply, DaemonStopped> {
        self.request(|reply| Event::PressOpenedLink { press, reply })
            .await
    }

    /// Applies a press on the card of an asker that asked too often.
    ///
    /// # Errors
    /// [`DaemonStopped`].
    pub async fn press_flood(&self, press: FloodPressRequest) -> Result<PressReply, DaemonStopped> {
        self.request(|reply| Event::PressFlood { press, reply })
            .await
    }

    /// Applies a press on the offer to accept assistive input. If the reply is `Done`, the caller
    /// carries the answer out.
    ///
    /// # Errors
    /// [`DaemonStopped`].
    pub async fn press_assistive_offer(
        &self,
        press: AssistiveOfferPressRequest,
    ) -> Result<PressReply, DaemonStopped> {
        self.request(|reply| Event::PressAssistiveOffer { press, reply })
            .await
    }

    /// Reports whether the browser started. `error` is a sentence for the person.
    pub fn link_opened(&self, id: String, error: Option<String>) {
        self.send(Event::LinkOpened { id, error });
    }

    /// The question window has loaded and needs the current view.
    pub fn window_ready(&self) {
        self.send_window(WindowEvent::Ready);
    }

    /// The window has painted this generation of a question or announcement.
    pub fn painted(&self, id: String, generation: u64) {
        self.send_window(WindowEvent::Painted { id, generation });
    }

    /// The page does not answer since it got this question or announcement. The daemon has it
    /// replaced.
    pub fn page_stuck(&self, id: String) {
        self.send_window(WindowEvent::Stuck { id });
    }

    /// The last line of a permission was visible on the screen.
    pub fn read_to_end(&self, id: String, generation: u64) {
        self.send_window(WindowEvent::ReadToEnd { id, generation });
    }

    /// The window got or lost the keyboard focus.
    pub fn focus_changed(&self, has_focus: bool) {
        self.send_window(WindowEvent::Focus { has_focus });
    }

    /// The window drops keys for `length` from now; zero ends this early.
    pub fn keys_dropped(&self, length: Duration) {
        self.send_window(WindowEvent::KeysDropped { length });
    }

    /// The window was moved or resized.
    pub fn window_moved(&self) {
        self.send_window(WindowEvent::Moved);
    }

    /// A press was refused that may come from the person's assistive technology.
    pub fn assistive_input_refused(&self) {
        self.send_window(WindowEvent::AssistiveInputRefused);
    }

    /// The person closed the window.
    pub fn window_closed(&self) {
        self.send_window(WindowEvent::Closed);
    }

    /// The window cannot be created or shown. Every open question ends as not shown.
    pub fn window_failed(&self, reason: String) {
        self.send_window(WindowEvent::Failed { reason });
    }

    /// The person pressed a notification. `token` is the desktop's activation token.
    pub fn notification_pressed(
        &self,
        number: u64,
        press: NotificationPress,
        token: Option<String>,
    ) {
        self.send(Event::Outside(OutsideEvent::NotificationPressed {
            number,
            press,
            token,
        }));
    }

    /// A notification was closed, but not by Doorbell.
    pub fn notification_closed(&self, number: u64) {
        self.send(Event::Outside(OutsideEvent::NotificationClosed { number }));
    }

    /// The person chose an item of the tray menu.
    pub fn tray_pressed(&self, press: TrayPress) {
        self.send(Event::Outside(OutsideEvent::TrayPressed(press)));
    }

    /// The person pressed the notification that leads to Settings.
    pub fn settings_notice_pressed(&self) {
        self.send(Event::Outside(OutsideEvent::SettingsNoticePressed));
    }

    /// The person pressed the global shortcut for the oldest question.
    pub fn shortcut_pressed(&self) {
        self.send(Event::Outside(OutsideEvent::ShortcutPressed));
    }

    /// Home has loaded and needs the current view.
    pub fn home_ready(&self) {
        self.send(Event::Home(HomeEvent::Ready));
    }

    /// Home was closed.
    pub fn home_closed(&self) {
        self.send(Event::Home(HomeEvent::Closed));
    }

    /// The person pressed something in Home.
    pub fn home_pressed(&self, press: HomePress) {
        self.send(Event::Home(HomeEvent::Press(press)));
    }

    /// The desktop started or stopped suppressing notifications.
    pub fn quiet_changed(&self, quiet: Option<QuietReasonView>) {
        self.send(Event::Desktop(DesktopEvent::Quiet(quiet)));
    }

    /// The machine resumed from sleep.
    pub fn system_resumed(&self) {
        self.send(Event::Desktop(DesktopEvent::Resumed));
    }

    /// The desktop's capabilities changed.
    pub fn facts_changed(&self, facts: DesktopFactsView) {
        self.send(Event::Desktop(DesktopEvent::Facts(facts)));
    }

    /// Checks whether a setting may be changed. Only the person may weaken a protection.
    ///
    /// # Errors
    /// [`DaemonStopped`], or [`SettingRefused`] inside.
    pub async fn check_setting_change(
        &self,
        change: SettingChange,
        origin: PressOrigin,
    ) -> Result<Result<(), SettingRefused>, DaemonStopped> {
        self.request(|reply| Event::CheckSettingChange {
            change,
            origin,
            reply,
        })
        .await
    }

    /// The settings file was edited. Changes that weaken a protection wait for the person's approval.
    pub fn settings_file_changed(&self, settings: Settings, problem: Option<SettingsProblem>) {
        self.send(Event::SettingsChanged {
            settings: Box::new(settings),
            change: None,
            problem,
        });
    }

    /// The person changed a setting in Home; `settings` is the file with that change.
    pub fn setting_changed_in_home(
        &self,
        change: SettingChange,
        settings: Settings,
        problem: Option<SettingsProblem>,
    ) {
        self.send(Event::SettingsChanged {
            settings: Box::new(settings),
            change: Some(change),
            problem,
        });
    }

    /// Stops the daemon.
    pub fn stop(&self) {
        self.send(Event::Stop);
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.events.is_closed()
    }

    fn send_window(&self, event: WindowEvent) {
        self.send(Event::Window(event));
    }

    fn send(&self, event: Event) {
        if self.events.try_send(event).is_err() {
            tracing::warn!("an event was dropped: the daemon has ended or is far behind");
        }
    }

    async fn request<R>(
        &self,
        event: impl FnOnce(oneshot::Sender<R>) -> Event,
    ) -> Result<R, DaemonStopped> {
        let (reply, response) = oneshot::channel();
        let sent = self.events.send(event(reply)).await;
        sent.map_err(|_| DaemonStopped)?;
        response.await.map_err(|_| DaemonStopped)
    }
}
