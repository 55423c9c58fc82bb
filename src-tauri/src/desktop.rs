//! The daemon's desktop: windows, one notification, a tray.

use std::sync::mpsc;

use doorbell_daemon::attention::{NoteView, TrayView};
use doorbell_daemon::view::{HomePage, HomeView, StageView, WindowView};
use doorbell_daemon::{Desktop, Keyboard, Settings, Wish};
use tauri::AppHandle;
use tokio::sync::watch;

use crate::notifications::{Notifications, Wanted};
use crate::shell::Shell;
use crate::window::{self, home::Home, question};
use crate::{browser, look};

/// Shows questions in a Tauri window.
pub struct TauriDesktop {
    /// Where the windows are.
    pub app: AppHandle,
    /// The question window.
    pub shell: Shell,
    /// Home.
    pub home: Home,
    /// The notification.
    pub notifications: Notifications,
    /// The tray.
    pub tray: watch::Sender<TrayView>,
    /// Who listens to the shortcut.
    pub shortcut: mpsc::Sender<Option<String>>,
}

impl TauriDesktop {
    fn on_main_thread(&self, work: impl FnOnce(&AppHandle, Shell) + Send + 'static) {
        let shell = self.shell.clone();
        window::on_main_thread(&self.app, move |app| work(app, shell));
    }
}

impl Desktop for TauriDesktop {
    fn warm_up(&mut self) {
        self.on_main_thread(question::prepare);
    }

    fn show(&mut self, view: WindowView) {
        let empty = view.stage == StageView::Nothing;
        match &view.stage {
            StageView::Question { question } => {
                let (id, generation) = (&question.id, question.generation);
                tracing::debug!(id, generation, "the window is to show a question");
            }
            StageView::Nothing => tracing::debug!("the window is to show nothing"),
            _ => {}
        }
        self.shell.push(view);
        // The page says when it has drawn anything else; only then is the window shown.
        if empty {
            self.on_main_thread(|app, _| question::hide(app));
        } else {
            self.on_main_thread(question::prepare);
        }
    }

    fn raise(&mut self) {
        self.on_main_thread(|app, _| question::raise(app));
    }

    fn focus(&mut self, wish: Wish) {
        self.on_main_thread(|app, shell| question::focus(app, &shell, wish));
    }

    fn notify(&mut self, note: Option<NoteView>) {
        self.notifications.want(Wanted::Note(note));
    }

    fn tell(&mut self, words: String) {
        self.notifications.want(Wanted::Tell(words));
    }

    fn point_to_settings(&mut self, words: Option<String>) {
        self.notifications.want(Wanted::PointToSettings(words));
    }

    fn tray(&mut self, tray: TrayView) {
        self.tray.send_replace(tray);
    }

    fn open_home(&mut self, page: HomePage, keyboard: Keyboard) {
        let home = self.home.clone();
        self.on_main_thread(move |app, _| home.open(app, page, keyboard));
    }

    fn home(&mut self, view: HomeView) {
        self.home.push(view);
    }

    fn adopt(&mut self, settings: &Settings) {
        let (theme, size) = (settings.theme, settings.size);
        self.on_main_thread(move |app, _| look::apply(app, theme, size));
        self.shell.hands.let_programs(settings.from_programs);
        self.home.hands.let_programs(settings.from_programs);
        if self.shortcut.send(settings.shortcut.clone()).is_err() {
            tracing::error!("nobody listens to the shortcut any longer");
        }
    }

    fn open_link(&mut self, question: String, url: String) {
        let daemon = self.shell.daemon.clone();
        tauri::async_runtime::spawn(async move {
            let trouble = browser::open(&url).await.err();
            daemon.link_opened(question, trouble.map(|trouble| trouble.to_string()));
        });
    }

    fn release(&mut self) {
        self.on_main_thread(|app, _| question::release(app));
    }

    fn replace_page(&mut self) {
        self.on_main_thread(|app, _| question::replace_page(app));
    }
}
