//! The windows on a screen, read from the X server itself: a program started for each look would
//! slow down what is waited for.

use anyhow::{Context, Result};
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{Atom, AtomEnum, ConnectionExt as _, ImageFormat, MapState, Window};
use x11rb::rust_connection::RustConnection;

/// No property that is read here is longer, in units of four bytes.
const LONGEST: u32 = 1024;

/// A connection to the X server.
pub struct Screen {
    connection: RustConnection,
    root: Window,
}

impl Screen {
    /// Connects.
    ///
    /// # Errors
    /// There is no such display.
    pub fn of(display: &str) -> Result<Self> {
        let (connection, number) = RustConnection::connect(Some(display))?;
        let root = connection.setup().roots[number].root;
        Ok(Self { connection, root })
    }

    /// The mapped windows of this class.
    ///
    /// # Errors
    /// The screen is gone.
    pub fn mapped(&self, class: &str) -> Result<Vec<Window>> {
        let mut found = Vec::new();
        let mut open = vec![self.root];
        while let Some(parent) = open.pop() {
            // A window may go while it is looked at; then it is not there.
            let Ok(tree) = self.connection.query_tree(parent)?.reply() else {
                continue;
            };
            for window in tree.children {
                if self.is_mapped(window, class)? {
                    found.push(window);
                } else {
                    open.push(window);
                }
            }
        }
        Ok(found)
    }

    fn is_mapped(&self, window: Window, class: &str) -> Result<bool> {
        let attributes = self.connection.get_window_attributes(window)?;
        let names = self.property(window, AtomEnum::WM_CLASS.into())?;
        let (Ok(attributes), Some(names)) = (attributes.reply(), names) else {
            return Ok(false);
        };
        let mut names = names.split(|byte| *byte == 0);
        let is_it = names.any(|name| name.eq_ignore_ascii_case(class.as_bytes()));
        Ok(is_it && attributes.map_state == MapState::VIEWABLE)
    }

    /// The window that the window manager says has the keyboard, if any.
    ///
    /// # Errors
    /// The screen is gone.
    pub fn active(&self) -> Result<Option<Window>> {
        let active = self.atom("_NET_ACTIVE_WINDOW")?;
        let value = self.property(self.root, active)?;
        let bytes = value.and_then(|value| value.try_into().ok());
        let window = bytes.map(u32::from_ne_bytes);
        Ok(window.filter(|window| *window != 0))
    }

    /// A window's title.
    ///
    /// # Errors
    /// The window is gone, or has none.
    pub fn title(&self, window: Window) -> Result<String> {
        let title = self.property(window, self.atom("_NET_WM_NAME")?)?;
        let title = match title {
            Some(title) => Some(title),
            None => self.property(window, AtomEnum::WM_NAME.into())?,
        };
        let title = title.context("the window is gone or has no title")?;
        Ok(String::from_utf8_lossy(&title).into_owned())
    }

    /// The pixels of what is on the screen where a window is, four bytes each.
    ///
    /// # Errors
    /// The window is gone.
    pub fn pixels(&self, window: Window) -> Result<Vec<u8>> {
        let size = self.connection.get_geometry(window)?.reply()?;
        let place = self
            .connection
            .translate_coordinates(window, self.root, 0, 0)?
            .reply()?;
        let screen = self.connection.get_geometry(self.root)?.reply()?;
        let (x, width) = clipped(place.dst_x, size.width, screen.width);
        let (y, height) = clipped(place.dst_y, size.height, screen.height);
        let all = u32::MAX;
        let image = self.connection.get_image(
            ImageFormat::Z_PIXMAP,
            self.root,
            x,
            y,
            width,
            height,
            all,
        )?;
        Ok(image.reply()?.data)
    }

    fn atom(&self, name: &str) -> Result<Atom> {
        let atom = self.connection.intern_atom(false, name.as_bytes())?;
        Ok(atom.reply()?.atom)
    }

    /// A property's bytes, if the window is there and has it.
    fn property(&self, window: Window, name: Atom) -> Result<Option<Vec<u8>>> {
        let any = AtomEnum::ANY;
        let asked = self
            .connection
            .get_property(false, window, name, any, 0, LONGEST)?;
        let value = asked.reply().ok().map(|property| property.value);
        Ok(value.filter(|value| !value.is_empty()))
    }
}

/// The part of a stretch that is on a screen: where it begins, and how long it is.
fn clipped(at: i16, length: u16, screen: u16) -> (i16, u16) {
    let (at, length, screen) = (i32::from(at), i32::from(length), i32::from(screen));
    let begin = at.clamp(0, screen - 1);
    let end = (at + length).clamp(begin + 1, screen);
    // Both are between zero and the screen's size.
    (
        i16::try_from(begin).unwrap_or_default(),
        u16::try_from(end - begin).unwrap_or(1),
    )
}
