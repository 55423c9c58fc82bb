//! A person at a desktop, who finds windows through X11 and uses the display's keyboard and mouse.

use std::collections::HashSet;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

use crate::accessibility;
use crate::app::{CLASS, HOME_TITLE, has_title};
use crate::input_devices::InputDevices;
use crate::process::output;
use crate::screen::Screen;
use crate::virtual_desktop::VirtualDesktop;
use crate::wait::{TIMEOUT, wait_until};

/// A window is still after this many equal captures in a row.
const EQUAL_CAPTURES: u32 = 10;

/// A window with no more colours has only drawn its background.
const MAX_BLANK_COLOURS: usize = 4;

/// A window on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window(u64);

impl Window {
    /// Its number on the X server.
    pub fn id(self) -> Result<u32> {
        Ok(u32::try_from(self.0)?)
    }
}

/// The user of a virtual desktop.
pub struct Person<'d> {
    desktop: &'d VirtualDesktop,
}

impl<'d> Person<'d> {
    /// The person at this desktop.
    pub fn at(desktop: &'d VirtualDesktop) -> Self {
        Self { desktop }
    }

    /// Waits for a visible window of the application.
    pub fn sees(&self, class: &str) -> Result<Window> {
        wait_until(&format!("a window of {class}"), TIMEOUT, || {
            self.visible_windows(class).first().copied()
        })
    }

    /// Waits for a visible window with this title.
    pub fn sees_titled(&self, class: &str, title: &str) -> Result<Window> {
        wait_until(&format!("the window {title:?}"), TIMEOUT, || {
            self.windows_titled(class, title).first().copied()
        })
    }

    /// The visible windows with this title.
    pub fn windows_titled(&self, class: &str, title: &str) -> Vec<Window> {
        let mut windows = self.visible_windows(class);
        let is_titled = |read: String| has_title(&read, title);
        windows.retain(|window| self.reads_title(*window).is_ok_and(is_titled));
        windows
    }

    /// Waits until the application has no visible window.
    pub fn sees_no_window(&self, class: &str) -> Result<()> {
        wait_until(&format!("{class} to leave the screen"), TIMEOUT, || {
            self.visible_windows(class).is_empty()
        })
    }

    /// The visible windows of the application.
    pub fn visible_windows(&self, class: &str) -> Vec<Window> {
        let mapped = self.screen().and_then(|screen| screen.mapped(class));
        let on_screen = mapped.unwrap_or_default().into_iter();
        on_screen.map(|window| Window(window.into())).collect()
    }

    /// Focuses a window, as a window switch would, and waits until it accepts keys.
    pub fn focuses(&self, window: Window) -> Result<()> {
        wait_until("the keyboard focus", TIMEOUT, || {
            // Repeated each time, because the window manager may report the old state of a window
            // that was hidden and shown again.
            self.xdotool(&["windowactivate", &window.0.to_string()])?;
            let focused = self.xdotool(&["getwindowfocus"])?;
            ensure!(
                self.focused() == Some(window) && focused.trim() == window.0.to_string(),
                "the focus is on {focused}"
            );
            Ok(())
        })?;
        self.waits_until_ready(window)
    }

    /// Waits until a window has the focus and its guard on presses has ended, according to the
    /// accessibility tree.
    pub fn waits_until_ready(&self, window: Window) -> Result<()> {
        wait_until("the window to take keys", TIMEOUT, || {
            let title = self.reads_title(window)?;
            let page = accessibility::window(self.desktop, CLASS, |it| it == title)?.tree();
            ensure!(
                page.has_keyboard(),
                "it has no keyboard:\n{}",
                page.outline()
            );
            let accepts = if title == HOME_TITLE {
                page.accepts_keys()
            } else {
                page.accepts_presses()
            };
            ensure!(accepts, "its guard has not ended:\n{}", page.outline());
            Ok(())
        })
    }

    /// The window with the keyboard focus.
    pub fn focused(&self) -> Option<Window> {
        let active = self.screen().and_then(|screen| screen.active());
        active.ok()?.map(|window| Window(window.into()))
    }

    /// Waits until the window manager has handled all earlier events. It handles them in order, so
    /// this sends a request and waits for its effect.
    pub fn waits_for_window_manager(&self) -> Result<()> {
        let read = || self.xdotool(&["get_num_desktops"]);
        let before: u32 = read()?.trim().parse().context("a number of desktops")?;
        let target = if before == 1 { 2 } else { 1 }.to_string();
        self.xdotool(&["set_num_desktops", &target])?;
        wait_until("the window manager", TIMEOUT, || {
            read().is_ok_and(|now| now.trim() == target)
        })
    }

    /// Types text.
    pub fn types(&self, text: &str) -> Result<()> {
        self.devices()?.types(text)
    }

    /// Replaces the content of the focused field.
    pub fn replaces_text_with(&self, text: &str) -> Result<()> {
        self.presses("ctrl+a")?;
        self.types(text)
    }

    /// Presses a key or chord with X11 names: `Tab`, `shift+Tab`, `ctrl+Return`, `Escape`.
    pub fn presses(&self, chord: &str) -> Result<()> {
        self.devices()?.presses(chord)
    }

    /// Focuses a window as soon as it appears, as some window managers do, and types.
    pub fn types_into_arriving_window(&self, class: &str, text: &str) -> Result<()> {
        let devices = self.devices()?;
        let window = self.sees(class)?.0.to_string();
        self.xdotool(&["windowactivate", "--sync", &window])?;
        devices.types(text)
    }

    /// Moves the pointer to a screen position.
    pub fn points_at(&self, x: i32, y: i32) -> Result<()> {
        let devices = self.devices()?;
        devices.points_at(devices.root()?, x, y)
    }

    /// The screen position of a window's contents.
    pub fn reads_position(&self, window: Window) -> Result<(i32, i32)> {
        let id = window.0.to_string();
        let info = output(self.desktop.command("xwininfo").args(["-id", &id]))?;
        let number = |name: &str| {
            info.lines()
                .find_map(|line| line.trim().strip_prefix(name)?.trim().parse().ok())
                .with_context(|| format!("no {name} in {info:?}"))
        };
        Ok((
            number("Absolute upper-left X:")?,
            number("Absolute upper-left Y:")?,
        ))
    }

    /// Moves the pointer to a position in a window, in pixels from its top left corner.
    pub fn points_in(&self, window: Window, x: u32, y: u32) -> Result<()> {
        let (x, y) = (x.try_into()?, y.try_into()?);
        self.devices()?.points_at(window.id()?, x, y)
    }

    /// Clicks at a position in a window.
    pub fn clicks(&self, window: Window, x: u32, y: u32) -> Result<()> {
        self.points_in(window, x, y)?;
        self.devices()?.clicks(1)
    }

    /// Asks the window manager to close a window, like its close button.
    pub fn closes(&self, window: Window) -> Result<()> {
        let id = format!("{:#x}", window.0);
        output(self.desktop.command("wmctrl").args(["-i", "-c", &id])).map(drop)
    }

    /// The window's title.
    pub fn reads_title(&self, window: Window) -> Result<String> {
        self.screen()?.title(window.id()?)
    }

    /// The width and height of a window's contents.
    pub fn reads_size(&self, window: Window) -> Result<(u32, u32)> {
        let geometry = self.xdotool(&["getwindowgeometry", "--shell", &window.0.to_string()])?;
        let number = |name: &str| {
            geometry
                .lines()
                .find_map(|line| line.strip_prefix(name)?.parse().ok())
                .with_context(|| format!("no {name} in {geometry:?}"))
        };
        Ok((number("WIDTH=")?, number("HEIGHT=")?))
    }

    /// Resizes a window.
    pub fn resizes(&self, window: Window, width: u32, height: u32) -> Result<()> {
        let (id, w, h) = (window.0.to_string(), width.to_string(), height.to_string());
        self.xdotool(&["windowsize", &id, &w, &h])?;
        wait_until("the new size", TIMEOUT, || {
            self.reads_size(window).ok() == Some((width, height))
        })
    }

    /// Moves a window, including its frame.
    pub fn moves(&self, window: Window, x: u32, y: u32) -> Result<()> {
        let (id, x, y) = (window.0.to_string(), x.to_string(), y.to_string());
        self.xdotool(&["windowmove", "--sync", &id, &x, &y])
            .map(drop)
    }

    /// Takes a screenshot of a window once it is drawn and no longer changes.
    pub fn photographs_at_rest(&self, window: Window, file: &Path) -> Result<()> {
        let (screen, id) = (self.screen()?, window.id()?);
        let mut before = Vec::new();
        let mut equal = 0;
        wait_until("the window to keep still", TIMEOUT, || {
            let now = screen.pixels(id)?;
            if now != before {
                before = now;
                equal = 1;
                bail!("it changed");
            }
            equal += 1;
            ensure!(equal >= EQUAL_CAPTURES, "it changed recently");
            let colours: HashSet<&[u8]> = before.chunks(4).collect();
            ensure!(colours.len() > MAX_BLANK_COLOURS, "it is blank");
            self.photographs(window, file)?;
            ensure!(
                screen.pixels(id)? == before,
                "it changed during the screenshot"
            );
            Ok(())
        })
    }

    /// Takes a screenshot of a window's contents.
    pub fn photographs(&self, window: Window, file: &Path) -> Result<()> {
        let id = window.0.to_string();
        output(
            self.desktop
                .command("import")
                .args([
                    "-window",
                    &id,
                    "-strip",
                    "-define",
                    "png:exclude-chunks=date,time",
                ])
                .arg(file),
        )?;
        if !file.is_file() {
            bail!("no picture at {}", file.display());
        }
        Ok(())
    }

    /// The mean brightness of a window, from 0 (black) to 1 (white).
    pub fn brightness(&self, window: Window) -> Result<f64> {
        let mean = self.reads_pixels(window, "%[fx:mean]")?;
        mean.trim().parse().context("a brightness")
    }

    /// A checksum of a window's pixels.
    pub fn pixels(&self, window: Window) -> Result<String> {
        self.reads_pixels(window, "%#")
    }

    fn reads_pixels(&self, window: Window, format: &str) -> Result<String> {
        let picture = self.desktop.home().join("window.png");
        self.photographs(window, &picture)?;
        let mut convert = self.desktop.command("convert");
        output(convert.arg(&picture).args(["-format", format, "info:"]))
    }

    fn devices(&self) -> Result<&InputDevices> {
        self.desktop.input_devices()
    }

    fn screen(&self) -> Result<Screen> {
        Screen::of(self.desktop.display())
    }

    fn xdotool(&self, arguments: &[&str]) -> Result<String> {
        output(self.desktop.command("xdotool").args(arguments))
    }
}
