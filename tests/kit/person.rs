//! What a person does at a desktop: looks for a window, types, clicks, closes it. Through X11, as
//! hands would, not through the page.

use std::collections::HashSet;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

use crate::accessibility;
use crate::app::CLASS;
use crate::process::output;
use crate::screen::Screen;
use crate::virtual_desktop::VirtualDesktop;
use crate::wait::{PATIENCE, wait_until};

/// So many looks in a row must be the same for a window to be at rest.
const SAME_LOOKS: u32 = 10;

/// A window with so few colours has drawn nothing but its background.
const BLANK: usize = 4;

/// How the title of a window begins whose keys are always taken.
const UNGUARDED: &str = "Doorbell Home";

/// A window on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window(u64);

/// Someone at a virtual desktop.
pub struct Person<'d> {
    desktop: &'d VirtualDesktop,
}

impl<'d> Person<'d> {
    /// Sits down.
    pub fn at(desktop: &'d VirtualDesktop) -> Self {
        Self { desktop }
    }

    /// The application's window once it is on the screen.
    ///
    /// # Errors
    /// It did not come.
    pub fn sees(&self, class: &str) -> Result<Window> {
        wait_until(&format!("a window of {class}"), PATIENCE, || {
            self.visible(class).first().copied()
        })
    }

    /// The application's window with this title once it is on the screen.
    ///
    /// # Errors
    /// It did not come.
    pub fn sees_titled(&self, class: &str, title: &str) -> Result<Window> {
        wait_until(&format!("the window {title:?}"), PATIENCE, || {
            self.titled(class, title).first().copied()
        })
    }

    /// The application's windows with this title on the screen now.
    pub fn titled(&self, class: &str, title: &str) -> Vec<Window> {
        let mut windows = self.visible(class);
        windows.retain(|window| self.reads_title(*window).is_ok_and(|read| read == title));
        windows
    }

    /// Waits until no window of the application is on the screen.
    ///
    /// # Errors
    /// It stayed.
    pub fn sees_no_more(&self, class: &str) -> Result<()> {
        wait_until(&format!("{class} to leave the screen"), PATIENCE, || {
            self.visible(class).is_empty()
        })
    }

    /// The application's windows on the screen now.
    pub fn visible(&self, class: &str) -> Vec<Window> {
        let mapped = self.screen().and_then(|screen| screen.mapped(class));
        let on_screen = mapped.unwrap_or_default().into_iter();
        on_screen.map(|window| Window(window.into())).collect()
    }

    /// Gives a window the keyboard, as a switch of windows would, and waits until it takes keys.
    ///
    /// # Errors
    /// The window is gone, or never takes keys.
    pub fn focuses(&self, window: Window) -> Result<()> {
        wait_until("the keyboard focus", PATIENCE, || {
            // Asked for again each time: what a window manager says of a window that was hidden
            // and came back at once may be what it said before.
            self.xdotool(&["windowactivate", &window.0.to_string()])?;
            let has_keys = self.xdotool(&["getwindowfocus"])?;
            ensure!(
                self.focused() == Some(window) && has_keys.trim() == window.0.to_string(),
                "the keys go to {has_keys}"
            );
            Ok(())
        })?;
        self.waits_until_ready(window)
    }

    /// Waits until a window of the application has the keyboard and no key or click in it would
    /// come too soon, as a screen reader is told.
    ///
    /// # Errors
    /// It never is ready; the message tells what is there.
    pub fn waits_until_ready(&self, window: Window) -> Result<()> {
        let title = self.reads_title(window)?;
        let is_guarded = !title.starts_with(UNGUARDED);
        wait_until(&format!("{title:?} to take keys"), PATIENCE, || {
            let tree = accessibility::tree(self.desktop, CLASS)?;
            let page = tree.find("frame", &title).with_context(|| tree.outline())?;
            ensure!(
                page.has_keyboard(),
                "it has no keyboard:\n{}",
                page.outline()
            );
            let accepts = !is_guarded || page.accepts_presses();
            ensure!(accepts, "its guard has not ended:\n{}", page.outline());
            Ok(())
        })
    }

    /// The window that has the keyboard.
    pub fn focused(&self) -> Option<Window> {
        let active = self.screen().and_then(|screen| screen.active());
        active.ok()?.map(|window| Window(window.into()))
    }

    /// Waits until the window manager has handled all that happened on the screen before this
    /// call, and has said who has the keyboard because of it. It handles events in order, so a
    /// request of our own comes last.
    ///
    /// # Errors
    /// There is no window manager.
    pub fn waits_for_window_manager(&self) -> Result<()> {
        let read = || self.xdotool(&["get_num_desktops"]);
        let before: u32 = read()?.trim().parse().context("a number of desktops")?;
        let wanted = if before == 1 { 2 } else { 1 }.to_string();
        self.xdotool(&["set_num_desktops", &wanted])?;
        wait_until("the window manager", PATIENCE, || {
            read().is_ok_and(|now| now.trim() == wanted)
        })
    }

    /// Types text.
    ///
    /// # Errors
    /// There is no screen.
    pub fn types(&self, text: &str) -> Result<()> {
        self.xdotool(&["type", "--delay", "12", "--", text])
            .map(drop)
    }

    /// Types text in the place of what the field holds.
    ///
    /// # Errors
    /// There is no screen.
    pub fn types_instead(&self, text: &str) -> Result<()> {
        self.presses("ctrl+a")?;
        self.types(text)
    }

    /// Presses a key or a chord, named as in X11: `Tab`, `shift+Tab`, `ctrl+Return`, `Escape`.
    ///
    /// # Errors
    /// There is no such key.
    pub fn presses(&self, chord: &str) -> Result<()> {
        self.xdotool(&["key", "--", chord]).map(drop)
    }

    /// Gives a window the keyboard the moment it arrives, as a window manager that knows no better
    /// would, and types on.
    ///
    /// # Errors
    /// No window came.
    pub fn types_into_what_arrives(&self, class: &str, text: &str) -> Result<()> {
        let window = self.sees(class)?.0.to_string();
        self.xdotool(&[
            "windowactivate",
            "--sync",
            &window,
            "type",
            "--delay",
            "12",
            "--",
            text,
        ])
        .map(drop)
    }

    /// Moves the pointer to a place on the screen.
    ///
    /// # Errors
    /// There is no screen.
    pub fn points_at(&self, x: i32, y: i32) -> Result<()> {
        self.xdotool(&["mousemove", &x.to_string(), &y.to_string()])
            .map(drop)
    }

    /// How far a window's contents are from the left and the top of the screen.
    ///
    /// # Errors
    /// The window is gone.
    pub fn locates(&self, window: Window) -> Result<(i32, i32)> {
        let id = window.0.to_string();
        let told = output(self.desktop.command("xwininfo").args(["-id", &id]))?;
        let number = |name: &str| {
            told.lines()
                .find_map(|line| line.trim().strip_prefix(name)?.trim().parse().ok())
                .with_context(|| format!("no {name} in {told:?}"))
        };
        Ok((
            number("Absolute upper-left X:")?,
            number("Absolute upper-left Y:")?,
        ))
    }

    /// Clicks at a place in a window, in pixels from its top left corner.
    ///
    /// # Errors
    /// The window is gone.
    pub fn clicks(&self, window: Window, x: u32, y: u32) -> Result<()> {
        let (id, x, y) = (window.0.to_string(), x.to_string(), y.to_string());
        self.xdotool(&["mousemove", "--window", &id, &x, &y])?;
        self.xdotool(&["click", "1"]).map(drop)
    }

    /// Asks the window manager to close a window, as the cross in its corner does.
    ///
    /// # Errors
    /// The window is gone.
    pub fn closes(&self, window: Window) -> Result<()> {
        let id = format!("{:#x}", window.0);
        output(self.desktop.command("wmctrl").args(["-i", "-c", &id])).map(drop)
    }

    /// The window's title.
    ///
    /// # Errors
    /// The window is gone.
    pub fn reads_title(&self, window: Window) -> Result<String> {
        self.screen()?.title(u32::try_from(window.0)?)
    }

    /// Width and height of a window's contents.
    ///
    /// # Errors
    /// The window is gone.
    pub fn measures(&self, window: Window) -> Result<(u32, u32)> {
        let geometry = self.xdotool(&["getwindowgeometry", "--shell", &window.0.to_string()])?;
        let number = |name: &str| {
            geometry
                .lines()
                .find_map(|line| line.strip_prefix(name)?.parse().ok())
                .with_context(|| format!("no {name} in {geometry:?}"))
        };
        Ok((number("WIDTH=")?, number("HEIGHT=")?))
    }

    /// Makes a window larger or smaller.
    ///
    /// # Errors
    /// The window keeps its size.
    pub fn resizes(&self, window: Window, width: u32, height: u32) -> Result<()> {
        let (id, w, h) = (window.0.to_string(), width.to_string(), height.to_string());
        self.xdotool(&["windowsize", &id, &w, &h])?;
        wait_until("the new size", PATIENCE, || {
            self.measures(window).ok() == Some((width, height))
        })
    }

    /// Moves a window, frame and all, to a place on the screen.
    ///
    /// # Errors
    /// The window is gone.
    pub fn moves(&self, window: Window, x: u32, y: u32) -> Result<()> {
        let (id, x, y) = (window.0.to_string(), x.to_string(), y.to_string());
        self.xdotool(&["windowmove", "--sync", &id, &x, &y])
            .map(drop)
    }

    /// Takes a picture of a window's contents once something is drawn and keeps still.
    ///
    /// # Errors
    /// The window is gone, stays blank or never rests.
    pub fn photographs_at_rest(&self, window: Window, file: &Path) -> Result<()> {
        let (screen, id) = (self.screen()?, u32::try_from(window.0)?);
        let mut before = Vec::new();
        let mut same = 0;
        wait_until("the window to keep still", PATIENCE, || {
            let now = screen.pixels(id)?;
            if now != before {
                before = now;
                same = 1;
                bail!("it changed");
            }
            same += 1;
            ensure!(same >= SAME_LOOKS, "it has changed a moment ago");
            let colours: HashSet<&[u8]> = before.chunks(4).collect();
            ensure!(colours.len() > BLANK, "it is blank");
            self.photographs(window, file)?;
            ensure!(screen.pixels(id)? == before, "it changed under the camera");
            Ok(())
        })
    }

    /// Takes a picture of a window's contents.
    ///
    /// # Errors
    /// The window is gone.
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

    /// How bright a window is, from 0 for black to 1 for white.
    ///
    /// # Errors
    /// The window is gone.
    pub fn brightness(&self, window: Window) -> Result<f64> {
        let mean = self.measures_pixels(window, "%[fx:mean]")?;
        mean.trim().parse().context("a brightness")
    }

    /// A checksum of what is on a window.
    ///
    /// # Errors
    /// The window is gone.
    pub fn pixels(&self, window: Window) -> Result<String> {
        self.measures_pixels(window, "%#")
    }

    fn measures_pixels(&self, window: Window, format: &str) -> Result<String> {
        let picture = self.desktop.home().join("window.png");
        self.photographs(window, &picture)?;
        let mut convert = self.desktop.command("convert");
        output(convert.arg(&picture).args(["-format", format, "info:"]))
    }

    fn screen(&self) -> Result<Screen> {
        Screen::of(self.desktop.display())
    }

    fn xdotool(&self, words: &[&str]) -> Result<String> {
        output(self.desktop.command("xdotool").args(words))
    }
}
