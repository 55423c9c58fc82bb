//! Comparable programs that start a process for each question.

use std::io::Write;
use std::process::{Child, Stdio};
use std::time::Instant;

use anyhow::{Context, Result};
use doorbell_tests::virtual_desktop::VirtualDesktop;

pub const PINENTRY: &str = "pinentry-gtk-2";
pub const ZENITY: &str = "zenity";

/// A running peer. Dropping it ends its question.
pub struct Peer(Child);

impl Peer {
    /// Starts the program with one question. Also returns the time before the start.
    pub fn ask(program: &str, desktop: &VirtualDesktop) -> Result<(Self, Instant)> {
        let mut command = desktop.command(program);
        command.stdin(Stdio::piped());
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut input = String::new();
        if program == PINENTRY {
            input = format!(
                "OPTION ttyname=/dev/null\nOPTION display={}\n\
                 SETDESC What should agents call you?\nSETPROMPT Name\nGETPIN\n",
                desktop.display()
            );
        } else {
            command.args(["--entry", "--text", "What should agents call you?"]);
        }
        let start = Instant::now();
        let child = command
            .spawn()
            .with_context(|| format!("{program} did not start"))?;
        let mut peer = Self(child);
        if let Some(pipe) = peer.0.stdin.as_mut() {
            pipe.write_all(input.as_bytes())?;
        }
        Ok((peer, start))
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        // Fails if it has already exited.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
