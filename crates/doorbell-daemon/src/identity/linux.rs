//! Linux: reads `/proc`.

use std::io::Read;
use std::os::fd::{AsFd, AsRawFd};
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::{fs, io, mem};

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
    let mut arguments = Vec::new();
    if let Ok(file) = fs::File::open(entry(pid, "cmdline")) {
        // What was read before an error is kept.
        let _ = file
            .take(MAX_ARGUMENT_BYTES as u64)
            .read_to_end(&mut arguments);
    }
    Some((
        Process {
            pid,
            started,
            tty: Some(tty).filter(|tty| *tty != NO_TTY),
            leader,
            path: link(pid, "exe"),
            package: None,
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

/// Returns true if the path of a process's program names the file that it runs. In a container it may
/// name another one here, and a process in its own pid namespace may send messages as another.
pub fn is_path_verified(pid: u32, path: &str) -> bool {
    let identity = |path: PathBuf| fs::metadata(path).map(|file| (file.dev(), file.ino())).ok();
    let running = identity(entry(pid, "exe"));
    running.is_some()
        && running == identity(PathBuf::from(path))
        && link(pid, "ns/pid") == link(std::process::id(), "ns/pid")
}

/// Makes the system attach the sender to each message on connections to this listener.
pub fn attach_senders(listener: &impl AsFd) -> io::Result<()> {
    Ok(rustix::net::sockopt::set_socket_passcred(listener, true)?)
}

/// Receives bytes of one sender. Returns their number, and true if `pid` sent them.
pub fn receive(socket: &impl AsFd, pid: u32, buffer: &mut [u8]) -> io::Result<(usize, bool)> {
    /// Enough for the aligned header and the credentials.
    const CONTROL_WORDS: usize = 8;
    let mut control = [0u64; CONTROL_WORDS];
    let mut part = libc::iovec {
        iov_base: buffer.as_mut_ptr().cast(),
        iov_len: buffer.len(),
    };
    #[expect(
        unsafe_code,
        reason = "rustix cannot represent a sender without a pid; the sizes are those of the buffers"
    )]
    let (length, sender) = unsafe {
        let mut message: libc::msghdr = mem::zeroed();
        (message.msg_iov, message.msg_iovlen) = (&raw mut part, 1);
        message.msg_control = control.as_mut_ptr().cast();
        message.msg_controllen = size_of_val(&control);
        let socket = socket.as_fd().as_raw_fd();
        let length = libc::recvmsg(socket, &raw mut message, libc::MSG_CMSG_CLOEXEC);
        let header = libc::CMSG_FIRSTHDR(&raw const message);
        let is_sender = header.as_ref().is_some_and(|header| {
            (header.cmsg_level, header.cmsg_type) == (libc::SOL_SOCKET, libc::SCM_CREDENTIALS)
        });
        let credentials = is_sender.then(|| libc::CMSG_DATA(header).cast::<libc::ucred>());
        (
            length,
            credentials.map(|sender| sender.read_unaligned().pid),
        )
    };
    let length = usize::try_from(length).map_err(|_| io::Error::last_os_error())?;
    let sender = sender.and_then(|sender| u32::try_from(sender).ok());
    Ok((length, sender == Some(pid)))
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
