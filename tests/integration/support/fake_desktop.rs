//! A desktop that shows nothing and records every call of the daemon.

use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Instant;

use doorbell_daemon::attention::{NotificationView, TrayView};
use doorbell_daemon::view::{HomePage, HomeView, ScreenView, WindowView};
use doorbell_daemon::{
    Desktop, FocusReason, Handle, KeyboardFocus, SessionId, Settings, TerminalFacts,
};
use tokio::sync::oneshot;

use super::TIMEOUT;

/// A call that the daemon made to the desktop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DesktopCall {
    WarmUp,
    Show,
    Raise,
    Focus,
    OpenHome(HomePage, KeyboardFocus),
    OpenLink,
    Release,
    ReplacePage,
}

/// How the desktop reports the browser start when a link is opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Browser {
    Starts,
    Fails(String),
    /// Reports nothing; the test reports the result itself.
    Pending,
}

/// The recorded state, which tests inspect and wait on.
pub struct FakeDesktop {
    state: Mutex<DesktopState>,
    changed: Condvar,
}

pub struct DesktopState {
    pub view: WindowView,
    pub calls: Vec<DesktopCall>,
    /// The opened links, as pairs of question id and URL.
    pub opened_links: Vec<(String, String)>,
    pub browser: Browser,
    pub notification: Option<NotificationView>,
    pub loud_notifications: Vec<NotificationView>,
    /// Messages that the desktop shows briefly.
    pub messages: Vec<String>,
    /// The notification that leads to the Settings page.
    pub settings_notice: Option<String>,
    pub tray: Option<TrayView>,
    pub window_title: String,
    pub home: Option<HomeView>,
    pub settings: Option<Settings>,
    /// Where the desktop says that every terminal is.
    pub terminal: TerminalFacts,
    /// The sessions whose terminals were brought to the front.
    pub shown_terminals: Vec<SessionId>,
}

impl FakeDesktop {
    pub fn new() -> Arc<Self> {
        Arc::new(Self {
            state: Mutex::new(DesktopState {
                view: empty_window(),
                calls: Vec::new(),
                opened_links: Vec::new(),
                browser: Browser::Starts,
                notification: None,
                loud_notifications: Vec::new(),
                messages: Vec::new(),
                settings_notice: None,
                tray: None,
                window_title: String::new(),
                home: None,
                settings: None,
                terminal: TerminalFacts::default(),
                shown_terminals: Vec::new(),
            }),
            changed: Condvar::new(),
        })
    }

    /// Waits until `look` returns something.
    pub fn wait_for<T>(&self, what: &str, mut look: impl FnMut(&DesktopState) -> Option<T>) -> T {
        let deadline = Instant::now() + TIMEOUT;
        let mut state = self.lock();
        loop {
            if let Some(found) = look(&state) {
                return found;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            assert!(
                !left.is_zero(),
                "timed out waiting for {what}; the screen shows {:?} after {:?}",
                state.view,
                state.calls
            );
            state = self.changed.wait_timeout(state, left).unwrap().0;
        }
    }

    pub fn lock(&self) -> MutexGuard<'_, DesktopState> {
        self.state.lock().unwrap()
    }

    fn record(&self, call: DesktopCall, change: impl FnOnce(&mut DesktopState)) {
        self.change(|state| {
            change(state);
            state.calls.push(call);
        });
    }

    fn change(&self, change: impl FnOnce(&mut DesktopState)) {
        change(&mut self.lock());
        self.changed.notify_all();
    }
}

pub fn empty_window() -> WindowView {
    WindowView {
        screen: ScreenView::Nothing,
        opened_links: Vec::new(),
        floods: Vec::new(),
        assistive_offer: false,
        accepts_presses: false,
        has_focus: false,
        test_build: false,
    }
}

/// Whether only the press guard differs. That restyles the buttons without drawing the window
/// again.
fn differs_only_in_guard(before: &WindowView, after: &WindowView) -> bool {
    let guarded = (before.accepts_presses, before.has_focus);
    let with_guard = WindowView {
        accepts_presses: after.accepts_presses,
        has_focus: after.has_focus,
        ..before.clone()
    };
    guarded != (after.accepts_presses, after.has_focus) && with_guard == *after
}

/// The daemon's side of a [`FakeDesktop`].
pub struct DesktopRecorder {
    pub desktop: Arc<FakeDesktop>,
    pub handle: Handle,
}

impl Desktop for DesktopRecorder {
    fn warm_up(&mut self) {
        self.desktop.record(DesktopCall::WarmUp, |_| {});
    }

    fn show(&mut self, view: WindowView) {
        if differs_only_in_guard(&self.desktop.lock().view, &view) {
            self.desktop.change(|state| state.view = view);
        } else {
            self.desktop
                .record(DesktopCall::Show, |state| state.view = view);
        }
    }

    fn set_window_title(&mut self, title: String) {
        self.desktop.change(|state| state.window_title = title);
    }

    fn raise(&mut self) {
        self.desktop.record(DesktopCall::Raise, |_| {});
    }

    fn focus(&mut self, _: FocusReason) {
        self.desktop.record(DesktopCall::Focus, |_| {});
    }

    fn set_notification(&mut self, notification: Option<NotificationView>) {
        self.desktop.change(|state| {
            let loud = notification.clone().filter(|note| note.loud);
            state.loud_notifications.extend(loud);
            state.notification = notification;
        });
    }

    fn show_message(&mut self, message: String) {
        self.desktop.change(|state| state.messages.push(message));
    }

    fn set_settings_notice(&mut self, message: Option<String>) {
        self.desktop.change(|state| state.settings_notice = message);
    }

    fn set_tray(&mut self, tray: TrayView) {
        self.desktop.change(|state| state.tray = Some(tray));
    }

    fn open_home(&mut self, page: HomePage, keyboard: KeyboardFocus) {
        self.desktop
            .record(DesktopCall::OpenHome(page, keyboard), |_| {});
    }

    fn update_home(&mut self, view: HomeView) {
        self.desktop.change(|state| state.home = Some(view));
    }

    fn apply_settings(&mut self, settings: &Settings) {
        self.desktop
            .change(|state| state.settings = Some(settings.clone()));
    }

    fn open_link(&mut self, question: String, url: String) {
        let mut browser = Browser::Pending;
        self.desktop.record(DesktopCall::OpenLink, |state| {
            state.opened_links.push((question.clone(), url));
            browser.clone_from(&state.browser);
        });
        match browser {
            Browser::Starts => self.handle.link_opened(question, None),
            Browser::Fails(reason) => self.handle.link_opened(question, Some(reason)),
            Browser::Pending => {}
        }
    }

    fn find_terminal(&mut self, _: SessionId, reply: oneshot::Sender<TerminalFacts>) {
        let _ = reply.send(self.desktop.lock().terminal.clone());
    }

    fn show_terminal(&mut self, session: SessionId) {
        self.desktop
            .change(|state| state.shown_terminals.push(session));
    }

    fn release(&mut self) {
        self.desktop.record(DesktopCall::Release, |_| {});
    }

    fn replace_page(&mut self) {
        self.desktop.record(DesktopCall::ReplacePage, |_| {});
    }
}
