//! What the daemon needs of a desktop.

use doorbell_core::view::WindowView;

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

    /// Opens a link the person consented to in the system's browser, and tells the
    /// [`Handle`](crate::Handle) whether the browser started.
    fn open_link(&mut self, question: String, url: String);

    /// No question has come for a while: free what a window costs.
    fn release(&mut self);
}
