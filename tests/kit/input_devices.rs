//! Input from the keyboard and mouse of a virtual display.
//!
//! xdotool's input comes from XTEST's own devices, which Doorbell tells from a person's. This input
//! comes from the display's devices.

use std::collections::HashMap;

use anyhow::{Context, Result, bail, ensure};
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
            connection,
        })
    }

    /// Types text.
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
        let symbol = match (named, characters.next(), characters.as_str()) {
            (Some((_, symbol)), ..) => *symbol,
            (None, Some(character), "") => symbol(character),
            (None, Some('F'), number) => {
                0xffbd + number.parse::<u32>().context("a function key")?
            }
            _ => bail!("no key is called {last:?}"),
        };
        self.taps(&modifiers, symbol)
    }

    /// Presses and releases a button of the mouse where the pointer is.
    pub fn clicks(&self, button: u8) -> Result<()> {
        self.sends(BUTTON_PRESS, button, self.mouse)?;
        self.sends(BUTTON_RELEASE, button, self.mouse)?;
        self.settles()
    }

    fn taps(&self, modifiers: &[u32], symbol: u32) -> Result<()> {
        let mut keymap = self.keymap()?;
        if !keymap.contains_key(&symbol) {
            self.adds_key(symbol)?;
            keymap = self.keymap()?;
        }
        let find = |symbol: &u32| {
            keymap
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

    /// Each symbol's keycode, and whether it needs Shift.
    fn keymap(&self) -> Result<HashMap<u32, (u8, bool)>> {
        let (first, width, symbols) = self.symbols()?;
        let mut found = HashMap::new();
        for (index, row) in symbols.chunks(width).enumerate() {
            let keycode = first + u8::try_from(index)?;
            for (column, symbol) in row.iter().enumerate().take(SHIFTED + 1) {
                found.entry(*symbol).or_insert((keycode, column == SHIFTED));
            }
        }
        found.remove(&0);
        Ok(found)
    }

    /// Gives an unused keycode a symbol that the layout lacks.
    fn adds_key(&self, symbol: u32) -> Result<()> {
        let (first, width, symbols) = self.symbols()?;
        let mut rows = symbols.chunks(width);
        let free = rows
            .rposition(|row| row.iter().all(|symbol| *symbol == 0))
            .context("no keycode is unused")?;
        let keycode = first + u8::try_from(free)?;
        self.connection
            .change_keyboard_mapping(1, keycode, 2, &[symbol, symbol])?;
        self.settles()
    }

    fn symbols(&self) -> Result<(u8, usize, Vec<u32>)> {
        let setup = self.connection.setup();
        let (first, last) = (setup.min_keycode, setup.max_keycode);
        let mapping = self
            .connection
            .get_keyboard_mapping(first, last - first + 1)?
            .reply()?;
        Ok((
            first,
            usize::from(mapping.keysyms_per_keycode),
            mapping.keysyms,
        ))
    }
}

/// X11's symbol for a character.
fn symbol(character: char) -> u32 {
    match u32::from(character) {
        latin @ (0x20..=0x7e | 0xa0..=0xff) => latin,
        other => 0x0100_0000 | other,
    }
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}
