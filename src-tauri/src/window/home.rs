//! Home: made when it is asked for, and gone when it is closed.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use doorbell_daemon::view::{HomePage, HomePush, HomeView};
use doorbell_daemon::{Handle, Keyboard};
use gtk::prelude::*;
use tauri::ipc::Channel;
use tauri::{AppHandle, Manager, WebviewWindow, WindowEvent};

use crate::hands::Hands;

use super::{Plan, forget_last_use, present, raise};

const HOME: Plan = Plan {
    name: "home",
    page: "home.html",
    title: "Doorbell Home",
    size: (880.0, 720.0),
    least: (320.0, 360.0),
};

/// Home's window and page.
#[derive(Clone)]
pub struct Home {
    /// Whose presses they are.
    pub hands: Hands,
    daemon: Handle,
    state: Arc<Mutex<State>>,
}

enum State {
    /// There is no window.
    Closed,
    /// Its page is being loaded.
    Loading(Wanted),
    /// Its page listens, and has drawn nothing yet.
    Listening(Channel<HomePush>, Wanted),
    /// It is on the screen.
    Shown(Channel<HomePush>),
}

/// How Home was asked for.
#[derive(Clone, Copy)]
struct Wanted {
    page: HomePage,
    keyboard: Keyboard,
}

impl Home {
    /// A Home that is closed.
    pub fn new(daemon: Handle) -> Self {
        Self {
            hands: Hands::default(),
            daemon,
            state: Arc::new(Mutex::new(State::Closed)),
        }
    }

    /// Brings Home up at a page. To be called on the main thread.
    pub fn open(&self, app: &AppHandle, page: HomePage, keyboard: Keyboard) {
        let wanted = Wanted { page, keyboard };
        let mut state = self.lock();
        match &mut *state {
            State::Closed => {
                *state = State::Loading(wanted);
                drop(state);
                self.make(app);
            }
            State::Loading(before) => *before = wanted,
            State::Listening(channel, before) => {
                *before = wanted;
                send(channel, HomePush::Page { page });
            }
            State::Shown(channel) => {
                send(channel, HomePush::Page { page });
                if let Some(window) = app.get_webview_window(HOME.name) {
                    match keyboard {
                        Keyboard::Stays => raise(&window),
                        Keyboard::Follows => present(&window, None),
                    }
                }
            }
        }
    }

    fn make(&self, app: &AppHandle) {
        let window = match super::make(app, &HOME) {
            Ok(window) => window,
            Err(error) => {
                tracing::error!("{error:#}");
                *self.lock() = State::Closed;
                return;
            }
        };
        match window.gtk_window() {
            Ok(surface) => self.hands.watch(&surface),
            // What is pressed in it then never counts as the person's.
            Err(error) => tracing::error!(%error, "Home has no GTK window"),
        }
        let home = self.clone();
        window.on_window_event(move |event| {
            if let WindowEvent::Destroyed = event {
                *home.lock() = State::Closed;
                home.daemon.home_closed();
            }
        });
    }

    /// The page listens from now on.
    pub fn page_ready(&self, channel: Channel<HomePush>) {
        let mut state = self.lock();
        *state = match *state {
            State::Loading(wanted) | State::Listening(_, wanted) => {
                send(&channel, HomePush::Page { page: wanted.page });
                State::Listening(channel, wanted)
            }
            // It was lost and is loaded again.
            State::Shown(_) => State::Shown(channel),
            // It was closed before it came up.
            State::Closed => return,
        };
        drop(state);
        self.daemon.home_ready();
    }

    /// Sends a view to the page.
    pub fn push(&self, view: HomeView) {
        if let State::Listening(channel, _) | State::Shown(channel) = &*self.lock() {
            let view = Box::new(view);
            send(channel, HomePush::View { view });
        }
    }

    /// The page has drawn something: the window comes up as it was asked for. To be called on the
    /// main thread.
    pub fn painted(&self, app: &AppHandle) {
        let mut state = self.lock();
        let State::Listening(channel, wanted) = &*state else {
            return;
        };
        let keyboard = wanted.keyboard;
        *state = State::Shown(channel.clone());
        drop(state);
        if let Some(window) = app.get_webview_window(HOME.name) {
            come_up(&window, keyboard);
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn come_up(window: &WebviewWindow, keyboard: Keyboard) {
    if let Ok(surface) = window.gtk_window() {
        surface.set_focus_on_map(keyboard == Keyboard::Follows);
    }
    if keyboard == Keyboard::Stays {
        forget_last_use(window);
    }
    if let Err(error) = window.show() {
        tracing::error!(%error, "Home cannot be shown");
    } else if keyboard == Keyboard::Follows {
        present(window, None);
    }
}

fn send(channel: &Channel<HomePush>, push: HomePush) {
    if let Err(error) = channel.send(push) {
        tracing::warn!(%error, "Home's page cannot be reached");
    }
}
