//! Everything that happens to the windows of a screen, as the X server tells it: nothing is missed between
//! two looks.

use std::collections::HashMap;

use anyhow::Result;
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    AtomEnum, ChangeWindowAttributesAux, ConnectionExt as _, EventMask, Window,
};
use x11rb::rust_connection::RustConnection;

/// What window managers, panels and everybody else learn of the windows and of the keyboard.
const TOLD: [&str; 2] = ["_NET_CLIENT_LIST", ACTIVE_WINDOW];

/// Said when the keyboard goes to another window.
pub const ACTIVE_WINDOW: &str = "_NET_ACTIVE_WINDOW";

/// Someone who watches a screen from the moment this is made.
pub struct Watch {
    connection: RustConnection,
    root: Window,
    size: (i32, i32),
    told: Vec<(u32, &'static str)>,
    places: HashMap<Window, Place>,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Seen {
    /// A window is on the screen, or a part of it.
    Shown(Window),
    /// A window is there, but nothing of it on the screen.
    Elsewhere(Window),
    /// A window is gone.
    Gone(Window),
    /// The window manager says something new: of the windows it has, or of the one with the keyboard.
    Told(&'static str),
}

/// Where a window is, frame and all, and how large.
#[derive(Debug, Clone, Copy, Default)]
struct Place {
    at: (i32, i32),
    size: (i32, i32),
    is_there: bool,
}

impl Watch {
    /// Begins to watch.
    ///
    /// # Errors
    /// There is no such display.
    pub fn begin(display: &str) -> Result<Self> {
        let (connection, number) = RustConnection::connect(Some(display))?;
        let screen = &connection.setup().roots[number];
        let root = screen.root;
        let size = (
            i32::from(screen.width_in_pixels),
            i32::from(screen.height_in_pixels),
        );
        let mut told = Vec::new();
        for name in TOLD {
            let atom = connection.intern_atom(false, name.as_bytes())?.reply()?;
            told.push((atom.atom, name));
        }
        let wanted = EventMask::SUBSTRUCTURE_NOTIFY | EventMask::PROPERTY_CHANGE;
        let attributes = ChangeWindowAttributesAux::new().event_mask(wanted);
        connection
            .change_window_attributes(root, &attributes)?
            .check()?;
        Ok(Self {
            connection,
            root,
            size,
            told,
            places: HashMap::new(),
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
            seen.extend(self.read(&event));
        }
        Ok(seen)
    }

    /// The windows that the window manager has, as everybody can read it.
    ///
    /// # Errors
    /// The screen is gone.
    pub fn managed(&self) -> Result<Vec<Window>> {
        let (list, _) = self.told[0];
        let all = u32::MAX;
        let property =
            self.connection
                .get_property(false, self.root, list, AtomEnum::WINDOW, 0, all)?;
        let windows = property.reply()?;
        Ok(windows.value32().into_iter().flatten().collect())
    }

    fn read(&mut self, event: &Event) -> Option<Seen> {
        match event {
            Event::CreateNotify(made) => {
                let place = self.places.entry(made.window).or_default();
                place.at = (made.x.into(), made.y.into());
                place.size = (made.width.into(), made.height.into());
                None
            }
            Event::ConfigureNotify(moved) => {
                let place = self.places.entry(moved.window).or_default();
                place.at = (moved.x.into(), moved.y.into());
                place.size = (moved.width.into(), moved.height.into());
                place.is_there.then(|| self.look(moved.window))
            }
            Event::MapNotify(mapped) => {
                self.places.entry(mapped.window).or_default().is_there = true;
                Some(self.look(mapped.window))
            }
            Event::UnmapNotify(unmapped) => {
                let place = self.places.get_mut(&unmapped.window)?;
                std::mem::take(&mut place.is_there).then_some(Seen::Gone(unmapped.window))
            }
            Event::PropertyNotify(changed) => {
                let name = self.told.iter().find(|(atom, _)| *atom == changed.atom)?;
                Some(Seen::Told(name.1))
            }
            _ => None,
        }
    }

    fn look(&self, window: Window) -> Seen {
        let Place { at, size, .. } = self.places.get(&window).copied().unwrap_or_default();
        let across = at.0 < self.size.0 && at.0 + size.0 > 0;
        let down = at.1 < self.size.1 && at.1 + size.1 > 0;
        if across && down {
            Seen::Shown(window)
        } else {
            Seen::Elsewhere(window)
        }
    }
}
