//! What all windows have in common: made hidden, shown when their page has drawn something, and
//! nothing but their own page in them. Everything here runs on the main thread.

pub mod home;
pub mod question;

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

use crate::look;
use crate::seat::Seat;

/// How often the keyboard is asked for again, and how long it may take to come.
const ASKED_AGAIN: u32 = 3;
const UNTIL_AGAIN: Duration = Duration::from_millis(100);

/// What tells one window from another.
struct Plan {
    /// The window's name, which its capability names too.
    name: &'static str,
    page: &'static str,
    title: &'static str,
    /// Width and height.
    size: (f64, f64),
    least: (f64, f64),
}

/// Connects to the display, so that a missing one is an error and not a panic later on.
pub fn reach_display() -> Result<()> {
    gtk::init().context(
        "there is no display to show questions on; start Doorbell inside a desktop session",
    )
}

/// Whether the display is one of X11, where a window can come without taking the keyboard. Under
/// Wayland the compositor decides.
pub fn is_x11() -> bool {
    gtk::gdk::Display::default().is_some_and(|display| display.is::<gdkx11::X11Display>())
}

/// Puts text on the clipboard. The page itself may not.
pub fn copy(app: &AppHandle, text: String) {
    on_main_thread(app, move |_| {
        gtk::Clipboard::get(&gtk::gdk::SELECTION_CLIPBOARD).set_text(&text);
    });
}

/// Windows live on the main thread.
pub fn on_main_thread(app: &AppHandle, work: impl FnOnce(&AppHandle) + Send + 'static) {
    let handle = app.clone();
    if let Err(error) = app.run_on_main_thread(move || work(&handle)) {
        tracing::error!(%error, "the desktop's main thread is gone");
    }
}

/// Calls `act` when a button of the pointer goes down in a window and when it is let go. To be called
/// once for a window when it is made.
pub fn watch_pointer(window: &ApplicationWindow, act: impl Fn() + 'static) {
    let gesture = GestureMultiPress::new(window);
    gesture.set_button(0);
    // The page lets no event of the pointer up to the window, so they are seen on their way down.
    gesture.set_propagation_phase(PropagationPhase::Capture);
    let act = Rc::new(act);
    let at_end = Rc::clone(&act);
    gesture.connect_begin(move |_, _| act());
    gesture.connect_end(move |_, _| at_end());
    // The window only borrows it.
    window.connect_destroy(move |_| gesture.reset());
}

/// Makes a window, hidden.
fn make(app: &AppHandle, plan: &'static Plan) -> Result<WebviewWindow> {
    let page = WebviewUrl::App(plan.page.into());
    let window = WebviewWindowBuilder::new(app, plan.name, page)
        .title(app.state::<Seat>().title(plan.title))
        .inner_size(plan.size.0, plan.size.1)
        .min_inner_size(plan.least.0, plan.least.1)
        .center()
        .visible(false)
        .focused(false)
        .devtools(cfg!(feature = "automation"))
        .on_navigation(|url| is_page(url, plan.page))
        .on_new_window(|_, _| NewWindowResponse::Deny)
        .build()
        .with_context(|| format!("cannot make the window {}", plan.name))?;
    look::dress(&window);
    reload_when_lost(&window)?;
    Ok(window)
}

fn is_page(url: &Url, page: &str) -> bool {
    url.scheme() == "tauri" && url.path().strip_prefix('/') == Some(page)
}

/// A web process that ends takes the page with it, but nothing else: the daemon has what it showed.
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

/// Brings a window that is on the screen above others; the focus stays where it is.
fn raise(window: &WebviewWindow) {
    if let Ok(window) = window.gtk_window()
        && let Some(surface) = window.window()
        && window.is_visible()
    {
        surface.raise();
    }
}

/// Gives a window the keyboard, now or, if it is still on its way to the screen, when it is there: a
/// window manager gives it to nothing that it has not placed yet.
fn present(window: &WebviewWindow, token: Option<&str>) {
    let Ok(window) = window.gtk_window() else {
        return;
    };
    if let Some(token) = token {
        window.set_startup_id(token);
    }
    // A window that was made without the focus takes none until it was drawn once.
    window.set_accept_focus(true);
    if window.is_mapped() {
        take_keyboard(&window);
        return;
    }
    let handler = Rc::new(Cell::new(None));
    let own = Rc::clone(&handler);
    handler.set(Some(window.connect_map_event(move |window, _| {
        take_keyboard(window);
        if let Some(handler) = own.take() {
            window.disconnect(handler);
        }
        Propagation::Proceed
    })));
}

/// Asks for the keyboard, and again for a moment if it does not come: window managers lose a request
/// that comes while they still settle what is where.
fn take_keyboard(window: &ApplicationWindow) {
    ask_for_keyboard(window);
    let (window, left) = (window.clone(), Cell::new(ASKED_AGAIN));
    glib::timeout_add_local(UNTIL_AGAIN, move || {
        if left.get() == 0 || window.is_active() || !window.is_visible() {
            return ControlFlow::Break;
        }
        left.set(left.get() - 1);
        ask_for_keyboard(&window);
        ControlFlow::Continue
    });
}

/// The person wants it, so now counts as the window's last use.
fn ask_for_keyboard(window: &ApplicationWindow) {
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
    fn a_window_has_its_own_page_and_no_other() {
        let is_home = |url: &str| is_page(&url.parse().unwrap(), "home.html");
        assert!(is_home("tauri://localhost/home.html"));
        assert!(!is_home("tauri://localhost/question.html"));
        assert!(!is_home("tauri://localhost/"));
        assert!(!is_home("https://localhost/home.html"));
        assert!(!is_home("about:blank"));
    }
}
