//! Implements the daemon's `Desktop` with Tauri windows, one notification and a tray icon.

use std::sync::mpsc;

use doorbell_daemon::attention::{NotificationView, TrayView};
use doorbell_daemon::view::{HomePage, HomeView, ScreenView, WindowView};
use doorbell_daemon::{Desktop, FocusReason, KeyboardFocus, SessionId, Settings, TerminalFacts};
use tauri::AppHandle;
use tokio::sync::{oneshot, watch};

use crate::app_state::AppState;
use crate::notifications::{Command, Notifications};
use crate::window::{self, home::Home, question};
use crate::{appearance, browser, terminal};

pub struct TauriDesktop {
    pub app: AppHandle,
    pub state: AppState,
    pub home: Home,
    pub notifications: Notifications,
    pub tray: watch::Sender<TrayView>,
    pub shortcut: mpsc::Sender<Option<String>>,
    pub is_x11: bool,
}

impl TauriDesktop {
    fn on_main_thread(&self, work: impl FnOnce(&AppHandle, AppState) + Send + 'static) {
        let state = self.state.clone();
        window::on_main_thread(&self.app, move |app| work(app, state));
    }
}

impl Desktop for TauriDesktop {
    fn warm_up(&mut self) {
        self.on_main_thread(question::prepare);
    }

    fn show(&mut self, view: WindowView) {
        let empty = view.screen == ScreenView::Nothing;
        match &view.screen {
            ScreenView::Question { question } => {
                let (id, generation) = (&question.id, question.generation);
                tracing::debug!(id, generation, "the window is to show a question");
            }
            ScreenView::Nothing => tracing::debug!("the window is to show nothing"),
            _ => {}
        }
        self.state.push(view);
        // The window is shown once the page reports that it has painted the view.
        if empty {
            self.on_main_thread(|app, _| question::hide(app));
        } else {
            self.on_main_thread(question::prepare);
        }
    }

    fn set_window_title(&mut self, title: String) {
        self.state.set_title(title);
        self.on_main_thread(|app, state| question::update_title(app, &state));
    }

    fn raise(&mut self) {
        self.on_main_thread(|app, _| question::raise(app));
    }

    fn focus(&mut self, reason: FocusReason) {
        self.on_main_thread(|app, state| question::focus(app, &state, reason));
    }

    fn set_notification(&mut self, note: Option<NotificationView>) {
        self.notifications.send(Command::Note(note));
    }

    fn show_message(&mut self, text: String) {
        self.notifications.send(Command::ShowBriefly(text));
    }

    fn set_settings_notice(&mut self, text: Option<String>) {
        self.notifications.send(Command::SetSettingsNotice(text));
    }

    fn set_tray(&mut self, tray: TrayView) {
        self.tray.send_replace(tray);
    }

    fn open_home(&mut self, page: HomePage, keyboard: KeyboardFocus) {
        let home = self.home.clone();
        self.on_main_thread(move |app, _| home.open(app, page, keyboard));
    }

    fn update_home(&mut self, view: HomeView) {
        self.home.push(view);
    }

    fn apply_settings(&mut self, settings: &Settings) {
        let look = settings.clone();
        self.on_main_thread(move |app, _| appearance::apply(app, &look));
        self.state
            .input_origin
            .accept_programs(settings.from_programs);
        self.home
            .input_origin
            .accept_programs(settings.from_programs);
        if self.shortcut.send(settings.shortcut.clone()).is_err() {
            tracing::error!("nobody listens to the shortcut any longer");
        }
    }

    fn open_link(&mut self, question: String, url: String) {
        let daemon = self.state.daemon.clone();
        tauri::async_runtime::spawn(async move {
            let error = browser::open(&url).await.err();
            daemon.link_opened(question, error.map(|error| error.to_string()));
        });
    }

    fn find_terminal(&mut self, session: SessionId, reply: oneshot::Sender<TerminalFacts>) {
        terminal::find(session, self.is_x11, reply);
    }

    fn show_terminal(&mut self, session: SessionId) {
        terminal::show(session, self.is_x11, self.notifications.clone());
    }

    fn release(&mut self) {
        self.on_main_thread(|app, _| question::release(app));
    }

    fn replace_page(&mut self) {
        self.on_main_thread(|app, state| question::replace_page(app, &state));
    }
}
