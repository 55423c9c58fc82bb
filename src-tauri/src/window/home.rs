//! The Home window: created on request, destroyed when closed.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use doorbell_daemon::view::{HomePage, HomePush, HomeView, InputDevice};
use doorbell_daemon::{Handle, KeyboardFocus, PressOrigin, SettingRefused};
use gtk::prelude::*;
use tauri::ipc::Channel;
use tauri::{AppHandle, Manager, WebviewWindow, WindowEvent};

use crate::input_origin::InputOrigin;

use super::size::SizeLimits;
use super::{WindowSpec, clear_user_time, present, raise};

const HOME: WindowSpec = WindowSpec {
    name: "home",
    page: "home.html",
    title: "Doorbell Home",
    size: SizeLimits {
        default: (880, 720),
        min: (320, 360),
    },
};

#[derive(Clone)]
pub struct Home {
    pub input_origin: InputOrigin,
    daemon: Handle,
    state: Arc<Mutex<State>>,
}

enum State {
    Closed,
    Loading(OpenRequest),
    /// The page is connected but has not painted yet.
    Listening(Channel<HomePush>, OpenRequest),
    Shown(Channel<HomePush>),
}

#[derive(Clone, Copy)]
struct OpenRequest {
    page: HomePage,
    keyboard: KeyboardFocus,
}

impl Home {
    pub fn new(daemon: Handle) -> Self {
        Self {
            input_origin: InputOrigin::default(),
            daemon,
            state: Arc::new(Mutex::new(State::Closed)),
        }
    }

    /// Opens Home at a page. Call on the main thread.
    pub fn open(&self, app: &AppHandle, page: HomePage, keyboard: KeyboardFocus) {
        let request = OpenRequest { page, keyboard };
        let mut state = self.lock();
        match &mut *state {
            State::Closed => {
                *state = State::Loading(request);
                drop(state);
                self.create_window(app);
            }
            State::Loading(before) => *before = request,
            State::Listening(channel, before) => {
                *before = request;
                send(channel, HomePush::Page { page });
            }
            State::Shown(channel) => {
                send(channel, HomePush::Page { page });
                if let Some(window) = app.get_webview_window(HOME.name) {
                    match keyboard {
                        KeyboardFocus::Leave => raise(&window),
                        KeyboardFocus::Take => present(&window, None),
                    }
                }
            }
        }
    }

    fn create_window(&self, app: &AppHandle) {
        let window = match super::create_hidden(app, &HOME) {
            Ok(window) => window,
            Err(error) => {
                tracing::error!("{error:#}");
                *self.lock() = State::Closed;
                return;
            }
        };
        match window.gtk_window() {
            Ok(surface) => {
                self.input_origin.watch(&surface);
                let origin = self.input_origin.clone();
                super::watch_new_focus(&surface, move || origin.focus_moved());
            }
            // Input in this window is then never attributed to the person.
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

    /// Refuses a press that no click or key of a person explains, and a key that may have been meant
    /// for another window.
    pub fn require_person(&self, by: InputDevice) -> Result<(), SettingRefused> {
        match self.input_origin.press_origin(by) {
            PressOrigin::Program => Err(SettingRefused::Foreign),
            PressOrigin::Person if self.input_origin.is_early(by) => Err(SettingRefused::TooSoon),
            PressOrigin::Person => Ok(()),
        }
    }

    pub fn page_ready(&self, channel: Channel<HomePush>) {
        let mut state = self.lock();
        *state = match *state {
            State::Loading(request) | State::Listening(_, request) => {
                send(&channel, HomePush::Page { page: request.page });
                State::Listening(channel, request)
            }
            // The page was reloaded after a crash.
            State::Shown(_) => State::Shown(channel),
            // Closed while the page was loading.
            State::Closed => return,
        };
        drop(state);
        self.daemon.home_ready();
    }

    pub fn push(&self, view: HomeView) {
        if let State::Listening(channel, _) | State::Shown(channel) = &*self.lock() {
            let view = Box::new(view);
            send(channel, HomePush::View { view });
        }
    }

    /// Shows the window once the page has painted. Call on the main thread.
    pub fn painted(&self, app: &AppHandle) {
        let mut state = self.lock();
        let State::Listening(channel, request) = &*state else {
            return;
        };
        let keyboard = request.keyboard;
        *state = State::Shown(channel.clone());
        drop(state);
        if let Some(window) = app.get_webview_window(HOME.name) {
            show_window(&window, keyboard);
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn show_window(window: &WebviewWindow, keyboard: KeyboardFocus) {
    if let Ok(surface) = window.gtk_window() {
        surface.set_focus_on_map(keyboard == KeyboardFocus::Take);
    }
    if keyboard == KeyboardFocus::Leave {
        clear_user_time(window);
    }
    if let Err(error) = window.show() {
        tracing::error!(%error, "Home cannot be shown");
    } else if keyboard == KeyboardFocus::Take {
        present(window, None);
    }
}

fn send(channel: &Channel<HomePush>, push: HomePush) {
    if let Err(error) = channel.send(push) {
        tracing::warn!(%error, "Home's page cannot be reached");
    }
}
