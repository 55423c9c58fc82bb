//! A desktop that shows nothing and remembers everything.

use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Instant;

use doorbell_daemon::attention::{NotificationView, TrayView};
use doorbell_daemon::view::{HomePage, HomeView, ScreenView, WindowView};
use doorbell_daemon::{Desktop, Handle, KeyboardFocus, Settings, FocusReason};

use super::PATIENCE;

/// One call of the daemon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Called {
    WarmUp,
    Show,
    Raise,
    Focus,
    OpenHome(HomePage, KeyboardFocus),
    OpenLink,
    Release,
}

/// What becomes of the browser when a link is opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Browser {
    /// It starts at once.
    Starts,
    /// It does not start, for this reason.
    Fails(String),
    /// It takes its time; the test says what became of it.
    TakesItsTime,
}

/// What is on the screen and what led to it.
pub struct Screen {
    state: Mutex<State>,
    changed: Condvar,
}

pub struct State {
    pub view: WindowView,
    pub calls: Vec<Called>,
    /// The links that were opened, each with its question.
    pub opened: Vec<(String, String)>,
    pub browser: Browser,
    /// The notification, and every one that was loud before it.
    pub note: Option<NotificationView>,
    pub loud: Vec<NotificationView>,
    /// What was said for a moment.
    pub told: Vec<String>,
    /// What points to Settings.
    pub pointer: Option<String>,
    pub tray: Option<TrayView>,
    pub home: Option<HomeView>,
    pub settings: Option<Settings>,
}

impl Screen {
    pub fn new() -> Arc<Self> {
        Arc::new(Self {
            state: Mutex::new(State {
                view: nothing(),
                calls: Vec::new(),
                opened: Vec::new(),
                browser: Browser::Starts,
                note: None,
                loud: Vec::new(),
                told: Vec::new(),
                pointer: None,
                tray: None,
                home: None,
                settings: None,
            }),
            changed: Condvar::new(),
        })
    }

    /// Waits until the state has what is looked for.
    pub fn wait_for<T>(&self, what: &str, mut look: impl FnMut(&State) -> Option<T>) -> T {
        let end = Instant::now() + PATIENCE;
        let mut state = self.lock();
        loop {
            if let Some(found) = look(&state) {
                return found;
            }
            let left = end.saturating_duration_since(Instant::now());
            assert!(
                !left.is_zero(),
                "waited in vain: {what}; the screen shows {:?} after {:?}",
                state.view,
                state.calls
            );
            state = self.changed.wait_timeout(state, left).unwrap().0;
        }
    }

    pub fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }

    fn record(&self, call: Called, change: impl FnOnce(&mut State)) {
        self.change(|state| {
            change(state);
            state.calls.push(call);
        });
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.lock());
        self.changed.notify_all();
    }
}

/// A window with nothing in it.
pub fn nothing() -> WindowView {
    WindowView {
        screen: ScreenView::Nothing,
        opened_links: Vec::new(),
        floods: Vec::new(),
        accepts_presses: false,
        has_focus: false,
        test_build: false,
    }
}

/// The buttons look different then, and nothing is drawn.
fn differs_only_in_guard(before: &WindowView, after: &WindowView) -> bool {
    let guarded = (before.accepts_presses, before.has_focus);
    let with_guard = WindowView {
        accepts_presses: after.accepts_presses,
        has_focus: after.has_focus,
        ..before.clone()
    };
    guarded != (after.accepts_presses, after.has_focus) && with_guard == *after
}

/// The daemon's end of a [`Screen`].
pub struct RecordingDesktop {
    pub screen: Arc<Screen>,
    pub handle: Handle,
}

impl Desktop for RecordingDesktop {
    fn warm_up(&mut self) {
        self.screen.record(Called::WarmUp, |_| {});
    }

    fn show(&mut self, view: WindowView) {
        if differs_only_in_guard(&self.screen.lock().view, &view) {
            self.screen.change(|state| state.view = view);
        } else {
            self.screen.record(Called::Show, |state| state.view = view);
        }
    }

    fn raise(&mut self) {
        self.screen.record(Called::Raise, |_| {});
    }

    fn focus(&mut self, _: FocusReason) {
        self.screen.record(Called::Focus, |_| {});
    }

    fn set_notification(&mut self, note: Option<NotificationView>) {
        self.screen.change(|state| {
            state.loud.extend(note.clone().filter(|note| note.loud));
            state.note = note;
        });
    }

    fn show_message(&mut self, words: String) {
        self.screen.change(|state| state.told.push(words));
    }

    fn set_settings_notice(&mut self, words: Option<String>) {
        self.screen.change(|state| state.pointer = words);
    }

    fn set_tray(&mut self, tray: TrayView) {
        self.screen.change(|state| state.tray = Some(tray));
    }

    fn open_home(&mut self, page: HomePage, keyboard: KeyboardFocus) {
        self.screen.record(Called::OpenHome(page, keyboard), |_| {});
    }

    fn update_home(&mut self, view: HomeView) {
        self.screen.change(|state| state.home = Some(view));
    }

    fn apply_settings(&mut self, settings: &Settings) {
        self.screen
            .change(|state| state.settings = Some(settings.clone()));
    }

    fn open_link(&mut self, question: String, url: String) {
        let mut browser = Browser::TakesItsTime;
        self.screen.record(Called::OpenLink, |state| {
            state.opened.push((question.clone(), url));
            browser.clone_from(&state.browser);
        });
        match browser {
            Browser::Starts => self.handle.link_opened(question, None),
            Browser::Fails(reason) => self.handle.link_opened(question, Some(reason)),
            Browser::TakesItsTime => {}
        }
    }

    fn release(&mut self) {
        self.screen.record(Called::Release, |_| {});
    }
}
