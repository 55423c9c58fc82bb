//! The question window: a single one, created when it may be needed, reused, and never focused without
//! a reason.

use anyhow::{Context, Result};
use doorbell_daemon::FocusReason;
use gtk::prelude::*;
use tauri::{AppHandle, Manager, WebviewWindow, WindowEvent};
use webkit2gtk::WebViewExt;

use super::size::{self, SizeLimits};
use super::{WindowSpec, clear_user_time, heartbeat, on_main_thread, present};
use crate::app_state::AppState;
use crate::seat::Seat;
use crate::{appearance, early_keys, placement};

const QUESTION: WindowSpec = WindowSpec {
    name: "question",
    page: "question.html",
    title: "Doorbell",
    size: SizeLimits {
        default: (560, 720),
        min: (320, 320),
    },
};

/// Creates the hidden window unless it exists.
pub fn prepare(app: &AppHandle, state: AppState) {
    if app.get_webview_window(QUESTION.name).is_some() {
        return;
    }
    if let Err(error) = create(app, state.clone()) {
        tracing::error!("{error:#}");
        state
            .daemon
            .window_failed("The window could not be made.".to_owned());
    }
}

fn create(app: &AppHandle, state: AppState) -> Result<()> {
    let window = super::create_hidden(app, &QUESTION)?;
    let surface = window
        .gtk_window()
        .context("the window has no GTK window")?;
    surface.set_focus_on_map(false);
    // Gives the page the window's width, at which it measures its content.
    if let Some(content) = surface.child() {
        content.show_all();
        surface.realize();
        let (width, height) = surface.size();
        content.size_allocate(&gtk::Allocation::new(0, 0, width, height));
    }
    early_keys::watch(&surface, &state);
    state.input_origin.watch(&surface);
    let watched = state.clone();
    window
        .with_webview(|webview| heartbeat::watch(&webview.inner(), watched))
        .context("cannot watch the page")?;
    update_title(app, &state);
    let app = app.clone();
    window.on_window_event(move |event| match event {
        WindowEvent::CloseRequested { api, .. } => {
            api.prevent_close();
            state.daemon.window_closed();
        }
        // A new question may have come while the window was being destroyed.
        WindowEvent::Destroyed => {
            state.page_gone();
            if state.has_content() {
                let state = state.clone();
                on_main_thread(&app, move |app| prepare(app, state));
            }
        }
        WindowEvent::Focused(has_focus) => state.daemon.focus_changed(*has_focus),
        WindowEvent::Moved(_) | WindowEvent::Resized(_) => state.daemon.window_moved(),
        _ => {}
    });
    Ok(())
}

/// Sets the title that the daemon sent last.
pub fn update_title(app: &AppHandle, state: &AppState) {
    let Some(window) = app.get_webview_window(QUESTION.name) else {
        return;
    };
    let title = state.title();
    let title = match title.as_str() {
        "" => QUESTION.title,
        title => title,
    };
    if let Err(error) = window.set_title(&app.state::<Seat>().title(title)) {
        tracing::warn!(%error, "the title cannot be set");
    }
}

/// Shows the window unless the painted view is outdated. `height` is that of its content.
pub fn show(app: &AppHandle, state: &AppState, id: String, generation: u64, height: f64) {
    let Some(window) = app.get_webview_window(QUESTION.name) else {
        return;
    };
    if !state.is_current(&id, generation) {
        return;
    }
    clear_user_time(&window);
    fit_and_place(&window, height);
    let focus = state.mark_painted();
    if let Some(FocusReason::Press(_)) = focus {
        early_keys::expect_focus(&state.daemon);
    }
    match window.show() {
        Ok(()) => {
            if let Some(reason) = focus {
                present(&window, activation_token(&reason));
            }
            state.daemon.painted(id, generation);
        }
        Err(error) => {
            tracing::error!(%error, "the window cannot be shown");
            state
                .daemon
                .window_failed("The window could not be shown.".to_owned());
        }
    }
}

/// Does nothing for a visible window: the person may be about to click in it.
fn fit_and_place(window: &WebviewWindow, height: f64) {
    let Ok(surface) = window.gtk_window() else {
        return;
    };
    if surface.is_visible() {
        return;
    }
    let spot = placement::spot(&surface);
    let area = match &spot {
        Some((area, _)) => Some(size::usable_area(area)),
        None => size::default_area(),
    };
    let zoom = appearance::zoom();
    let limits = QUESTION
        .size
        .scaled(zoom, area.unwrap_or(QUESTION.size.default));
    let size = size::fit_hidden(window, &surface, limits, height, zoom);
    if let Some(spot) = spot {
        placement::place(&surface, size, spot);
    }
}

pub fn hide(app: &AppHandle) {
    if let Some(window) = app.get_webview_window(QUESTION.name)
        && let Err(error) = window.hide()
    {
        tracing::warn!(%error, "the window cannot be hidden");
    }
}

/// Raises the window without focusing it.
pub fn raise(app: &AppHandle) {
    if let Some(window) = app.get_webview_window(QUESTION.name) {
        super::raise(&window);
    }
}

/// Focuses the window, now or once the newest view is painted.
pub fn focus(app: &AppHandle, state: &AppState, reason: FocusReason) {
    // `is_visible` is no help: Tauri shows the window asynchronously.
    let shown = app
        .get_webview_window(QUESTION.name)
        .filter(|_| state.is_painted());
    let Some(window) = shown else {
        state.focus_when_painted(reason);
        return;
    };
    if let FocusReason::Press(_) = reason {
        early_keys::expect_focus(&state.daemon);
    }
    present(&window, activation_token(&reason));
}

fn activation_token(reason: &FocusReason) -> Option<&str> {
    match reason {
        FocusReason::Press(token) => token.as_deref(),
        FocusReason::Setting => None,
    }
}

/// Terminates the web process; the page is then reloaded in a new one.
pub fn replace_page(app: &AppHandle, state: &AppState) {
    state.page_gone();
    if let Some(window) = app.get_webview_window(QUESTION.name)
        && let Err(error) = window.with_webview(|webview| webview.inner().terminate_web_process())
    {
        tracing::warn!(%error, "the page cannot be replaced");
    }
}

/// Destroys the window and its web process.
pub fn release(app: &AppHandle) {
    if let Some(window) = app.get_webview_window(QUESTION.name)
        && let Err(error) = window.destroy()
    {
        tracing::warn!(%error, "the window cannot be released");
    }
}
