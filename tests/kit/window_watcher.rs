//! Records window events from the X server, so that no change between two polls is missed.

use anyhow::Result;
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, ChangeWindowAttributesAux, ConnectionExt as _, EventMask, Window,
};
use x11rb::rust_connection::RustConnection;

/// Changes when the keyboard focus moves to another window.
const ACTIVE_WINDOW: &str = "_NET_ACTIVE_WINDOW";

/// Collects events from the moment it is started.
pub struct WindowWatcher {
    connection: RustConnection,
    active_window: Atom,
}

/// An event on the screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WindowEvent {
    /// A window became visible.
    Mapped(Window),
    /// The window manager moved the keyboard focus to another window.
    FocusChanged,
}

impl WindowWatcher {
    /// Starts watching.
    pub fn start(display: &str) -> Result<Self> {
        let (connection, number) = RustConnection::connect(Some(display))?;
        let root = connection.setup().roots[number].root;
        let name = connection.intern_atom(false, ACTIVE_WINDOW.as_bytes())?;
        let active_window = name.reply()?.atom;
        let mask = EventMask::SUBSTRUCTURE_NOTIFY | EventMask::PROPERTY_CHANGE;
        let attributes = ChangeWindowAttributesAux::new().event_mask(mask);
        connection
            .change_window_attributes(root, &attributes)?
            .check()?;
        Ok(Self {
            connection,
            active_window,
        })
    }

    /// The events since the last call.
    pub fn new_events(&mut self) -> Result<Vec<WindowEvent>> {
        let mut events = Vec::new();
        // The server sends all earlier events before this reply.
        self.connection.get_input_focus()?.reply()?;
        while let Some(event) = self.connection.poll_for_event()? {
            match event {
                Event::MapNotify(mapped) => events.push(WindowEvent::Mapped(mapped.window)),
                Event::PropertyNotify(changed) if changed.atom == self.active_window => {
                    events.push(WindowEvent::FocusChanged);
                }
                _ => {}
            }
        }
        Ok(events)
    }
}
