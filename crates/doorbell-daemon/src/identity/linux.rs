//! Linux: reads `/proc`.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;

use doorbell_core::agent::Process;
use doorbell_core::known_program::ProgramFile;
use jiff::{SignedDuration, Timestamp};

use super::MAX_ARGUMENT_BYTES;

/// The terminal number of a process without a terminal.
const NO_TTY: i32 = 0;

/// Reads a process and its parent's pid.
pub fn read_process(pid: u32) -> Option<(Process, u32)> {
    let stat = fs::read_to_string(entry(pid, "stat")).ok()?;
    // The name in parentheses may contain anything, so the fields start after the last one.
    let mut after_name = stat.rsplit_once(')')?.1.split_whitespace();
    let parent = after_name.nth(1)?.parse().ok()?;
    let leader = after_name.nth(1)?.parse().ok()?;
    let tty = after_name.next()?.parse().ok()?;
    let started = after_name.nth(14)?.parse().ok()?;
    let mut arguments = fs::read(entry(pid, "cmdline")).unwrap_or_default();
    arguments.truncate(MAX_ARGUMENT_BYTES);
    Some((
        Process {
            pid,
            started,
            tty: Some(tty).filter(|tty| *tty != NO_TTY),
            leader,
            path: link(pid, "exe"),
            arguments: String::from_utf8_lossy(&arguments)
                .split_terminator('\0')
                .map(str::to_owned)
                .collect(),
        },
        parent,
    ))
}

pub fn working_directory(pid: u32) -> Option<String> {
    link(pid, "cwd")
}

/// Describes the file that a process runs, even if it was replaced since.
pub fn program_file(pid: u32) -> Option<ProgramFile> {
    let file = fs::metadata(entry(pid, "exe")).ok()?;
    let seconds = file.mtime().checked_mul(1_000_000_000)?;
    Some(ProgramFile {
        inode: file.ino(),
        size: file.size(),
        modified: seconds.checked_add(file.mtime_nsec())?,
    })
}

/// Identifies the current boot; empty if the system does not.
pub fn boot_id() -> String {
    let id = fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
    id.trim().to_owned()
}

/// Converts ticks since boot.
pub fn started_at(ticks: u64) -> Option<Timestamp> {
    let boot = fs::read_to_string("/proc/stat")
        .ok()?
        .lines()
        .find_map(|line| {
            line.strip_prefix("btime ")
                .and_then(|seconds| seconds.trim().parse::<i64>().ok())
        })?;
    let since_boot = i64::try_from(ticks / rustix::param::clock_ticks_per_second()).ok()?;
    Timestamp::from_second(boot)
        .ok()?
        .checked_add(SignedDuration::from_secs(since_boot))
        .ok()
}

fn link(pid: u32, name: &str) -> Option<String> {
    fs::read_link(entry(pid, name))
        .ok()
        .map(|path| path.to_string_lossy().into_owned())
}

fn entry(pid: u32, name: &str) -> PathBuf {
    PathBuf::from(format!("/proc/{pid}/{name}"))
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn parent_and_terminal_match_the_system() {
        let (process, parent) = read_process(std::process::id()).unwrap();
        assert_eq!(parent, std::os::unix::process::parent_id());
        // Only a process with a terminal can open this.
        let has_terminal = fs::File::open("/dev/tty").is_ok();
        assert_eq!(process.tty.is_some(), has_terminal);
    }

    /// Uses a child that leads its own session: in a container, the leader of this process may be
    /// invisible.
    #[test]
    fn session_leader_without_terminal_is_read() {
        let mut child = Command::new("setsid")
            .arg("cat")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        // `cat` runs in its own session once it echoes.
        let mut line = [0; 1];
        child.stdin.as_mut().unwrap().write_all(b"\n").unwrap();
        child
            .stdout
            .as_mut()
            .unwrap()
            .read_exact(&mut line)
            .unwrap();
        let (process, parent) = read_process(child.id()).unwrap();
        drop(child.stdin.take());
        child.wait().unwrap();
        assert_eq!(parent, std::process::id());
        assert_eq!(process.leader, process.pid);
        assert_eq!(process.tty, None);
    }
}
