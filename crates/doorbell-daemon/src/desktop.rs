//! What the daemon needs of a desktop.

use doorbell_core::attention::{NotificationView, TrayView};
use doorbell_core::settings::Settings;
use doorbell_core::view::{HomePage, HomeView, WindowView};

/// What becomes of the keyboard when a window comes up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keyboard {
    /// It stays where it is: a program asked for the window.
    Stays,
    /// The window gets it: the person asked for the window.
    Follows,
}

/// Whose wish it is that the question window has the keyboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FocusReason {
    /// The person pressed for it just now. Where they pressed may have given a proof of it.
    Press(Option<String>),
    /// They set that questions take the keyboard. What they type at this moment is not meant for
    /// it.
    Setting,
}

/// Whatever shows questions to a person.
///
/// Its methods are called from the daemon's loop and must return at once. It answers through the
/// [`Handle`](crate::Handle).
pub trait Desktop: Send + 'static {
    /// A question may come soon: have a window ready, hidden.
    fn warm_up(&mut self);

    /// Puts this on the screen, without taking the keyboard focus;
    /// a stage that shows nothing takes everything off it.
    fn show(&mut self, view: WindowView);

    /// Brings what is shown above other windows, without taking the keyboard focus.
    fn raise(&mut self);

    /// Gives the window the keyboard, as soon as it shows what it was last given.
    fn focus(&mut self, wish: FocusReason);

    /// Shows this in the place of the one notification there is, or takes it away.
    fn notify(&mut self, note: Option<NotificationView>);

    /// Says something that needs no answer, for a moment.
    fn tell(&mut self, words: String);

    /// Says something about the settings, with a way to Settings; or takes back what it said.
    fn point_to_settings(&mut self, words: Option<String>);

    /// Shows this in the tray, if there is one.
    fn tray(&mut self, tray: TrayView);

    /// Opens Home at this page.
    fn open_home(&mut self, page: HomePage, keyboard: Keyboard);

    /// Shows this in Home, which is open.
    fn home(&mut self, view: HomeView);

    /// Looks and listens as the person set it.
    fn adopt(&mut self, settings: &Settings);

    /// Opens a link the person consented to in the system's browser, and tells the
    /// [`Handle`](crate::Handle) whether the browser started.
    fn open_link(&mut self, question: String, url: String);

    /// No question has come for a while: free what a window costs.
    fn release(&mut self);

    /// The page did not draw a question in time: replace it, or whatever keeps it busy would delay
    /// the next question too.
    fn replace_page(&mut self) {}
}
