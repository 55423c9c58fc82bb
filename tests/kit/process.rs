//! Child processes that end with their owner.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use rustix::process::{Pid, Signal, kill_process_group};

use crate::wait::{PATIENCE, wait_until};

const TIME_TO_END: Duration = Duration::from_secs(3);
const SHOWN_LOG_LINES: usize = 40;

/// A running child and what it started, in a process group of its own. Dropping it kills them.
pub struct Running {
    name: String,
    child: Child,
    log: PathBuf,
    /// What is done before it is dropped.
    before_drop: Option<Box<dyn FnOnce() + Send + Sync>>,
}

impl Running {
    /// Starts a command; what it prints goes to a file in `logs`.
    ///
    /// # Errors
    /// The command could not be started.
    pub fn start(name: &str, mut command: Command, logs: &Path) -> Result<Self> {
        let log = logs.join(format!("{name}.log"));
        let file = File::create(&log).with_context(|| format!("no log for {name}"))?;
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

    /// Starts a command and reads the first line it prints.
    ///
    /// # Errors
    /// The command could not be started or ended without a line.
    pub fn start_and_read_line(
        name: &str,
        mut command: Command,
        logs: &Path,
    ) -> Result<(Self, String)> {
        let log = logs.join(format!("{name}.log"));
        let file = File::create(&log).with_context(|| format!("no log for {name}"))?;
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(file)
            .process_group(0)
            .spawn()
            .with_context(|| format!("{name} did not start"))?;
        let output = child.stdout.take();
        let running = Self {
            name: name.to_owned(),
            child,
            log,
            before_drop: None,
        };
        let mut line = String::new();
        BufReader::new(output.context("its output is piped")?).read_line(&mut line)?;
        if line.trim().is_empty() {
            bail!("{name} said nothing:\n{}", running.log());
        }
        Ok((running, line.trim().to_owned()))
    }

    /// Its process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Whether it has ended by itself.
    pub fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Waits for its end and gives the exit code, if it had one.
    ///
    /// # Errors
    /// It did not end in time.
    pub fn wait(&mut self) -> Result<Option<i32>> {
        let name = self.name.clone();
        wait_until(&format!("the end of {name}"), PATIENCE, || {
            self.child.try_wait().ok().flatten()
        })
        .map(|status| status.code())
    }

    /// The last of what it printed.
    pub fn log(&self) -> String {
        let text = fs::read(&self.log).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let lines: Vec<&str> = text.lines().collect();
        lines[lines.len().saturating_sub(SHOWN_LOG_LINES)..].join("\n")
    }

    /// All that it printed.
    pub fn whole_log(&self) -> String {
        String::from_utf8_lossy(&fs::read(&self.log).unwrap_or_default()).into_owned()
    }

    /// Its name, as given.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Has something done when it is dropped and still runs.
    #[must_use]
    pub fn before_drop(mut self, work: impl FnOnce() + Send + Sync + 'static) -> Self {
        self.before_drop = Some(Box::new(work));
        self
    }

    /// Ends it and what it started: politely, then not.
    pub fn end(&mut self) {
        self.signal(Signal::TERM);
        let ended = wait_until("a child's end", TIME_TO_END, || self.has_ended());
        // Also for those it started and left behind.
        self.signal(Signal::KILL);
        if ended.is_err() {
            let _ = self.child.wait();
        }
    }

    /// Ends it, and what it started, as a crash would.
    pub fn kill(&self) {
        self.signal(Signal::KILL);
    }

    fn signal(&self, signal: Signal) {
        let group = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        if let Some(group) = group {
            // An empty group is what is wanted.
            let _ = kill_process_group(group, signal);
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(work) = self.before_drop.take() {
            work();
        }
        // Nothing is asked of it any more, so it need not end properly.
        self.kill();
        let _ = self.child.wait();
    }
}

/// Runs a command to its end and gives what it printed.
///
/// # Errors
/// It could not be started or failed; its error output is in the message.
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

/// A process and all that it and its children have started.
pub fn descendants(process: u32) -> Vec<u32> {
    let parents: Vec<(u32, u32)> = fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            let pid: u32 = entry.file_name().to_str()?.parse().ok()?;
            let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
            // The name in parentheses may hold anything; the parent is the second word after it.
            let parent = stat.rsplit_once(')')?.1.split_whitespace().nth(1)?;
            Some((pid, parent.parse().ok()?))
        })
        .collect();
    let mut found = vec![process];
    let mut at = 0;
    while let Some(&parent) = found.get(at) {
        found.extend(
            parents
                .iter()
                .filter(|(_, of)| *of == parent)
                .map(|(pid, _)| *pid),
        );
        at += 1;
    }
    found
}

/// The TCP ports on which a process listens.
///
/// # Errors
/// The process is gone, or another user's.
pub fn listening_ports(process: u32) -> Result<Vec<u16>> {
    const LISTENS: &str = "0A";
    let mut sockets = Vec::new();
    for entry in fs::read_dir(format!("/proc/{process}/fd"))?.flatten() {
        let target = fs::read_link(entry.path()).unwrap_or_default();
        let target = target.to_string_lossy();
        let inode = target.strip_prefix("socket:[");
        sockets.extend(inode.and_then(|rest| rest.strip_suffix(']')?.parse::<u64>().ok()));
    }
    let mut ports = Vec::new();
    for table in ["tcp", "tcp6"] {
        // A system without IPv6 has no table of it.
        let table = fs::read_to_string(format!("/proc/{process}/net/{table}")).unwrap_or_default();
        for line in table.lines().skip(1) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [_, local, _, state, .., _] = words.as_slice() else {
                continue;
            };
            let inode = words.get(9).and_then(|inode| inode.parse().ok());
            if *state == LISTENS && inode.is_some_and(|inode| sockets.contains(&inode)) {
                let port = local.rsplit(':').next().context("a port")?;
                ports.push(u16::from_str_radix(port, 16)?);
            }
        }
    }
    Ok(ports)
}

/// The processes with this name, as the system shortens it, that a process has started.
pub fn children(parent: u32, name: &str) -> Vec<u32> {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    processes
        .filter_map(|process| process.file_name().to_str()?.parse().ok())
        .filter(|pid: &u32| {
            // "4711 (name) S 42 …": the name and the parent.
            let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            stat.split_once(&format!(" ({name}) "))
                .and_then(|(_, rest)| rest.split(' ').nth(1))
                .is_some_and(|found| found == parent.to_string())
        })
        .collect()
}
