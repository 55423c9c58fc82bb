//! Input from the keyboard and mouse of a virtual display.
//!
//! A program's usual input comes from XTEST's own devices, which Doorbell tells from a person's. This
//! input comes from the display's devices.

use std::collections::HashMap;
use std::str::FromStr;

use anyhow::{Context, Error, Result, bail, ensure};
use x11rb::connection::Connection;
use x11rb::protocol::xinput::{ConnectionExt as _, DeviceUse};
use x11rb::protocol::xproto::ConnectionExt as _;
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;

/// XInput's events, counted from the extension's first.
const KEY_PRESS: u8 = 1;
const KEY_RELEASE: u8 = 2;
const BUTTON_PRESS: u8 = 3;
const BUTTON_RELEASE: u8 = 4;

/// The column of a keycode's symbols that Shift chooses.
const SHIFTED: usize = 1;

const MODIFIERS: [(&str, u32); 4] = [
    ("shift", 0xffe1),
    ("ctrl", 0xffe3),
    ("alt", 0xffe9),
    ("super", 0xffeb),
];

/// Keys that are named and not printed, with their symbols.
const NAMED: [(&str, u32); 24] = [
    ("Return", 0xff0d),
    ("Tab", 0xff09),
    ("Escape", 0xff1b),
    ("BackSpace", 0xff08),
    ("Delete", 0xffff),
    ("space", 0x20),
    ("Home", 0xff50),
    ("End", 0xff57),
    ("Left", 0xff51),
    ("Up", 0xff52),
    ("Right", 0xff53),
    ("Down", 0xff54),
    ("Page_Up", 0xff55),
    ("Page_Down", 0xff56),
    ("Prior", 0xff55),
    ("Next", 0xff56),
    ("comma", 0x2c),
    ("period", 0x2e),
    ("slash", 0x2f),
    ("plus", 0x2b),
    ("minus", 0x2d),
    ("equal", 0x3d),
    ("dead_acute", 0xfe51),
    ("Multi_key", 0xff20),
];

/// The display's own keyboard and mouse.
pub struct InputDevices {
    connection: RustConnection,
    first_event: u8,
    keyboard: u8,
    mouse: u8,
    /// Each symbol's keycode, and whether it needs Shift.
    keymap: HashMap<u32, (u8, bool)>,
}

impl InputDevices {
    /// Finds the devices of a display.
    pub fn of(display: &str) -> Result<Self> {
        let (connection, _) = RustConnection::connect(Some(display))?;
        let extension = connection.query_extension(b"XInputExtension")?.reply()?;
        ensure!(extension.present, "the display has no XInput");
        let listed = connection.xinput_list_input_devices()?.reply()?;
        let find = |kind: DeviceUse| {
            let devices = listed.devices.iter().zip(&listed.names);
            let mut own = devices.filter(|(device, name)| {
                device.device_use == kind && !contains(&name.name, b"XTEST")
            });
            own.next().map(|(device, _)| device.device_id)
        };
        Ok(Self {
            first_event: extension.first_event,
            keyboard: find(DeviceUse::IS_X_EXTENSION_KEYBOARD).context("no keyboard")?,
            mouse: find(DeviceUse::IS_X_EXTENSION_POINTER).context("no mouse")?,
            keymap: keymap(&connection)?,
            connection,
        })
    }

    /// Types text. Fails if the display's layout has no key for a character, because an application
    /// may get a key before it learns of a new layout.
    pub fn types(&self, text: &str) -> Result<()> {
        for character in text.chars() {
            let symbol = match character {
                '\n' => 0xff0d,
                '\t' => 0xff09,
                _ => symbol(character),
            };
            self.taps(&[], symbol)?;
        }
        Ok(())
    }

    /// Presses a key or a chord: `Tab`, `shift+Tab`, `ctrl+Return`.
    pub fn presses(&self, chord: &str) -> Result<()> {
        let Chord { modifiers, key } = chord.parse()?;
        self.taps(&modifiers, key)
    }

    /// Moves the pointer to a position in a window, or on the screen if the window is its root.
    pub fn points_at(&self, window: u32, x: i32, y: i32) -> Result<()> {
        let (x, y) = (i16::try_from(x)?, i16::try_from(y)?);
        self.connection
            .warp_pointer(x11rb::NONE, window, 0, 0, 0, 0, x, y)?;
        self.settles()
    }

    /// The root window of the first screen.
    pub fn root(&self) -> Result<u32> {
        let screen = self.connection.setup().roots.first();
        Ok(screen.context("no screen")?.root)
    }

    /// Presses and releases a button of the mouse where the pointer is.
    pub fn clicks(&self, button: u8) -> Result<()> {
        self.sends(BUTTON_PRESS, button, self.mouse)?;
        self.sends(BUTTON_RELEASE, button, self.mouse)?;
        self.settles()
    }

    fn taps(&self, modifiers: &[u32], symbol: u32) -> Result<()> {
        let find = |symbol: &u32| {
            self.keymap
                .get(symbol)
                .copied()
                .with_context(|| format!("no key for {symbol:#x}"))
        };
        let (key, shifted) = find(&symbol)?;
        let mut held: Vec<u8> = Vec::new();
        for modifier in modifiers {
            held.push(find(modifier)?.0);
        }
        if shifted && !modifiers.contains(&MODIFIERS[0].1) {
            held.push(find(&MODIFIERS[0].1)?.0);
        }
        for modifier in &held {
            self.sends(KEY_PRESS, *modifier, self.keyboard)?;
        }
        self.sends(KEY_PRESS, key, self.keyboard)?;
        self.sends(KEY_RELEASE, key, self.keyboard)?;
        for modifier in held.iter().rev() {
            self.sends(KEY_RELEASE, *modifier, self.keyboard)?;
        }
        self.settles()
    }

    fn sends(&self, event: u8, detail: u8, device: u8) -> Result<()> {
        self.connection
            .xtest_fake_input(self.first_event + event, detail, 0, 0, 0, 0, device)?;
        Ok(())
    }

    /// Returns when the server has handled every request before this one.
    fn settles(&self) -> Result<()> {
        self.connection.get_input_focus()?.reply()?;
        Ok(())
    }
}

/// A key, and the modifiers held with it, as X11's symbols.
pub(crate) struct Chord {
    pub modifiers: Vec<u32>,
    pub key: u32,
}

impl FromStr for Chord {
    type Err = Error;

    fn from_str(chord: &str) -> Result<Self> {
        let mut names: Vec<&str> = chord.split('+').collect();
        let last = names.pop().unwrap_or_default();
        let modifiers = names.into_iter().map(|name| {
            let found = MODIFIERS.iter().find(|(known, _)| *known == name);
            found.map(|(_, symbol)| *symbol).context("no such modifier")
        });
        let modifiers: Vec<u32> = modifiers
            .collect::<Result<_>>()
            .with_context(|| chord.to_owned())?;
        let named = NAMED.iter().find(|(known, _)| *known == last);
        let mut characters = last.chars();
        let key = match (named, characters.next(), characters.as_str()) {
            (Some((_, symbol)), ..) => *symbol,
            (None, Some(character), "") => symbol(character),
            (None, Some('F'), number) => {
                0xffbd + number.parse::<u32>().context("a function key")?
            }
            _ => bail!("no key is called {last:?}"),
        };
        Ok(Self { modifiers, key })
    }
}

fn keymap(connection: &RustConnection) -> Result<HashMap<u32, (u8, bool)>> {
    let setup = connection.setup();
    let (first, last) = (setup.min_keycode, setup.max_keycode);
    let mapping = connection
        .get_keyboard_mapping(first, last - first + 1)?
        .reply()?;
    let width = usize::from(mapping.keysyms_per_keycode);
    let mut found = HashMap::new();
    for (index, row) in mapping.keysyms.chunks(width).enumerate() {
        let keycode = first + u8::try_from(index)?;
        for (column, symbol) in row.iter().enumerate().take(SHIFTED + 1) {
            found.entry(*symbol).or_insert((keycode, column == SHIFTED));
        }
    }
    found.remove(&0);
    Ok(found)
}

/// X11's symbol for a character.
pub(crate) fn symbol(character: char) -> u32 {
    match u32::from(character) {
        latin @ (0x20..=0x7e | 0xa0..=0xff) => latin,
        other => 0x0100_0000 | other,
    }
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}
