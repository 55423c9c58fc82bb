//! The programs that ask a person by starting a process for each question.

use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result};
use doorbell_tests::virtual_desktop::VirtualDesktop;

pub const NAMES: [&str; 3] = ["pinentry-gtk-2", "yad", "zenity"];

/// Has one of them ask, and tells since when.
pub fn ask(name: &str, desktop: &VirtualDesktop) -> Result<(Asking, Instant)> {
    let mut command = desktop.command(name);
    let says = match name {
        "pinentry-gtk-2" => {
            let display = desktop.display();
            format!(
                "OPTION ttyname=/dev/null\nSETDESC What shall agents call you?\nSETPROMPT Name\nOPTION display={display}\nGETPIN\n"
            )
        }
        _ => {
            command.args(["--entry", "--text", "What shall agents call you?"]);
            String::new()
        }
    };
    let begun = Instant::now();
    let child = start(command).with_context(|| format!("{name} did not start"))?;
    let mut asking = Asking(child);
    if let Some(input) = asking.0.stdin.as_mut() {
        input.write_all(says.as_bytes())?;
    }
    Ok((asking, begun))
}

fn start(mut command: Command) -> std::io::Result<Child> {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
}

/// A question that is gone with this.
pub struct Asking(Child);

impl Asking {
    /// Whose process it is.
    pub fn id(&self) -> u32 {
        self.0.id()
    }
}

impl Drop for Asking {
    fn drop(&mut self) {
        // One that has ended by itself cannot be ended again.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
