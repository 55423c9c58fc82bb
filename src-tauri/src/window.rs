//! The question window: made hidden, shown when its page has drawn something, never focused by
//! us. Everything here runs on the main thread.

use anyhow::{Context, Result};
use gtk::prelude::*;
use tauri::webview::NewWindowResponse;
use tauri::{
    AppHandle, Manager, Url, WebviewUrl, WebviewWindow, WebviewWindowBuilder, WindowEvent,
};
use webkit2gtk::WebViewExt;

use crate::shell::Shell;
use crate::{early_keys, look, placement};

/// The window's name, which its capability names too.
const QUESTION: &str = "question";
const PAGE: &str = "question.html";
const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 720.0;
const LEAST_WIDTH: f64 = 320.0;
const LEAST_HEIGHT: f64 = 360.0;

/// Connects to the display, so that a missing one is an error and not a panic later on.
pub fn reach_display() -> Result<()> {
    gtk::init().context(
        "there is no display to show questions on; start Doorbell inside a desktop session",
    )
}

/// Makes the window, hidden, unless it is there.
pub fn prepare(app: &AppHandle, shell: Shell) {
    if app.get_webview_window(QUESTION).is_some() {
        return;
    }
    if let Err(error) = make(app, shell.clone()) {
        tracing::error!("{error:#}");
        shell
            .daemon
            .window_failed("The window could not be made.".to_owned());
    }
}

/// Makes the window once the one that is going has gone.
fn prepare_again(app: &AppHandle, shell: Shell) {
    let handle = app.clone();
    if let Err(error) = app.run_on_main_thread(move || prepare(&handle, shell)) {
        tracing::error!(%error, "the desktop's main thread is gone");
    }
}

fn make(app: &AppHandle, shell: Shell) -> Result<()> {
    let window = WebviewWindowBuilder::new(app, QUESTION, WebviewUrl::App(PAGE.into()))
        .title("Doorbell")
        .inner_size(WIDTH, HEIGHT)
        .min_inner_size(LEAST_WIDTH, LEAST_HEIGHT)
        .center()
        .visible(false)
        .focused(false)
        .devtools(cfg!(feature = "automation"))
        .on_navigation(is_own_page)
        .on_new_window(|_, _| NewWindowResponse::Deny)
        .build()
        .context("cannot make the question window")?;
    let surface = window
        .gtk_window()
        .context("the window has no GTK window")?;
    surface.set_focus_on_map(false);
    early_keys::watch(&surface);
    look::dress(&window);
    reload_when_lost(&window)?;
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
                prepare_again(&app, shell.clone());
            }
        }
        WindowEvent::Focused(has_focus) => shell.daemon.focus_changed(*has_focus),
        WindowEvent::Moved(_) | WindowEvent::Resized(_) => shell.daemon.moved(),
        _ => {}
    });
    Ok(())
}

/// A web process that ends takes the page with it, but not what was typed: the daemon has it.
fn reload_when_lost(window: &WebviewWindow) -> Result<()> {
    window
        .with_webview(|webview| {
            webview
                .inner()
                .connect_web_process_terminated(|view, reason| {
                    tracing::warn!(?reason, "the page was lost and is loaded again");
                    view.reload();
                });
        })
        .context("cannot watch the web process")
}

fn is_own_page(url: &Url) -> bool {
    url.scheme() == "tauri" && url.path() == format!("/{PAGE}")
}

/// Shows the window if this is still what it should show. The person can see it from then on.
pub fn show(app: &AppHandle, shell: Shell, id: String, generation: u64) {
    let handle = app.clone();
    let shown = app.run_on_main_thread(move || {
        let Some(window) = handle.get_webview_window(QUESTION) else {
            return;
        };
        if !shell.wants(&id, generation) {
            return;
        }
        forget_last_use(&window);
        if let Ok(surface) = window.gtk_window() {
            placement::arrive(&surface);
        }
        match window.show() {
            Ok(()) => {
                if let Some(token) = shell.painted() {
                    present(&window, token.as_deref());
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
    });
    if let Err(error) = shown {
        tracing::error!(%error, "the desktop's main thread is gone");
    }
}

/// Window managers give the focus to a window that was used more recently than the focused one,
/// also when it comes back by itself. Under X11 a time of zero says that nobody asked for it.
fn forget_last_use(window: &WebviewWindow) {
    if let Ok(window) = window.gtk_window()
        && !window.is_visible()
        && let Some(surface) = window.window()
        && let Ok(surface) = surface.downcast::<gdkx11::X11Window>()
    {
        surface.set_user_time(0);
    }
}

/// Takes the window off the screen.
pub fn hide(app: &AppHandle) {
    if let Some(window) = app.get_webview_window(QUESTION)
        && let Err(error) = window.hide()
    {
        tracing::warn!(%error, "the window cannot be hidden");
    }
}

/// Brings the window above others; the focus stays where it is.
pub fn raise(app: &AppHandle) {
    if let Some(window) = app.get_webview_window(QUESTION)
        && let Ok(window) = window.gtk_window()
        && let Some(surface) = window.window()
        && window.is_visible()
    {
        surface.raise();
    }
}

/// Gives the window the keyboard: now if it shows what it should, else as soon as it does.
pub fn focus(app: &AppHandle, shell: &Shell, token: Option<String>) {
    let shown = app.get_webview_window(QUESTION).filter(|window| {
        let visible = window.is_visible().unwrap_or(false);
        visible && shell.is_painted()
    });
    match shown {
        Some(window) => present(&window, token.as_deref()),
        None => shell.want_focus(token),
    }
}

/// The person asked for it, so the time of their press counts as the window's last use.
fn present(window: &WebviewWindow, token: Option<&str>) {
    let Ok(window) = window.gtk_window() else {
        return;
    };
    if let Some(token) = token {
        window.set_startup_id(token);
    }
    let time = window
        .window()
        .and_then(|surface| surface.downcast::<gdkx11::X11Window>().ok())
        .map_or(0, |surface| {
            gdkx11::functions::x11_get_server_time(&surface)
        });
    window.present_with_time(time);
}

/// Puts text on the clipboard. The page itself may not.
pub fn copy(app: &AppHandle, text: String) {
    let copied = app.run_on_main_thread(move || {
        gtk::Clipboard::get(&gtk::gdk::SELECTION_CLIPBOARD).set_text(&text);
    });
    if let Err(error) = copied {
        tracing::error!(%error, "the desktop's main thread is gone");
    }
}

/// Frees the window and its web process.
pub fn release(app: &AppHandle) {
    if let Some(window) = app.get_webview_window(QUESTION)
        && let Err(error) = window.destroy()
    {
        tracing::warn!(%error, "the window cannot be released");
    }
}
