//! Who stands between the driver and the server.

use std::ffi::OsString;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

use super::programs::{self, Programs};
use crate::command::command;
use crate::workspace;

/// The ways to the server that are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    /// No proxy.
    Direct,
    /// The C relay that only moves bytes.
    Relay,
    /// `doorbell wrap`.
    Wrap,
    /// FastMCP's `create_proxy`.
    FastMcp,
}

/// How often somebody is asked: as often as the slower ones can bear.
pub struct Effort {
    /// Counted calls of one size in one round.
    pub calls: usize,
    /// Calls before them, which nobody counts: the caches still belong to the one before.
    pub warm_up: usize,
    /// Requests written without waiting, in one round.
    pub pipelined: usize,
    /// Starts.
    pub starts: usize,
}

const QUICK: Effort = Effort {
    calls: 100,
    warm_up: 10,
    pipelined: 10_000,
    starts: 20,
};

const SLOW: Effort = Effort {
    calls: 5,
    warm_up: 1,
    pipelined: 300,
    starts: 3,
};

/// One way to the server.
pub struct Contestant {
    /// Which.
    pub who: Who,
    /// What tables call it.
    pub name: String,
    /// How often it is asked.
    pub effort: Effort,
    program: PathBuf,
    arguments: Vec<OsString>,
    variables: Vec<(&'static str, OsString)>,
}

impl Contestant {
    /// The command that starts it, without a screen. What it says on its error stream is kept.
    pub fn command(&self) -> Result<Command> {
        let file = self.log();
        let log =
            File::create(&file).with_context(|| format!("could not create {}", file.display()))?;
        let mut command = command(&self.program);
        command
            .args(&self.arguments)
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .envs(self.variables.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(log);
        Ok(command)
    }

    /// Where its error stream goes.
    pub fn log(&self) -> PathBuf {
        workspace::output()
            .join("bench")
            .join(format!("{:?}.log", self.who).to_lowercase())
    }
}

/// Those that are there, and a note for each that is not.
pub fn present(programs: &Programs) -> (Vec<Contestant>, Vec<String>) {
    let mut notes = Vec::new();
    let mut present = vec![direct(programs), relay(programs)];
    if has_wrap(&programs.doorbell) {
        present.push(wrap(programs, &nobody()));
    } else {
        notes.push("`doorbell wrap` is left out: this doorbell has no such command.".into());
    }
    match &programs.fastmcp {
        Ok((python, version)) => present.push(fastmcp(programs, python, version)),
        Err(error) => notes.push(format!("FastMCP is left out: {error:#}.")),
    }
    (present, notes)
}

fn direct(programs: &Programs) -> Contestant {
    Contestant {
        who: Who::Direct,
        name: "direct".into(),
        effort: QUICK,
        program: programs.echo.clone(),
        arguments: Vec::new(),
        variables: Vec::new(),
    }
}

fn relay(programs: &Programs) -> Contestant {
    Contestant {
        who: Who::Relay,
        name: "bare C relay".into(),
        effort: QUICK,
        program: programs.relay.clone(),
        arguments: vec![programs.echo.clone().into()],
        variables: Vec::new(),
    }
}

/// With a socket where somebody listens, it would be measured together with a daemon.
fn wrap(programs: &Programs, socket: &Path) -> Contestant {
    let mut arguments: Vec<OsString> = ["wrap", "--name", "echo", "--"].map(Into::into).into();
    arguments.push(programs.echo.clone().into());
    Contestant {
        who: Who::Wrap,
        name: "doorbell wrap".into(),
        effort: QUICK,
        program: programs.doorbell.clone(),
        arguments,
        variables: vec![("DOORBELL_SOCKET", socket.into())],
    }
}

fn fastmcp(programs: &Programs, python: &Path, version: &str) -> Contestant {
    Contestant {
        who: Who::FastMcp,
        name: format!("FastMCP {version}"),
        effort: SLOW,
        program: python.into(),
        arguments: vec![
            programs::sources().join("fastmcp_proxy.py").into(),
            programs.echo.clone().into(),
        ],
        // Neither log lines nor a look for a newer version shall count against it.
        variables: vec![
            ("FASTMCP_LOG_LEVEL", "ERROR".into()),
            ("FASTMCP_CHECK_FOR_UPDATES", "off".into()),
        ],
    }
}

fn has_wrap(doorbell: &Path) -> bool {
    command(doorbell)
        .args(["wrap", "--help"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// A socket's path on which nobody listens, short enough to be one.
pub fn nobody() -> PathBuf {
    std::env::temp_dir().join(format!("doorbell-bench-{}.sock", std::process::id()))
}
