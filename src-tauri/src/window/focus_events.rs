//! Tells a new focus from the end of a keyboard grab.
//!
//! GDK reports both in the same way. A menu, a shortcut of the desktop and many input methods grab the
//! keyboard and give it back to the window that had it. The X server says which it was, so a second
//! connection reads that. Under Wayland no program can focus a window at will, and grabs cannot be told
//! apart: there, only a focus at the window's arrival is reported as new.

use std::cell::{Cell, OnceCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use gdkx11::X11Window;
use gtk::ApplicationWindow;
use gtk::glib::Propagation;
use gtk::prelude::*;
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    ChangeWindowAttributesAux, ConnectionExt, EventMask, FocusInEvent, NotifyDetail, NotifyMode,
};
use x11rb::rust_connection::RustConnection;

/// How long after its arrival a window may be focused by accident under Wayland.
const ARRIVAL_PERIOD: Duration = Duration::from_secs(1);

/// Calls `on_focus` when the window gets the focus, but not when a grab ends. Call once, when the window
/// is created.
pub fn watch_new_focus(window: &ApplicationWindow, on_focus: impl Fn() + 'static) {
    let events = Rc::new(FocusEvents::default());
    let on_map = Rc::clone(&events);
    window.connect_map(move |window| on_map.shown(window));
    window.connect_focus_in_event(move |_, _| {
        if events.is_new_focus() {
            on_focus();
        }
        Propagation::Proceed
    });
}

#[derive(Default)]
struct FocusEvents {
    /// `None` under Wayland, and if the connection failed.
    connection: OnceCell<Option<RustConnection>>,
    shown_at: Cell<Option<Instant>>,
}

impl FocusEvents {
    fn shown(&self, window: &ApplicationWindow) {
        self.shown_at.set(Some(Instant::now()));
        self.connection.get_or_init(|| {
            let surface = window.window()?.downcast::<X11Window>().ok()?;
            connect(&window.display(), &surface)
                .inspect_err(|error| tracing::warn!("focus events are not known: {error:#}"))
                .ok()
        });
    }

    /// Returns true if the focus that GDK reports now is new. Call for each of them.
    fn is_new_focus(&self) -> bool {
        match self.connection.get() {
            Some(Some(connection)) => was_focused(connection).unwrap_or(true),
            _ => self
                .shown_at
                .get()
                .is_some_and(|at| at.elapsed() < ARRIVAL_PERIOD),
        }
    }
}

fn connect(display: &gtk::gdk::Display, surface: &X11Window) -> Result<RustConnection> {
    // The server may not have got GDK's request to create the window.
    display.sync();
    let (connection, _) = RustConnection::connect(Some(&display.name()))?;
    let window = u32::try_from(surface.xid()).context("a window id has 32 bits")?;
    let focus = ChangeWindowAttributesAux::new().event_mask(EventMask::FOCUS_CHANGE);
    connection
        .change_window_attributes(window, &focus)?
        .check()?;
    Ok(connection)
}

/// Reads the events since the last call. Returns true if one of them gave the window the focus.
fn was_focused(connection: &RustConnection) -> Result<bool> {
    // The reply comes after every event that GDK has seen.
    connection.get_input_focus()?.reply()?;
    let mut is_new = false;
    while let Some(event) = connection.poll_for_event()? {
        is_new |= matches!(event, Event::FocusIn(event) if gives_focus(&event));
    }
    Ok(is_new)
}

fn gives_focus(event: &FocusInEvent) -> bool {
    let is_grab = event.mode == NotifyMode::GRAB || event.mode == NotifyMode::UNGRAB;
    // GTK moves the focus between the window and a child of its own.
    !is_grab && event.detail != NotifyDetail::INFERIOR
}
