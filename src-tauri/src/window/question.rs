//! The question window: one, made when it may be needed, re-used, never focused by itself.

use anyhow::{Context, Result};
use doorbell_daemon::Wish;
use gtk::prelude::*;
use tauri::{AppHandle, Manager, WindowEvent};
use webkit2gtk::WebViewExt;

use super::{Plan, forget_last_use, on_main_thread, present};
use crate::shell::Shell;
use crate::{early_keys, placement};

const QUESTION: Plan = Plan {
    name: "question",
    page: "question.html",
    title: "Doorbell",
    size: (560.0, 720.0),
    least: (320.0, 360.0),
};

/// Makes the window, hidden, unless it is there.
pub fn prepare(app: &AppHandle, shell: Shell) {
    if app.get_webview_window(QUESTION.name).is_some() {
        return;
    }
    if let Err(error) = make(app, shell.clone()) {
        tracing::error!("{error:#}");
        shell
            .daemon
            .window_failed("The window could not be made.".to_owned());
    }
}

fn make(app: &AppHandle, shell: Shell) -> Result<()> {
    let window = super::make(app, &QUESTION)?;
    let surface = window
        .gtk_window()
        .context("the window has no GTK window")?;
    surface.set_focus_on_map(false);
    early_keys::watch(&surface, &shell.daemon);
    shell.hands.watch(&surface);
    let app = app.clone();
    window.on_window_event(move |event| match event {
        WindowEvent::CloseRequested { api, .. } => {
            api.prevent_close();
            shell.daemon.window_closed();
        }
        // It may have been wanted again while it was being released.
        WindowEvent::Destroyed => {
            shell.page_gone();
            if shell.wants_any() {
                let shell = shell.clone();
                on_main_thread(&app, move |app| prepare(app, shell));
            }
        }
        WindowEvent::Focused(has_focus) => shell.daemon.focus_changed(*has_focus),
        WindowEvent::Moved(_) | WindowEvent::Resized(_) => shell.daemon.moved(),
        _ => {}
    });
    Ok(())
}

/// Shows the window if this is still what it should show. The person can see it from then on.
pub fn show(app: &AppHandle, shell: &Shell, id: String, generation: u64) {
    let Some(window) = app.get_webview_window(QUESTION.name) else {
        return;
    };
    if !shell.wants(&id, generation) {
        return;
    }
    forget_last_use(&window);
    if let Ok(surface) = window.gtk_window() {
        placement::arrive(&surface);
    }
    let focus = shell.painted();
    if let Some(Wish::Press(_)) = focus {
        early_keys::asked(&shell.daemon);
    }
    match window.show() {
        Ok(()) => {
            if let Some(wish) = focus {
                present(&window, proof(&wish));
            }
            shell.daemon.painted(id, generation);
        }
        Err(error) => {
            tracing::error!(%error, "the window cannot be shown");
            shell
                .daemon
                .window_failed("The window could not be shown.".to_owned());
        }
    }
}

/// Takes the window off the screen.
pub fn hide(app: &AppHandle) {
    if let Some(window) = app.get_webview_window(QUESTION.name)
        && let Err(error) = window.hide()
    {
        tracing::warn!(%error, "the window cannot be hidden");
    }
}

/// Brings the window above others; the focus stays where it is.
pub fn raise(app: &AppHandle) {
    if let Some(window) = app.get_webview_window(QUESTION.name) {
        super::raise(&window);
    }
}

/// Gives the window the keyboard: now if it shows what it should, else as soon as it does.
pub fn focus(app: &AppHandle, shell: &Shell, wish: Wish) {
    // Whether it is visible does not tell: Tauri shows it a moment after it was asked to.
    let shown = app
        .get_webview_window(QUESTION.name)
        .filter(|_| shell.is_painted());
    let Some(window) = shown else {
        shell.want_focus(wish);
        return;
    };
    if let Wish::Press(_) = wish {
        early_keys::asked(&shell.daemon);
    }
    present(&window, proof(&wish));
}

fn proof(wish: &Wish) -> Option<&str> {
    match wish {
        Wish::Press(token) => token.as_deref(),
        Wish::Setting => None,
    }
}

/// Ends the web process; the page is then loaded again in another.
pub fn replace_page(app: &AppHandle) {
    if let Some(window) = app.get_webview_window(QUESTION.name)
        && let Err(error) = window.with_webview(|webview| webview.inner().terminate_web_process())
    {
        tracing::warn!(%error, "the page cannot be replaced");
    }
}

/// Frees the window and its web process.
pub fn release(app: &AppHandle) {
    if let Some(window) = app.get_webview_window(QUESTION.name)
        && let Err(error) = window.destroy()
    {
        tracing::warn!(%error, "the window cannot be released");
    }
}
