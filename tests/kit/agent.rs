//! Other people's agents, installed from npm, with a stand-in for their models and an MCP server that asks.
//!
//! An agent runs in a project of its person's home and reaches nothing but this machine.

mod configuration;

use std::cell::Cell;
use std::ffi::OsStr;
use std::fs;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::app::output_directory;
use crate::process::{ChildProcess, end_processes_with, output};
use crate::terminal::Terminal;
use crate::virtual_desktop::VirtualDesktop;
use crate::wait::{TIMEOUT, wait_until};

/// The folder that the agents run in, which Doorbell shows as the project.
pub const PROJECT: &str = "shop";

/// The name of the MCP server in the agents' configuration.
pub const SERVER: &str = "shop-deploy";

/// In the empty prompt of Gemini CLI.
const GEMINI_PLACEHOLDER: &str = "Type your message";

/// Marks the processes of an agent, whose daemons outlive it. Its value is the home.
const MARK: &str = "DOORBELL_TEST_AGENT";

/// Where npm's packages are in the home.
const PACKAGES: &str = ".npm-global/lib/node_modules";

/// An agent that `cargo xtask test` installs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is named after its agent")]
pub enum AgentName {
    ClaudeCode,
    Codex,
    Gemini,
    Copilot,
}

impl AgentName {
    /// The file with its program, and the packages it needs, in npm's folder.
    fn program(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Self::ClaudeCode => (
                "@anthropic-ai/claude-code/bin/claude.exe",
                &["@anthropic-ai"],
            ),
            Self::Codex => ("@openai/codex/bin/codex.js", &["@openai"]),
            Self::Gemini => ("@google/gemini-cli/bundle/gemini.js", &["@google"]),
            Self::Copilot => ("@github/copilot/npm-loader.js", &["@github", "detect-libc"]),
        }
    }

    /// The arguments of every run.
    fn arguments(self) -> &'static [&'static str] {
        match self {
            Self::ClaudeCode | Self::Codex => &[],
            // Otherwise it first asks a model which model to use.
            Self::Gemini => &["--model", "gemini-2.5-pro"],
            Self::Copilot => &["--allow-all-tools"],
        }
    }

    /// The arguments before the prompt of a run without a terminal.
    fn headless_arguments(self) -> &'static [&'static str] {
        match self {
            Self::ClaudeCode | Self::Gemini | Self::Copilot => &["-p"],
            Self::Codex => &["exec", "--skip-git-repo-check"],
        }
    }

    /// What its terminal shows when it takes a prompt.
    fn ready_text(self) -> &'static str {
        match self {
            // "manual mode on"
            Self::ClaudeCode => "mode on",
            Self::Codex | Self::Gemini => "? for shortcuts",
            Self::Copilot => "? help",
        }
    }
}

/// The MCP server in an agent's configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ServerEntry {
    /// Started by the agent.
    Command,
    /// Reached at this address.
    Address(String),
}

/// An agent on a desktop. Dropping it ends every process that it started.
pub struct Agent<'d> {
    desktop: &'d VirtualDesktop,
    name: AgentName,
    program: PathBuf,
    model: ChildProcess,
    port: String,
}

impl<'d> Agent<'d> {
    /// Installs an agent in the home and configures it with the MCP server, as of a person who has used
    /// it before. The person's prompt says what its model does; see tests/agents/model.py.
    pub fn install(
        desktop: &'d VirtualDesktop,
        name: AgentName,
        server: &ServerEntry,
    ) -> Result<Self> {
        Self::install_with_script(desktop, name, server, "")
    }

    /// Like [`install`](Self::install). `script` is what the model does if the prompt does not say it.
    pub fn install_with_script(
        desktop: &'d VirtualDesktop,
        name: AgentName,
        server: &ServerEntry,
        script: &str,
    ) -> Result<Self> {
        let mut model = script_of("model.py", desktop);
        model.arg(script);
        let logs = desktop.home().join("logs");
        let (model, port) = ChildProcess::start_and_read_line("model", model, &logs)?;
        let agent = Self {
            desktop,
            name,
            program: install(desktop.home(), name)?,
            model,
            port,
        };
        fs::create_dir_all(agent.project())?;
        fs::create_dir_all(agent.temporary())?;
        for (file, text) in configuration::files(&agent, server) {
            let file = desktop.home().join(file);
            fs::create_dir_all(file.parent().context("a folder")?)?;
            fs::write(file, text)?;
        }
        Ok(agent)
    }

    /// The folder it runs in.
    pub fn project(&self) -> PathBuf {
        self.desktop.home().join(PROJECT)
    }

    /// Its program.
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// The configuration files that pairing may change, with their contents. `None` if there is no file.
    pub fn configuration(&self) -> Result<Vec<(&'static str, Option<String>)>> {
        let files = configuration::PAIRED_FILES.iter();
        let read = files.map(|file| {
            let text = fs::read_to_string(self.desktop.home().join(file));
            match text {
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok((*file, None)),
                text => Ok((*file, Some(text?))),
            }
        });
        read.collect()
    }

    /// Runs it once, without a terminal.
    pub fn runs(&self, arguments: &[&str], prompt: &str) -> Result<ChildProcess> {
        let mut command = self.command(&self.program);
        command
            .args(self.name.arguments())
            .args(arguments)
            .args(self.name.headless_arguments())
            .arg(prompt);
        self.desktop.start_process("agent", command)
    }

    /// Opens it in a terminal and waits until it takes a prompt.
    pub fn opens_terminal(&self, arguments: &[&str]) -> Result<AgentTerminal<'d>> {
        let mut command = vec![self.program.as_os_str()];
        let arguments = self.name.arguments().iter().chain(arguments);
        command.extend(arguments.map(OsStr::new));
        let terminal = Terminal::open(self.desktop, self.command("tmux"), &command)?;
        terminal.shows(self.name.ready_text())?;
        Ok(AgentTerminal {
            name: self.name,
            prompts: Cell::new(0),
            terminal,
        })
    }

    /// A command in the project, with the environment of this agent.
    pub fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let model = self.model_url();
        let mut command = self.desktop.command(program);
        command
            .current_dir(self.project())
            .env(MARK, self.desktop.home())
            .env("TMPDIR", self.temporary())
            .env("TERM", "xterm-256color")
            .env("COLORTERM", "truecolor")
            .envs(configuration::environment(self.name, &model));
        // The model refuses what would leave the machine. Some programs read only one spelling.
        for name in ["http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"] {
            command.env(name, &model);
        }
        for name in ["no_proxy", "NO_PROXY"] {
            command.env(name, "127.0.0.1,localhost");
        }
        command
    }

    /// What the model was asked, one request in each line.
    pub fn model_log(&self) -> String {
        self.model.whole_log()
    }

    fn model_url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    fn temporary(&self) -> PathBuf {
        self.desktop.home().join("tmp")
    }
}

impl Drop for Agent<'_> {
    fn drop(&mut self) {
        end_processes_with(MARK, self.desktop.home().as_os_str());
    }
}

/// A terminal with an agent.
pub struct AgentTerminal<'d> {
    name: AgentName,
    /// How many prompts were entered.
    prompts: Cell<u32>,
    terminal: Terminal<'d>,
}

impl AgentTerminal<'_> {
    /// Types a prompt after its number, and submits it. Enter comes when the text is on the screen: programs
    /// take fast keys, and an Enter among them, for pasted text.
    pub fn prompts(&self, text: &str) -> Result<()> {
        self.prompts.set(self.prompts.get() + 1);
        self.types(&format!("{}. {text}", self.prompts.get()))?;
        if self.name != AgentName::Gemini {
            return self.presses("Enter");
        }
        // While it starts, it may ignore a key.
        wait_until("Gemini CLI to take the prompt", TIMEOUT, || {
            self.presses("Enter")?;
            ensure!(self.is_showing(GEMINI_PLACEHOLDER)?);
            Ok(())
        })
    }

    /// Interrupts what the agent does.
    pub fn interrupts(&self) -> Result<()> {
        self.presses("Escape")?;
        if self.name == AgentName::Copilot {
            self.shows("esc again to interrupt")?;
            self.presses("Escape")?;
        }
        Ok(())
    }
}

impl<'d> Deref for AgentTerminal<'d> {
    type Target = Terminal<'d>;

    fn deref(&self) -> &Terminal<'d> {
        &self.terminal
    }
}

/// The MCP server over HTTP, and its address.
pub fn start_http_server(desktop: &VirtualDesktop) -> Result<(ChildProcess, ServerEntry)> {
    let mut server = script_of("server.py", desktop);
    server.arg("--http");
    let logs = desktop.home().join("logs");
    let (process, address) = ChildProcess::start_and_read_line("server", server, &logs)?;
    Ok((process, ServerEntry::Address(address)))
}

/// Puts an agent's packages where npm would with a prefix in the home: Doorbell names an agent only where
/// it is known to install itself.
fn install(home: &Path, name: AgentName) -> Result<PathBuf> {
    let source = output_directory().join("agents/node_modules");
    let packages = home.join(PACKAGES);
    fs::create_dir_all(&packages)?;
    let (program, needed) = name.program();
    ensure!(
        source.join(program).is_file(),
        "{program} is missing: `cargo xtask test --only agents` installs it"
    );
    for package in needed {
        let copy = |options: &[&str]| {
            let mut cp = Command::new("cp");
            output(cp.args(options).arg(source.join(package)).arg(&packages))
        };
        // Hard links are impossible between two file systems.
        copy(&["--archive", "--link"]).or_else(|_| copy(&["--archive", "--force"]))?;
    }
    Ok(packages.join(program))
}

/// A program in tests/agents.
fn script_of(name: &str, desktop: &VirtualDesktop) -> Command {
    let mut command = desktop.command("python3");
    command.arg(script(name));
    command
}

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("agents")
        .join(name)
}
