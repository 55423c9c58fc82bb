//! Child processes that are killed when their owner is dropped.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use rustix::process::{Pid, Signal, kill_process, kill_process_group};

use crate::wait::{TIMEOUT, wait_until};

const TERMINATION_TIMEOUT: Duration = Duration::from_secs(3);
const LOG_TAIL_LINES: usize = 40;

/// A running child in its own process group. Dropping it kills the whole group.
pub struct ChildProcess {
    name: String,
    child: Child,
    log: PathBuf,
    before_drop: Option<Box<dyn FnOnce() + Send + Sync>>,
}

impl ChildProcess {
    /// Starts a command and redirects its output to a file in `logs`.
    pub fn start(name: &str, mut command: Command, logs: &Path) -> Result<Self> {
        let log = logs.join(format!("{name}.log"));
        let file =
            File::create(&log).with_context(|| format!("cannot create the log of {name}"))?;
        let child = command
            .stdin(Stdio::null())
            .stdout(file.try_clone()?)
            .stderr(file)
            .process_group(0)
            .spawn()
            .with_context(|| format!("{name} did not start"))?;
        Ok(Self {
            name: name.to_owned(),
            child,
            log,
            before_drop: None,
        })
    }

    /// Starts a command and returns the first line it prints.
    pub fn start_and_read_line(
        name: &str,
        mut command: Command,
        logs: &Path,
    ) -> Result<(Self, String)> {
        let log = logs.join(format!("{name}.log"));
        let file =
            File::create(&log).with_context(|| format!("cannot create the log of {name}"))?;
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(file)
            .process_group(0)
            .spawn()
            .with_context(|| format!("{name} did not start"))?;
        let output = child.stdout.take();
        let process = Self {
            name: name.to_owned(),
            child,
            log,
            before_drop: None,
        };
        let mut line = String::new();
        BufReader::new(output.context("its output is piped")?).read_line(&mut line)?;
        if line.trim().is_empty() {
            bail!("{name} printed nothing:\n{}", process.log());
        }
        Ok((process, line.trim().to_owned()))
    }

    /// The process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Whether the process has exited.
    pub fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Waits for the process to exit. Returns `None` if a signal ended it.
    pub fn wait(&mut self) -> Result<Option<i32>> {
        let name = self.name.clone();
        wait_until(&format!("the end of {name}"), TIMEOUT, || {
            self.child.try_wait().ok().flatten()
        })
        .map(|status| status.code())
    }

    /// The last lines of the output.
    pub fn log(&self) -> String {
        let text = fs::read(&self.log).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let lines: Vec<&str> = text.lines().collect();
        lines[lines.len().saturating_sub(LOG_TAIL_LINES)..].join("\n")
    }

    /// The whole output.
    pub fn whole_log(&self) -> String {
        String::from_utf8_lossy(&fs::read(&self.log).unwrap_or_default()).into_owned()
    }

    /// The name given at the start.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Runs `action` before the process is killed on drop.
    #[must_use]
    pub fn before_drop(mut self, action: impl FnOnce() + Send + Sync + 'static) -> Self {
        self.before_drop = Some(Box::new(action));
        self
    }

    /// Sends SIGTERM to the group, then SIGKILL.
    pub fn terminate(&mut self) {
        self.signal(Signal::TERM);
        let ended = wait_until("a child's end", TERMINATION_TIMEOUT, || self.has_ended());
        // Also reaches children that the process left behind.
        self.signal(Signal::KILL);
        if ended.is_err() {
            let _ = self.child.wait();
        }
    }

    /// Sends SIGKILL to the group, like a crash.
    pub fn kill(&self) {
        self.signal(Signal::KILL);
    }

    fn signal(&self, signal: Signal) {
        let group = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        if let Some(group) = group {
            // Fails if every process of the group has exited.
            let _ = kill_process_group(group, signal);
        }
    }
}

impl Drop for ChildProcess {
    fn drop(&mut self) {
        if let Some(action) = self.before_drop.take() {
            action();
        }
        self.kill();
        let _ = self.child.wait();
    }
}

/// Copies a program that is to be started.
///
/// `cp` instead of `std::fs::copy`: a process that another test is spawning could inherit the file
/// open for writing, and such a file cannot be executed ("Text file busy").
pub fn copy_program(from: impl AsRef<Path>, to: impl AsRef<Path>) -> Result<()> {
    output(Command::new("cp").arg(from.as_ref()).arg(to.as_ref())).map(drop)
}

/// Runs a command and returns its standard output. The error of a failed command includes stderr.
pub fn output(command: &mut Command) -> Result<String> {
    let output = command
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("{:?} did not start", command.get_program()))?;
    if !output.status.success() {
        bail!(
            "{:?} {:?} ended with {}: {}",
            command.get_program(),
            command.get_args().collect::<Vec<_>>(),
            output.status,
            String::from_utf8_lossy(&output.stderr).trim()
        );
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The process and all its descendants.
pub fn descendants(process: u32) -> Vec<u32> {
    let parents: Vec<(u32, u32)> = fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            let pid: u32 = entry.file_name().to_str()?.parse().ok()?;
            let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
            // The name in parentheses may contain anything; the parent is the second word after it.
            let parent = stat.rsplit_once(')')?.1.split_whitespace().nth(1)?;
            Some((pid, parent.parse().ok()?))
        })
        .collect();
    let mut found = vec![process];
    let mut next = 0;
    while let Some(&parent) = found.get(next) {
        found.extend(
            parents
                .iter()
                .filter(|(_, of)| *of == parent)
                .map(|(pid, _)| *pid),
        );
        next += 1;
    }
    found
}

/// Ends every process whose environment has a variable with this value, wherever it was started from.
pub fn end_processes_with(variable: &str, value: &OsStr) {
    let mut entry = OsString::from(format!("{variable}="));
    entry.push(value);
    let entry = entry.into_encoded_bytes();
    // A process can start another one while this looks.
    let _ = wait_until("the end of the processes", TERMINATION_TIMEOUT, || {
        let found = processes_with(&entry);
        for process in &found {
            let _ = kill_process(*process, Signal::KILL);
        }
        found.is_empty()
    });
}

fn processes_with(entry: &[u8]) -> Vec<Pid> {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    processes
        .filter_map(|process| {
            let pid = process.file_name().to_str()?.parse().ok()?;
            let environment = fs::read(process.path().join("environ")).ok()?;
            let has_entry = environment.split(|byte| *byte == 0).any(|own| own == entry);
            has_entry.then(|| Pid::from_raw(pid))?
        })
        .collect()
}

/// The TCP ports that a process listens on.
pub fn listening_ports(process: u32) -> Result<Vec<u16>> {
    const LISTEN_STATE: &str = "0A";
    let mut sockets = Vec::new();
    for entry in fs::read_dir(format!("/proc/{process}/fd"))?.flatten() {
        let target = fs::read_link(entry.path()).unwrap_or_default();
        let target = target.to_string_lossy();
        let inode = target.strip_prefix("socket:[");
        sockets.extend(inode.and_then(|rest| rest.strip_suffix(']')?.parse::<u64>().ok()));
    }
    let mut ports = Vec::new();
    for table in ["tcp", "tcp6"] {
        // A system without IPv6 has no tcp6 table.
        let table = fs::read_to_string(format!("/proc/{process}/net/{table}")).unwrap_or_default();
        for line in table.lines().skip(1) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [_, local, _, state, .., _] = words.as_slice() else {
                continue;
            };
            let inode = words.get(9).and_then(|inode| inode.parse().ok());
            if *state == LISTEN_STATE && inode.is_some_and(|inode| sockets.contains(&inode)) {
                let port = local.rsplit(':').next().context("a port")?;
                ports.push(u16::from_str_radix(port, 16)?);
            }
        }
    }
    Ok(ports)
}

/// Children of a process with this name, which the kernel truncates to 15 bytes.
pub fn children(parent: u32, name: &str) -> Vec<u32> {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    processes
        .filter_map(|process| process.file_name().to_str()?.parse().ok())
        .filter(|pid: &u32| {
            // The format is "4711 (name) S 42 …" with the parent after the state.
            let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            stat.split_once(&format!(" ({name}) "))
                .and_then(|(_, rest)| rest.split(' ').nth(1))
                .is_some_and(|found| found == parent.to_string())
        })
        .collect()
}
