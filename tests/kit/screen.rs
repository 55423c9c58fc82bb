//! Reads windows directly from the X server, because starting a program for each poll is slow.

use anyhow::{Context, Result};
use x11rb::connection::Connection;
use x11rb::protocol::xkb::{ConnectionExt as _, Group};
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ChangeWindowAttributesAux, ConnectionExt as _, EventMask, ImageFormat,
    InputFocus, KEY_PRESS_EVENT, KeyButMask, KeyPressEvent, MapState, ModMask, Window,
};
use x11rb::rust_connection::RustConnection;

/// The longest property read here, in units of four bytes.
const MAX_PROPERTY_LENGTH: u32 = 1024;

/// The number under which XKB knows the keyboard in use.
const CORE_KEYBOARD: u16 = 0x100;

/// A connection to the X server.
pub struct Screen {
    connection: RustConnection,
    root: Window,
}

impl Screen {
    /// Connects to a display.
    pub fn of(display: &str) -> Result<Self> {
        let (connection, number) = RustConnection::connect(Some(display))?;
        let root = connection.setup().roots[number].root;
        Ok(Self { connection, root })
    }

    /// The mapped windows of this class.
    pub fn mapped(&self, class: &str) -> Result<Vec<Window>> {
        let mut found = Vec::new();
        let mut unvisited = vec![self.root];
        while let Some(parent) = unvisited.pop() {
            // Fails if the window was closed meanwhile.
            let Ok(tree) = self.connection.query_tree(parent)?.reply() else {
                continue;
            };
            for window in tree.children {
                if self.is_mapped(window, class)? {
                    found.push(window);
                } else {
                    unvisited.push(window);
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
        let has_class = names.any(|name| name.eq_ignore_ascii_case(class.as_bytes()));
        Ok(has_class && attributes.map_state == MapState::VIEWABLE)
    }

    /// The window with the keyboard focus, according to the window manager.
    pub fn active(&self) -> Result<Option<Window>> {
        let active = self.atom("_NET_ACTIVE_WINDOW")?;
        let value = self.property(self.root, active)?;
        let bytes = value.and_then(|value| value.try_into().ok());
        let window = bytes.map(u32::from_ne_bytes);
        Ok(window.filter(|window| *window != 0))
    }

    /// A window's title.
    pub fn title(&self, window: Window) -> Result<String> {
        let title = self.property(window, self.atom("_NET_WM_NAME")?)?;
        let title = match title {
            Some(title) => Some(title),
            None => self.property(window, AtomEnum::WM_NAME.into())?,
        };
        let title = title.context("the window is gone or has no title")?;
        Ok(String::from_utf8_lossy(&title).into_owned())
    }

    /// The pixels of the screen area that a window covers, four bytes each.
    pub fn pixels(&self, window: Window) -> Result<Vec<u8>> {
        let size = self.connection.get_geometry(window)?.reply()?;
        let position = self
            .connection
            .translate_coordinates(window, self.root, 0, 0)?
            .reply()?;
        let screen = self.connection.get_geometry(self.root)?.reply()?;
        let (x, width) = clipped(position.dst_x, size.width, screen.width);
        let (y, height) = clipped(position.dst_y, size.height, screen.height);
        self.area((x, y), (width, height))
    }

    /// The pixels of a part of the screen, four bytes each: blue, green, red and an unused one.
    pub fn area(&self, (x, y): (i16, i16), (width, height): (u16, u16)) -> Result<Vec<u8>> {
        let all_planes = u32::MAX;
        let image = self.connection.get_image(
            ImageFormat::Z_PIXMAP,
            self.root,
            x,
            y,
            width,
            height,
            all_planes,
        )?;
        Ok(image.reply()?.data)
    }

    /// Fills the background of the desktop.
    pub fn paint_background(&self, colour: u32) -> Result<()> {
        let background = ChangeWindowAttributesAux::new().background_pixel(colour);
        self.connection
            .change_window_attributes(self.root, &background)?
            .check()?;
        self.connection
            .clear_area(false, self.root, 0, 0, 0, 0)?
            .check()?;
        Ok(())
    }

    /// Sends a key press to a window with XSendEvent, as any client can.
    pub fn send_key(&self, window: Window, keycode: u8) -> Result<()> {
        let event = KeyPressEvent {
            response_type: KEY_PRESS_EVENT,
            detail: keycode,
            sequence: 0,
            time: 0,
            root: self.root,
            event: window,
            child: 0,
            root_x: 0,
            root_y: 0,
            event_x: 0,
            event_y: 0,
            state: KeyButMask::default(),
            same_screen: true,
        };
        self.connection
            .send_event(false, window, EventMask::NO_EVENT, event)?
            .check()?;
        Ok(())
    }

    /// Gives a window the keyboard focus without the window manager, as any client can.
    pub fn focus(&self, window: Window) -> Result<()> {
        self.connection
            .set_input_focus(InputFocus::PARENT, window, x11rb::CURRENT_TIME)?
            .check()?;
        Ok(())
    }

    /// Locks or releases Ctrl for all windows, as any client can.
    pub fn lock_control(&self, is_locked: bool) -> Result<()> {
        self.connection.xkb_use_extension(1, 0)?.reply()?;
        let locked = if is_locked {
            ModMask::CONTROL
        } else {
            ModMask::default()
        };
        self.connection
            .xkb_latch_lock_state(
                CORE_KEYBOARD,
                ModMask::CONTROL,
                locked,
                false,
                Group::M1,
                ModMask::default(),
                false,
                0,
            )?
            .check()?;
        Ok(())
    }

    /// Gives an unused keycode a symbol that the layout lacks.
    pub fn add_key(&self, symbol: u32) -> Result<()> {
        let setup = self.connection.setup();
        let (first, last) = (setup.min_keycode, setup.max_keycode);
        let mapping = self
            .connection
            .get_keyboard_mapping(first, last - first + 1)?
            .reply()?;
        let width = usize::from(mapping.keysyms_per_keycode);
        let mut rows = mapping.keysyms.chunks(width);
        let free = rows
            .rposition(|row| row.iter().all(|symbol| *symbol == 0))
            .context("no keycode is unused")?;
        let keycode = first + u8::try_from(free)?;
        self.connection
            .change_keyboard_mapping(1, keycode, 2, &[symbol, symbol])?
            .check()?;
        Ok(())
    }

    fn atom(&self, name: &str) -> Result<Atom> {
        let atom = self.connection.intern_atom(false, name.as_bytes())?;
        Ok(atom.reply()?.atom)
    }

    /// The bytes of a property, or `None` if the window or property does not exist.
    fn property(&self, window: Window, name: Atom) -> Result<Option<Vec<u8>>> {
        let any = AtomEnum::ANY;
        let request =
            self.connection
                .get_property(false, window, name, any, 0, MAX_PROPERTY_LENGTH)?;
        let value = request.reply().ok().map(|property| property.value);
        Ok(value.filter(|value| !value.is_empty()))
    }
}

/// Clips an interval to the screen. Returns its start and length.
fn clipped(start: i16, length: u16, screen: u16) -> (i16, u16) {
    let (start, length, screen) = (i32::from(start), i32::from(length), i32::from(screen));
    let begin = start.clamp(0, screen - 1);
    let end = (start + length).clamp(begin + 1, screen);
    // Both are between zero and the screen size, so the conversions cannot fail.
    (
        i16::try_from(begin).unwrap_or_default(),
        u16::try_from(end - begin).unwrap_or(1),
    )
}
