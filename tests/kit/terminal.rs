//! A terminal without a window: a pane of tmux, whose screen can be read.

use std::ffi::OsStr;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::process::{ChildProcess, output};
use crate::virtual_desktop::VirtualDesktop;
use crate::wait::{TIMEOUT, wait_until};

/// Wide enough for a path in the temporary folder.
const SIZE: [&str; 4] = ["-x", "160", "-y", "50"];

/// A terminal with one program. Dropping it hangs up.
pub struct Terminal<'d> {
    desktop: &'d VirtualDesktop,
    socket: PathBuf,
    _server: ChildProcess,
}

impl<'d> Terminal<'d> {
    /// Runs a program. `tmux` is a command for tmux with the program's folder and environment.
    pub fn open(
        desktop: &'d VirtualDesktop,
        mut tmux: Command,
        program: &[&OsStr],
    ) -> Result<Self> {
        let socket = desktop.home().join("run/tmux");
        let folder = tmux.get_current_dir().context("a folder")?.to_owned();
        // In the foreground, so that it ends with the test.
        tmux.arg("-D")
            .arg("-S")
            .arg(&socket)
            .args(["-f", "/dev/null"]);
        let terminal = Self {
            desktop,
            socket,
            _server: desktop.start_process("terminal", tmux)?,
        };
        wait_until("tmux", TIMEOUT, || terminal.socket.exists())?;
        let mut open = terminal.tmux("new-session");
        open.arg("-d").args(SIZE).arg("-c").arg(folder);
        open.arg("--").args(program);
        output(&mut open)?;
        Ok(terminal)
    }

    /// Presses a key until a text has left the screen. A dialog may ignore keys just after it appeared.
    pub fn presses_until_hidden(&self, key: &str, text: &str) -> Result<()> {
        wait_until(&format!("{key} to hide {text:?}"), TIMEOUT, || {
            if self.is_showing(text)? {
                self.presses(key)?;
                bail!("{}", self.screen()?.trim());
            }
            Ok(())
        })
    }

    /// Whether the screen shows a text now. Spaces and line breaks are ignored, since programs wrap their
    /// lines.
    pub fn is_showing(&self, text: &str) -> Result<bool> {
        let screen = self.screen()?;
        Ok(without_spaces(&screen).contains(&without_spaces(text)))
    }

    /// Waits until the screen shows a text.
    pub fn shows(&self, text: &str) -> Result<()> {
        self.waits_for(text, true)
    }

    /// Waits until the screen no longer shows a text.
    pub fn hides(&self, text: &str) -> Result<()> {
        self.waits_for(text, false)
    }

    /// Types a text and waits until it is on the screen.
    pub fn types(&self, text: &str) -> Result<()> {
        output(self.tmux("send-keys").args(["-l", "--", text]))?;
        self.shows(text)
    }

    /// Presses a key with tmux's name: `Enter`, `Escape`, `Down`, `C-c`, `1`.
    pub fn presses(&self, key: &str) -> Result<()> {
        output(self.tmux("send-keys").arg(key)).map(drop)
    }

    fn waits_for(&self, text: &str, is_expected: bool) -> Result<()> {
        let what = format!("{text:?} in the terminal to be {is_expected}");
        wait_until(&what, TIMEOUT, || {
            let is_showing = self.is_showing(text)?;
            ensure!(is_showing == is_expected, "{}", self.screen()?.trim());
            Ok(())
        })
    }

    fn screen(&self) -> Result<String> {
        output(self.tmux("capture-pane").arg("-p"))
    }

    fn tmux(&self, command: &str) -> Command {
        let mut tmux = self.desktop.command("tmux");
        tmux.arg("-S").arg(&self.socket).arg(command);
        tmux
    }
}

impl Drop for Terminal<'_> {
    fn drop(&mut self) {
        // Shown with the logs of a failed test.
        let file = self.desktop.home().join("logs/terminal-screen.log");
        let _ = self.screen().map(|screen| fs::write(file, screen));
    }
}

fn without_spaces(text: &str) -> String {
    text.split_whitespace().collect()
}
