//! Shared by all windows: created hidden, shown once their page has painted, restricted to their own
//! page. Everything here runs on the main thread.

mod focus_events;
mod heartbeat;
pub mod home;
pub mod question;
mod size;

pub use focus_events::watch_new_focus;

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use anyhow::{Context, Result};
use gtk::glib::{self, ControlFlow, Propagation};
use gtk::prelude::*;
use gtk::{ApplicationWindow, GestureMultiPress, PropagationPhase};
use tauri::webview::NewWindowResponse;
use tauri::{AppHandle, Manager, Url, WebviewUrl, WebviewWindow, WebviewWindowBuilder};
use webkit2gtk::WebViewExt;

use self::size::SizeLimits;
use crate::appearance;
use crate::seat::Seat;

/// The name of our desktop entry and icon. The desktop finds both by the application id of a window
/// under Wayland, and by its class under X11; GTK takes both from the program's name.
const APPLICATION_ID: &str = "doorbell";

const FOCUS_RETRIES: u32 = 3;
const FOCUS_RETRY_INTERVAL: Duration = Duration::from_millis(100);

struct WindowSpec {
    /// Also used by the window's capability file.
    name: &'static str,
    page: &'static str,
    title: &'static str,
    size: SizeLimits,
}

/// Makes a missing display an error here instead of a panic later.
pub fn connect_display() -> Result<()> {
    glib::set_prgname(Some(APPLICATION_ID));
    gtk::init().context("no display to show questions on; start Doorbell in your desktop session")
}

/// Under X11 a window can appear without taking the focus. Under Wayland the compositor decides.
pub fn is_x11() -> bool {
    gtk::gdk::Display::default().is_some_and(|display| display.is::<gdkx11::X11Display>())
}

/// Pages have no clipboard access of their own.
pub fn copy_to_clipboard(app: &AppHandle, text: String) {
    on_main_thread(app, move |_| {
        gtk::Clipboard::get(&gtk::gdk::SELECTION_CLIPBOARD).set_text(&text);
    });
}

pub fn on_main_thread(app: &AppHandle, work: impl FnOnce(&AppHandle) + Send + 'static) {
    let handle = app.clone();
    if let Err(error) = app.run_on_main_thread(move || work(&handle)) {
        tracing::error!(%error, "the desktop's main thread is gone");
    }
}

/// Calls `on_button` when a pointer button is pressed or released in the window. Call once, when the
/// window is created.
pub fn watch_pointer_buttons(window: &ApplicationWindow, on_button: impl Fn() + 'static) {
    let gesture = GestureMultiPress::new(window);
    gesture.set_button(0);
    // The page consumes pointer events, so they are captured before they reach it.
    gesture.set_propagation_phase(PropagationPhase::Capture);
    let on_button = Rc::new(on_button);
    let on_release = Rc::clone(&on_button);
    gesture.connect_begin(move |_, _| on_button());
    gesture.connect_end(move |_, _| on_release());
    // The window does not own the gesture.
    window.connect_destroy(move |_| gesture.reset());
}

fn create_hidden(app: &AppHandle, spec: &'static WindowSpec) -> Result<WebviewWindow> {
    let page = WebviewUrl::App(spec.page.into());
    let zoom = appearance::zoom();
    let area = size::default_area().unwrap_or(spec.size.default);
    let SizeLimits { default, min } = spec.size.scaled(zoom, area);
    let window = WebviewWindowBuilder::new(app, spec.name, page)
        .title(app.state::<Seat>().title(spec.title))
        .inner_size(default.0.into(), default.1.into())
        .min_inner_size(min.0.into(), min.1.into())
        .center()
        .visible(false)
        .focused(false)
        .devtools(cfg!(feature = "automation"))
        .on_navigation(|url| is_page(url, spec.page))
        .on_new_window(|_, _| NewWindowResponse::Deny)
        .build()
        .with_context(|| format!("cannot make the window {}", spec.name))?;
    appearance::apply_zoom(&window);
    reload_after_crash(&window)?;
    Ok(window)
}

fn is_page(url: &Url, page: &str) -> bool {
    url.scheme() == "tauri" && url.path().strip_prefix('/') == Some(page)
}

/// Reloads the page after a web process crash. The daemon sends the view again.
fn reload_after_crash(window: &WebviewWindow) -> Result<()> {
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

/// Window managers focus a new window that was used more recently than the focused one. Under X11, a
/// user time of zero means that the person did not ask for the window.
fn clear_user_time(window: &WebviewWindow) {
    if let Ok(window) = window.gtk_window()
        && !window.is_visible()
        && let Some(surface) = window.window()
        && let Ok(surface) = surface.downcast::<gdkx11::X11Window>()
    {
        surface.set_user_time(0);
    }
}

/// Raises a visible window without focusing it. Wayland cannot do that: there the desktop points to the
/// window.
fn raise(window: &WebviewWindow) {
    let Ok(window) = window.gtk_window() else {
        return;
    };
    if !window.is_visible() {
        return;
    }
    if is_x11() {
        if let Some(surface) = window.window() {
            surface.raise();
        }
    } else {
        request_keyboard(&window);
    }
}

/// Focuses a window, now or once it is mapped: window managers focus only windows they have placed.
fn present(window: &WebviewWindow, token: Option<&str>) {
    let Ok(window) = window.gtk_window() else {
        return;
    };
    if let Some(token) = token {
        window.set_startup_id(token);
    }
    // A window created without focus refuses it until it was painted once.
    window.set_accept_focus(true);
    if window.is_mapped() {
        if is_x11() || token.is_some() || has_keyboard() {
            request_keyboard_with_retries(&window);
        } else {
            show_again(&window);
        }
        return;
    }
    let handler = Rc::new(Cell::new(None));
    let own = Rc::clone(&handler);
    handler.set(Some(window.connect_map_event(move |window, _| {
        request_keyboard_with_retries(window);
        if let Some(handler) = own.take() {
            window.disconnect(handler);
        }
        Propagation::Proceed
    })));
}

/// True if one of our windows has the keyboard. Under Wayland it may pass it on to another.
fn has_keyboard() -> bool {
    let windows = gtk::Window::list_toplevels().into_iter();
    let mut windows = windows.filter_map(|window| window.downcast::<gtk::Window>().ok());
    windows.any(|window| window.is_active())
}

/// Under Wayland a visible window gets the keyboard only by a token, which not every desktop sends with
/// a press: GNOME 43 does not. A window that appears needs none.
fn show_again(window: &ApplicationWindow) {
    window.hide();
    window.show();
}

/// Repeats the request a few times: window managers may drop one while they place windows.
fn request_keyboard_with_retries(window: &ApplicationWindow) {
    request_keyboard(window);
    let (window, retries) = (window.clone(), Cell::new(FOCUS_RETRIES));
    glib::timeout_add_local(FOCUS_RETRY_INTERVAL, move || {
        if retries.get() == 0 || window.is_active() || !window.is_visible() {
            return ControlFlow::Break;
        }
        retries.set(retries.get() - 1);
        request_keyboard(&window);
        ControlFlow::Continue
    });
}

/// The person asked for the window, so its user time is now.
fn request_keyboard(window: &ApplicationWindow) {
    let time = window
        .window()
        .and_then(|surface| surface.downcast::<gdkx11::X11Window>().ok())
        .map_or(0, |surface| {
            gdkx11::functions::x11_get_server_time(&surface)
        });
    window.present_with_time(time);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn window_accepts_only_its_own_page() {
        let is_home = |url: &str| is_page(&url.parse().unwrap(), "home.html");
        assert!(is_home("tauri://localhost/home.html"));
        assert!(!is_home("tauri://localhost/question.html"));
        assert!(!is_home("tauri://localhost/"));
        assert!(!is_home("https://localhost/home.html"));
        assert!(!is_home("about:blank"));
    }
}
