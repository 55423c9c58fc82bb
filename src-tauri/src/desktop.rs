//! The daemon's desktop, made of one Tauri window.

use doorbell_daemon::attention::{NoteView, TrayView};
use doorbell_daemon::view::{HomePage, HomeView, StageView, WindowView};
use doorbell_daemon::{Desktop, Keyboard, Settings};
use tauri::AppHandle;

use crate::browser;
use crate::notifications::Notifications;
use crate::shell::Shell;
use crate::tray::Tray;
use crate::window;

/// Shows questions in a Tauri window.
pub struct TauriDesktop {
    app: AppHandle,
    shell: Shell,
    notifications: Notifications,
    tray: Tray,
}

impl TauriDesktop {
    /// A desktop without a window yet.
    pub fn new(app: AppHandle, shell: Shell, notifications: Notifications, tray: Tray) -> Self {
        Self {
            app,
            shell,
            notifications,
            tray,
        }
    }

    fn on_main_thread(&self, work: impl FnOnce(&AppHandle, Shell) + Send + 'static) {
        let (app, shell) = (self.app.clone(), self.shell.clone());
        if let Err(error) = self.app.run_on_main_thread(move || work(&app, shell)) {
            tracing::error!(%error, "the desktop's main thread is gone");
        }
    }
}

impl Desktop for TauriDesktop {
    fn warm_up(&mut self) {
        self.on_main_thread(window::prepare);
    }

    fn show(&mut self, view: WindowView) {
        let empty = view.stage == StageView::Nothing;
        self.shell.push(view);
        // The page says when it has drawn anything else; only then is the window shown.
        if empty {
            self.on_main_thread(|app, _| window::hide(app));
        } else {
            self.on_main_thread(window::prepare);
        }
    }

    fn raise(&mut self) {
        self.on_main_thread(|app, _| window::raise(app));
    }

    fn focus(&mut self, token: Option<String>) {
        self.on_main_thread(|app, shell| window::focus(app, &shell, token));
    }

    fn notify(&mut self, note: Option<NoteView>) {
        self.notifications.show(note);
    }

    fn tell(&mut self, words: String) {
        self.notifications.tell(words);
    }

    fn tray(&mut self, tray: TrayView) {
        self.tray.show(tray);
    }

    fn open_home(&mut self, page: HomePage, keyboard: Keyboard) {
        tracing::debug!(?page, ?keyboard, "Home");
    }

    fn home(&mut self, view: HomeView) {
        tracing::debug!(waiting = view.waiting.len(), "Home changed");
    }

    fn adopt(&mut self, settings: &Settings) {
        tracing::debug!(?settings, "settings");
    }

    fn open_link(&mut self, question: String, url: String) {
        let daemon = self.shell.daemon.clone();
        tauri::async_runtime::spawn(async move {
            let trouble = browser::open(&url).await.err();
            daemon.link_opened(question, trouble.map(|trouble| trouble.to_string()));
        });
    }

    fn release(&mut self) {
        self.on_main_thread(|app, _| window::release(app));
    }
}
