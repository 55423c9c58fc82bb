//! Reads the pixels of a virtual screen and focuses the window.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use doorbell_tests::app::CLASS;
use doorbell_tests::screen::Screen as Windows;
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{ConnectionExt as _, ImageFormat, InputFocus, Window};
use x11rb::rust_connection::RustConnection;

/// Only every 15th line of the screen is read.
const LINE_STEP: usize = 15;
/// An empty screen or a plain window has fewer colours; a line of smooth text has more.
const MIN_TEXT_COLOURS: usize = 24;
/// The colour of an enabled `Send` button in the light theme.
const ACCENT: [u8; 3] = [0x00, 0x56, 0x8a];
/// This many accent pixels side by side are a button.
const BUTTON_WIDTH: usize = 20;
const TIMEOUT: Duration = Duration::from_secs(20);

/// A screen without a window manager, because window frames would be mistaken for a form.
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

    /// Waits until text is on the screen and returns the time.
    pub fn wait_until_painted(&self) -> Result<Instant> {
        self.wait("a painted form", |lines| colours(lines) >= MIN_TEXT_COLOURS)
    }

    pub fn wait_until_empty(&self) -> Result<Instant> {
        self.wait("an empty screen", |lines| colours(lines) <= 1)
    }

    /// Waits until `Send` was dimmed by the guard and is enabled again.
    pub fn wait_until_guard_ends(&self) -> Result<Instant> {
        self.wait("dimmed buttons", |lines| !has_button(lines))?;
        self.wait("a button that can be pressed", has_button)
    }

    /// Polls without pause.
    fn wait(&self, what: &str, condition: impl Fn(&[Vec<u8>]) -> bool) -> Result<Instant> {
        let start = Instant::now();
        loop {
            let lines = self.lines()?;
            let now = Instant::now();
            if condition(&lines) {
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
        // Sends all requests before reading the first reply.
        let requests = requests.collect::<Result<Vec<_>, _>>()?;
        let replies = requests
            .into_iter()
            .map(|request| Ok(request.reply()?.data));
        replies.collect()
    }

    /// Focuses Doorbell's window.
    pub fn focus_window(&self) -> Result<()> {
        let windows = Windows::of(&self.display)?.mapped(CLASS)?;
        let window = windows.first().context("no window is on the screen")?;
        let now = x11rb::CURRENT_TIME;
        self.connection
            .set_input_focus(InputFocus::PARENT, *window, now)?
            .check()?;
        Ok(())
    }
}

fn colours(lines: &[Vec<u8>]) -> usize {
    let mut colours = HashSet::new();
    for line in lines {
        // Most pixels equal their neighbour.
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

/// Requires two lines, because the focus ring of a field is as wide but only in one line.
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
