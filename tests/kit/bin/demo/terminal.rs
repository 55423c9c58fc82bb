//! Claude Code in a terminal, with a stand-in for its model, and an MCP server that asks.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use doorbell_tests::app::output_directory;
use doorbell_tests::process::ChildProcess;
use doorbell_tests::virtual_desktop::VirtualDesktop;
use doorbell_tests::wait::{TIMEOUT, wait_until};
use serde_json::{Value, json};

/// The X11 window class of the terminal.
pub const CLASS: &str = "XTerm";

/// The folder that Claude Code runs in, which Doorbell shows as the project.
pub const PROJECT: &str = "shop";
/// What the terminal has shown, relative to the home.
const TRANSCRIPT: &str = "transcript";
/// The name of the server in Claude Code's configuration.
const SERVER: &str = "shop-deploy";

/// What the model says when it is told to deploy.
pub fn deployment() -> Value {
    json!([{
        "text": "The tests are green, so I'll deploy 2.4.1.",
        "name": format!("mcp__{SERVER}__deploy"),
        "input": {"version": "2.4.1"},
    }])
}

/// Claude Code and its model, with a home of their own.
pub struct Agent<'d> {
    desktop: &'d VirtualDesktop,
    program: PathBuf,
    port: String,
    _model: ChildProcess,
}

impl<'d> Agent<'d> {
    /// Configures Claude Code with one MCP server, as a person who has used it before. `script` is
    /// what its model says.
    pub fn configure(desktop: &'d VirtualDesktop, script: &Value) -> Result<Self> {
        let home = desktop.home();
        let project = home.join(PROJECT);
        fs::create_dir_all(&project)?;
        fs::create_dir_all(home.join(".claude"))?;
        let server = file("claude/server.py");
        let state = json!({
            "hasCompletedOnboarding": true,
            "theme": "dark",
            "customApiKeyResponses": {"approved": ["none"], "rejected": []},
            "projects": {project.display().to_string(): {"hasTrustDialogAccepted": true}},
            "mcpServers": {SERVER: {"command": "python3", "args": [server]}},
        });
        fs::write(home.join(".claude.json"), format!("{state:#}\n"))?;
        let settings = json!({
            "permissions": {"defaultMode": "default", "allow": [format!("mcp__{SERVER}")]},
            // It asks whether to switch the mode on.
            "disableAutoMode": "disable",
            "spinnerTipsEnabled": false,
        });
        fs::write(home.join(".claude/settings.json"), settings.to_string())?;
        let mut model = desktop.command("python3");
        model.arg(file("claude/model.py")).arg(script.to_string());
        let logs = home.join("logs");
        let (model, port) = ChildProcess::start_and_read_line("model", model, &logs)?;
        Ok(Self {
            desktop,
            program: install(home)?,
            port,
            _model: model,
        })
    }

    /// Runs Claude Code once, without a terminal.
    pub fn runs(&self, prompt: &str) -> Result<ChildProcess> {
        let mut command = self.command(&self.program);
        command.args(["-p", prompt]);
        self.desktop.start_process("claude", command)
    }

    /// Opens a terminal with Claude Code and waits until it takes a prompt.
    pub fn opens_terminal(&self, position: (i32, i32)) -> Result<Terminal<'d>> {
        let transcript = self.desktop.home().join(TRANSCRIPT);
        let mut xterm = self.command("xterm");
        let geometry = format!("104x34+{}+{}", position.0, position.1);
        xterm
            .args(["-fa", "DejaVu Sans Mono", "-fs", "9.5", "-b", "6"])
            .args(["-bg", "#16181d", "-fg", "#e8e6e1", "-cr", "#e8e6e1"])
            .args(["-geometry", &geometry, "-title", "Terminal"])
            .args(["-tn", "xterm-256color"])
            .args(["-e", "script", "--quiet", "--flush", "--command"])
            .arg(&self.program)
            .arg(&transcript);
        let terminal = Terminal {
            _process: self.desktop.start_process("terminal", xterm)?,
            transcript,
            desktop: self.desktop,
        };
        terminal.shows("for shortcuts")?;
        Ok(terminal)
    }

    /// A command in the project, whose connections all end at the model.
    fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let model = format!("http://127.0.0.1:{}", self.port);
        let mut command = self.desktop.command(program);
        command
            .current_dir(self.desktop.home().join(PROJECT))
            .env("COLORTERM", "truecolor")
            .env("ANTHROPIC_BASE_URL", &model)
            .env("ANTHROPIC_API_KEY", "none")
            .env("ENABLE_TOOL_SEARCH", "false")
            .env("DISABLE_AUTOUPDATER", "1")
            .env("DISABLE_TELEMETRY", "1")
            .env("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1")
            .env("CLAUDE_CODE_DISABLE_TERMINAL_TITLE", "1")
            .env("https_proxy", &model)
            .env("no_proxy", "127.0.0.1");
        command
    }
}

/// A terminal with Claude Code.
pub struct Terminal<'d> {
    _process: ChildProcess,
    transcript: PathBuf,
    desktop: &'d VirtualDesktop,
}

impl Terminal<'_> {
    /// Waits until the terminal has shown a text.
    pub fn shows(&self, text: &str) -> Result<()> {
        wait_until(&format!("{text:?} in the terminal"), TIMEOUT, || {
            let shown = fs::read(&self.transcript).unwrap_or_default();
            without_escapes(&String::from_utf8_lossy(&shown)).contains(&without_spaces(text))
        })
        .with_context(|| self.desktop.log_tails())
    }
}

/// Puts Claude Code, which `cargo xtask demo` gets from npm, where its own installer would: Doorbell
/// names an agent only if it is in a place it is known to be in.
fn install(home: &Path) -> Result<PathBuf> {
    let folder = home.join(".local/share/claude/versions");
    fs::create_dir_all(&folder)?;
    let program = folder.join("current");
    let source = downloaded()?;
    fs::hard_link(&source, &program).or_else(|_| fs::copy(&source, &program).map(drop))?;
    Ok(program)
}

fn downloaded() -> Result<PathBuf> {
    let packages = output_directory().join("demo-agent/node_modules/@anthropic-ai");
    let folders = fs::read_dir(&packages).with_context(|| packages.display().to_string())?;
    let mut programs = folders.flatten().map(|folder| folder.path().join("claude"));
    programs
        .find(|program| program.is_file())
        .with_context(|| format!("no claude in {}", packages.display()))
}

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("kit/bin/demo")
        .join(name)
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
