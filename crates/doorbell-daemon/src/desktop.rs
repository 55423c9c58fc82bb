//! The interface between the daemon and a desktop.

use doorbell_core::asker::SessionId;
use doorbell_core::attention::{NotificationView, TrayView};
use doorbell_core::sessions::TerminalFacts;
use doorbell_core::settings::Settings;
use doorbell_core::view::{HomePage, HomeView, WindowView};
use tokio::sync::oneshot;

/// What happens to the keyboard focus when a window opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyboardFocus {
    /// The focus stays where it is: a program opened the window.
    Leave,
    /// The window takes the focus: the person opened the window.
    Take,
}

/// Why the question window takes the keyboard focus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FocusReason {
    /// The person just pressed something, with the activation token if one was given.
    Press(Option<String>),
    /// They configured questions to take the focus, and may be typing elsewhere right now.
    Setting,
}

/// Shows questions to a person.
///
/// The event loop calls these methods; they must not block. Results go through the
/// [`Handle`](crate::Handle).
pub trait Desktop: Send + 'static {
    /// Prepares a hidden window, because a question may arrive soon.
    fn warm_up(&mut self);

    /// Shows `view` without taking the focus, or hides the window if the view is empty.
    fn show(&mut self, view: WindowView);

    /// Sets the window's title; empty for the application's name.
    fn set_window_title(&mut self, _title: String) {}

    /// Raises the window above others without taking the focus.
    fn raise(&mut self);

    /// Gives the window the focus once it has painted the last view.
    fn focus(&mut self, reason: FocusReason);

    /// Replaces the single notification, or removes it.
    fn set_notification(&mut self, note: Option<NotificationView>);

    /// Shows a short message that needs no answer.
    fn show_message(&mut self, text: String);

    /// Replaces the notification that leads to Settings, or removes it.
    fn set_settings_notice(&mut self, text: Option<String>);

    /// Updates the tray icon, if the desktop has a tray.
    fn set_tray(&mut self, tray: TrayView);

    /// Opens Home at this page.
    fn open_home(&mut self, page: HomePage, focus: KeyboardFocus);

    /// Updates Home, which is open.
    fn update_home(&mut self, view: HomeView);

    /// Applies changed settings, such as the theme.
    fn apply_settings(&mut self, settings: &Settings);

    /// Opens a link in the browser and reports to [`Handle::link_opened`](crate::Handle::link_opened).
    fn open_link(&mut self, question: String, url: String);

    /// Finds out where the terminal of an agent session is. Dropping `reply` says that it is
    /// unknown.
    fn find_terminal(&mut self, _session: SessionId, _reply: oneshot::Sender<TerminalFacts>) {}

    /// Brings the terminal of an agent session to the front: the person asked for it.
    fn show_terminal(&mut self, _session: SessionId) {}

    /// Frees the window's memory, because no question has arrived for a while.
    fn release(&mut self);

    /// Replaces a page that failed to paint or to answer in time. The new one reports
    /// [`Handle::window_ready`](crate::Handle::window_ready).
    fn replace_page(&mut self) {}
}
