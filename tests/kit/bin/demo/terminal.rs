//! Claude Code in a terminal on the screen.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use doorbell_tests::agent::{Agent, AgentName, ServerEntry};
use doorbell_tests::process::ChildProcess;
use doorbell_tests::virtual_desktop::VirtualDesktop;
use doorbell_tests::wait::{TIMEOUT, wait_until};

/// The X11 window class of the terminal.
pub const CLASS: &str = "XTerm";

/// What the terminal has shown, relative to the home.
const TRANSCRIPT: &str = "transcript";

/// What the model does in the moving picture.
pub const DEPLOYMENT: &str =
    r#"The tests are green, so I'll deploy 2.4.1. call:deploy {"version": "2.4.1"}"#;

/// Claude Code, whose model does what `script` says.
pub fn install_agent<'d>(desktop: &'d VirtualDesktop, script: &str) -> Result<Agent<'d>> {
    let name = AgentName::ClaudeCode;
    Agent::install_with_script(desktop, name, &ServerEntry::Command, script)
}

/// A terminal with Claude Code.
pub struct Terminal<'d> {
    _process: ChildProcess,
    transcript: PathBuf,
    desktop: &'d VirtualDesktop,
}

impl<'d> Terminal<'d> {
    /// Opens it and waits until it takes a prompt.
    pub fn open(
        desktop: &'d VirtualDesktop,
        agent: &Agent<'_>,
        position: (i32, i32),
    ) -> Result<Self> {
        let transcript = desktop.home().join(TRANSCRIPT);
        let mut xterm = agent.command("xterm");
        let geometry = format!("104x34+{}+{}", position.0, position.1);
        xterm
            .args(["-fa", "DejaVu Sans Mono", "-fs", "9.5", "-b", "6"])
            .args(["-bg", "#16181d", "-fg", "#e8e6e1", "-cr", "#e8e6e1"])
            .args(["-geometry", &geometry, "-title", "Terminal"])
            .args(["-tn", "xterm-256color"])
            .args(["-e", "script", "--quiet", "--flush", "--command"])
            .arg(agent.program())
            .arg(&transcript);
        let terminal = Self {
            _process: desktop.start_process("terminal", xterm)?,
            transcript,
            desktop,
        };
        terminal.shows("for shortcuts")?;
        Ok(terminal)
    }

    /// Waits until the terminal has shown a text.
    pub fn shows(&self, text: &str) -> Result<()> {
        wait_until(&format!("{text:?} in the terminal"), TIMEOUT, || {
            let shown = fs::read(&self.transcript).unwrap_or_default();
            without_escapes(&String::from_utf8_lossy(&shown)).contains(&without_spaces(text))
        })
        .with_context(|| self.desktop.log_tails())
    }
}

/// The text without escape sequences and spaces: a terminal may move the cursor instead of writing
/// a space.
fn without_escapes(text: &str) -> String {
    let mut pieces = text.split('\u{1b}');
    let mut plain = without_spaces(pieces.next().unwrap_or_default());
    for piece in pieces {
        let end = piece.find(|c: char| c.is_ascii_alphabetic());
        let rest = end.and_then(|end| piece.get(end + 1..));
        plain.push_str(&without_spaces(rest.unwrap_or_default()));
    }
    plain
}

fn without_spaces(text: &str) -> String {
    text.split_whitespace().collect()
}
