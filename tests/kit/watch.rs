//! What happens to the windows of a screen, as the X server tells it: nothing is missed between two looks.

use anyhow::Result;
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, ChangeWindowAttributesAux, ConnectionExt as _, EventMask, Window,
};
use x11rb::rust_connection::RustConnection;

/// Said when the keyboard goes to another window.
const ACTIVE_WINDOW: &str = "_NET_ACTIVE_WINDOW";

/// Someone who watches a screen from the moment this is made.
pub struct Watch {
    connection: RustConnection,
    active_window: Atom,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Seen {
    /// A window was put on the screen.
    Mapped(Window),
    /// The window manager gave the keyboard to another window.
    Activated,
}

impl Watch {
    /// Begins to watch.
    ///
    /// # Errors
    /// There is no such display.
    pub fn begin(display: &str) -> Result<Self> {
        let (connection, number) = RustConnection::connect(Some(display))?;
        let root = connection.setup().roots[number].root;
        let name = connection.intern_atom(false, ACTIVE_WINDOW.as_bytes())?;
        let active_window = name.reply()?.atom;
        let wanted = EventMask::SUBSTRUCTURE_NOTIFY | EventMask::PROPERTY_CHANGE;
        let attributes = ChangeWindowAttributesAux::new().event_mask(wanted);
        connection
            .change_window_attributes(root, &attributes)?
            .check()?;
        Ok(Self {
            connection,
            active_window,
        })
    }

    /// What has happened since the last call.
    ///
    /// # Errors
    /// The screen is gone.
    pub fn since(&mut self) -> Result<Vec<Seen>> {
        let mut seen = Vec::new();
        // Whatever happened before an answer has been told before it.
        self.connection.get_input_focus()?.reply()?;
        while let Some(event) = self.connection.poll_for_event()? {
            match event {
                Event::MapNotify(mapped) => seen.push(Seen::Mapped(mapped.window)),
                Event::PropertyNotify(changed) if changed.atom == self.active_window => {
                    seen.push(Seen::Activated);
                }
                _ => {}
            }
        }
        Ok(seen)
    }
}
