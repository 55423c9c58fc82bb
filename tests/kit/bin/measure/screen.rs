//! What is on a virtual screen, by its pixels, and keys pressed there.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use doorbell_tests::app::CLASS;
use doorbell_tests::screen::Screen as Windows;
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{ConnectionExt as _, ImageFormat, InputFocus, Window};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;

/// One of so many lines of the screen is read.
const LINE_STEP: usize = 15;
/// An empty screen or a window of one colour has fewer; a line of smooth text has more.
const COLOURS_OF_TEXT: usize = 24;
/// The colour of `Send` in the light theme once it can be pressed; before, it is paler.
const ACCENT: [u8; 3] = [0x00, 0x56, 0x8a];
/// So many pixels of it side by side are a button.
const BUTTON_WIDTH: usize = 20;
const TIMEOUT: Duration = Duration::from_secs(20);
const CONTROL: u8 = 37;
const RETURN: u8 = 36;
const PRESS: u8 = 2;
const RELEASE: u8 = 3;

/// A screen without a window manager, whose frames would be mistaken for a form.
pub struct Screen {
    connection: RustConnection,
    display: String,
    root: Window,
    size: (u16, u16),
}

impl Screen {
    pub fn open(display: &str) -> Result<Self> {
        let (connection, number) = RustConnection::connect(Some(display))?;
        let screen = &connection.setup().roots[number];
        let size = (screen.width_in_pixels, screen.height_in_pixels);
        let root = screen.root;
        Ok(Self {
            connection,
            display: display.to_owned(),
            root,
            size,
        })
    }

    /// Waits until something with text is on the screen and returns when it was seen.
    pub fn wait_until_painted(&self) -> Result<Instant> {
        self.wait("a painted form", |lines| colours(lines) >= COLOURS_OF_TEXT)
    }

    pub fn wait_until_empty(&self) -> Result<Instant> {
        self.wait("an empty screen", |lines| colours(lines) <= 1)
    }

    /// Waits until Send is dimmed for the guard and then can be pressed.
    pub fn wait_until_guard_ends(&self) -> Result<Instant> {
        self.wait("dimmed buttons", |lines| !has_button(lines))?;
        self.wait("a button that can be pressed", has_button)
    }

    /// Looks as often as it can.
    fn wait(&self, what: &str, is_so: impl Fn(&[Vec<u8>]) -> bool) -> Result<Instant> {
        let start = Instant::now();
        loop {
            let lines = self.lines()?;
            let now = Instant::now();
            if is_so(&lines) {
                return Ok(now);
            }
            if now - start > TIMEOUT {
                bail!("waited {TIMEOUT:?} for {what}");
            }
        }
    }

    /// Some lines of the screen, four bytes a pixel.
    fn lines(&self) -> Result<Vec<Vec<u8>>> {
        let (width, height) = self.size;
        let (lines, all) = (0..height.cast_signed(), !0);
        let requests = lines.step_by(LINE_STEP).map(|line| {
            let format = ImageFormat::Z_PIXMAP;
            self.connection
                .get_image(format, self.root, 0, line, width, 1, all)
        });
        // All are sent before the first reply is read.
        let requests = requests.collect::<Result<Vec<_>, _>>()?;
        let replies = requests
            .into_iter()
            .map(|request| Ok(request.reply()?.data));
        replies.collect()
    }

    /// Gives Doorbell's window the keyboard.
    pub fn focus_window(&self) -> Result<()> {
        let windows = Windows::of(&self.display)?.mapped(CLASS)?;
        let window = windows.first().context("no window is on the screen")?;
        let now = x11rb::CURRENT_TIME;
        self.connection
            .set_input_focus(InputFocus::PARENT, *window, now)?
            .check()?;
        Ok(())
    }

    /// Presses Ctrl+Enter and returns when.
    pub fn press_send(&self) -> Result<Instant> {
        let start = Instant::now();
        for (kind, key) in [
            (PRESS, CONTROL),
            (PRESS, RETURN),
            (RELEASE, RETURN),
            (RELEASE, CONTROL),
        ] {
            let now = x11rb::CURRENT_TIME;
            self.connection
                .xtest_fake_input(kind, key, now, self.root, 0, 0, 0)?;
        }
        self.connection.flush()?;
        Ok(start)
    }
}

fn colours(lines: &[Vec<u8>]) -> usize {
    let mut colours = HashSet::new();
    for line in lines {
        // Most pixels are as the one before them.
        let mut before: &[u8] = &[];
        for pixel in line.chunks_exact(4) {
            if pixel != before {
                colours.insert(pixel);
                before = pixel;
            }
        }
    }
    colours.len()
}

/// Two lines, because the ring around a field is as wide as a button but only in one of them.
fn has_button(lines: &[Vec<u8>]) -> bool {
    let is_wide = |line: &Vec<u8>| {
        let mut width = 0;
        line.chunks_exact(4).any(|pixel| {
            let is_accent = pixel.starts_with(&ACCENT);
            width = if is_accent { width + 1 } else { 0 };
            width >= BUTTON_WIDTH
        })
    };
    lines.windows(2).any(|pair| pair.iter().all(is_wide))
}
