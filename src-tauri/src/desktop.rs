//! The daemon's desktop, made of one Tauri window.

use doorbell_daemon::Desktop;
use doorbell_daemon::view::WindowView;
use tauri::AppHandle;

use crate::shell::Shell;
use crate::window;

/// Shows questions in a Tauri window.
pub struct TauriDesktop {
    app: AppHandle,
    shell: Shell,
}

impl TauriDesktop {
    /// A desktop without a window yet.
    pub fn new(app: AppHandle, shell: Shell) -> Self {
        Self { app, shell }
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
        let empty = view == WindowView::Nothing;
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

    fn release(&mut self) {
        self.on_main_thread(|app, shell| {
            shell.page_gone();
            window::release(app);
        });
    }
}
