//! What is on the screen, by its pixels, and keys pressed there.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{ConnectionExt as _, ImageFormat, InputFocus, MapState, Window};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;

/// Every so many lines of the screen one is looked at.
const EVERY: u16 = 15;
/// An empty screen, or a window in one colour, has fewer; a line of smooth text has more.
const COLOURS: usize = 24;
/// The colour of `Send` in the light theme once presses are accepted; before, it is paler.
const ACCENT: [u8; 3] = [0x00, 0x56, 0x8a];
/// So many pixels of it side by side are a button: the ring around a field is thinner.
const BUTTON: usize = 20;
/// How long something may take to come or go.
const PATIENCE: Duration = Duration::from_secs(20);
const CONTROL: u8 = 37;
const RETURN: u8 = 36;
const PRESS: u8 = 2;
const RELEASE: u8 = 3;

/// A virtual screen without a window manager, whose frames would count as paint.
pub struct Screen {
    connection: RustConnection,
    root: Window,
    size: (u16, u16),
}

impl Screen {
    pub fn at(display: &str) -> Result<Self> {
        let (connection, number) = RustConnection::connect(Some(display))?;
        let screen = &connection.setup().roots[number];
        let (root, size) = (
            screen.root,
            (screen.width_in_pixels, screen.height_in_pixels),
        );
        Ok(Self {
            connection,
            root,
            size,
        })
    }

    /// Waits until something with text in it is on the screen.
    pub fn is_painted(&self) -> Result<Instant> {
        self.wait("something on the screen", |colours| colours >= COLOURS)
    }

    /// Waits until nothing is.
    pub fn is_empty(&self) -> Result<Instant> {
        self.wait("an empty screen", |colours| colours <= 1)
    }

    /// Waits until the buttons on the screen look ready to be pressed.
    pub fn accepts_presses(&self) -> Result<()> {
        let begun = Instant::now();
        while !self.lines()?.iter().any(|pixels| has_button(pixels)) {
            if begun.elapsed() > PATIENCE {
                bail!("waited in vain for a button that can be pressed");
            }
        }
        Ok(())
    }

    fn wait(&self, what: &str, is_so: impl Fn(usize) -> bool) -> Result<Instant> {
        let begun = Instant::now();
        loop {
            let colours = self.colours()?;
            let now = Instant::now();
            if is_so(colours) {
                return Ok(now);
            }
            if now.duration_since(begun) > PATIENCE {
                bail!("waited in vain for {what}; there are {colours} colours");
            }
        }
    }

    fn colours(&self) -> Result<usize> {
        let mut colours = HashSet::new();
        for pixels in self.lines()? {
            let mut before = None;
            for pixel in pixels.chunks_exact(4) {
                // Most are as the one beside them.
                if before != Some(pixel) {
                    colours.insert([pixel[0], pixel[1], pixel[2]]);
                    before = Some(pixel);
                }
            }
        }
        Ok(colours.len())
    }

    /// Some lines of the screen, four bytes a pixel.
    fn lines(&self) -> Result<Vec<Vec<u8>>> {
        let (width, height) = self.size;
        let lines: Vec<i16> = (0..height)
            .step_by(usize::from(EVERY))
            .filter_map(|line| i16::try_from(line).ok())
            .collect();
        let asked = lines
            .iter()
            .map(|line| {
                let all = !0;
                self.connection
                    .get_image(ImageFormat::Z_PIXMAP, self.root, 0, *line, width, 1, all)
            })
            .collect::<Result<Vec<_>, _>>()?;
        asked
            .into_iter()
            .map(|line| Ok(line.reply()?.data))
            .collect()
    }

    /// Gives the keyboard to the largest window.
    pub fn focuses(&self) -> Result<()> {
        let mut largest = None;
        for window in self.connection.query_tree(self.root)?.reply()?.children {
            let is_there = self
                .connection
                .get_window_attributes(window)?
                .reply()?
                .map_state
                == MapState::VIEWABLE;
            let size = self.connection.get_geometry(window)?.reply()?;
            let area = u32::from(size.width) * u32::from(size.height);
            if is_there && largest.is_none_or(|(most, _)| area > most) {
                largest = Some((area, window));
            }
        }
        let (_, window) = largest.context("no window is on the screen")?;
        let now = x11rb::CURRENT_TIME;
        self.connection
            .set_input_focus(InputFocus::PARENT, window, now)?
            .check()?;
        Ok(())
    }

    /// Presses Ctrl+Enter, and tells when.
    pub fn sends(&self) -> Result<Instant> {
        let begun = Instant::now();
        for (kind, key) in [
            (PRESS, CONTROL),
            (PRESS, RETURN),
            (RELEASE, RETURN),
            (RELEASE, CONTROL),
        ] {
            self.connection
                .xtest_fake_input(kind, key, x11rb::CURRENT_TIME, self.root, 0, 0, 0)?;
        }
        self.connection.flush()?;
        Ok(begun)
    }
}

/// Whether a line of the screen crosses a button that can be pressed.
fn has_button(pixels: &[u8]) -> bool {
    let mut run = 0;
    pixels.chunks_exact(4).any(|pixel| {
        run = if pixel.starts_with(&ACCENT) {
            run + 1
        } else {
            0
        };
        run >= BUTTON
    })
}
