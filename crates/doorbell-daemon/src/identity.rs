//! Who is at the other end of a connection, read from the system.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;

use doorbell_core::acquaintance::ProgramFile;
use doorbell_core::agent::{Process, agent_of, session_of};
use doorbell_core::asker::{Asker, AskerId, Claimed, Program, SessionId, Verified};
use doorbell_protocol::ClientInfo;
use jiff::{SignedDuration, Timestamp};

/// How far up the parents are followed.
const MOST_PARENTS: usize = 32;
/// The number of the terminal of a process that has none.
const NO_TTY: i32 = 0;
/// How much of a process's arguments is kept.
const MOST_ARGUMENTS: usize = 4096;

/// The connected process and its parents, as they were when it connected.
pub struct Peer {
    /// The process and its parents, nearest first.
    chain: Vec<Process>,
    folder: Option<String>,
    file: Option<ProgramFile>,
}

impl Peer {
    /// Reads what the system knows of the process.
    pub fn of(pid: u32) -> Self {
        let mut chain: Vec<Process> = Vec::new();
        let mut next = pid;
        while next != 0 && chain.len() <= MOST_PARENTS {
            let Some((process, parent)) = read_process(next) else {
                break;
            };
            chain.push(process);
            next = parent;
        }
        if chain.is_empty() {
            // Gone already, or hidden from us: its number is all there is.
            chain.push(Process {
                pid,
                ..Process::default()
            });
        }
        Self {
            chain,
            folder: link(pid, "cwd"),
            file: program_file(pid),
        }
    }

    /// The agent session it belongs to.
    pub fn session(&self) -> SessionId {
        session_of(&self.chain).map_or(SessionId { pid: 0, started: 0 }, |process| SessionId {
            pid: process.pid,
            started: process.started,
        })
    }

    /// The asker, once it has said hello.
    pub fn into_asker(self, id: AskerId, client: ClientInfo) -> Asker {
        let session = self.session();
        let agent = agent_of(&self.chain);
        let mut chain = self.chain.into_iter();
        let process = chain.next().unwrap_or_default();
        let program = |process: &Process| Program {
            pid: process.pid,
            path: process.path.clone(),
        };
        Asker {
            id,
            session,
            agent,
            verified: Verified {
                program: program(&process),
                ticks: process.started,
                started: started_at(process.started),
                file: self.file,
                parents: chain.map(|parent| program(&parent)).collect(),
            },
            claimed: Claimed {
                client: client.title.unwrap_or(client.name),
                version: client.version,
                folder: self.folder,
                arguments: (!process.arguments.is_empty()).then(|| process.arguments.join(" ")),
            },
        }
    }
}

/// Whether the process of an asker still runs: its number may be another's by now.
pub fn lives(asker: &Asker) -> bool {
    let verified = &asker.verified;
    read_process(verified.program.pid).is_some_and(|(process, _)| process.started == verified.ticks)
}

/// Names the time since the machine was started; empty where the system does not tell.
pub fn boot() -> String {
    let name = fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
    name.trim().to_owned()
}

fn read_process(pid: u32) -> Option<(Process, u32)> {
    let stat = fs::read_to_string(entry(pid, "stat")).ok()?;
    // The name in parentheses may itself contain anything, so count from the last one.
    let mut after_name = stat.rsplit_once(')')?.1.split_whitespace();
    let parent = after_name.nth(1)?.parse().ok()?;
    let leader = after_name.nth(1)?.parse().ok()?;
    let tty = after_name.next()?.parse().ok()?;
    let started = after_name.nth(14)?.parse().ok()?;
    let mut arguments = fs::read(entry(pid, "cmdline")).unwrap_or_default();
    arguments.truncate(MOST_ARGUMENTS);
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

fn link(pid: u32, name: &str) -> Option<String> {
    fs::read_link(entry(pid, name))
        .ok()
        .map(|path| path.to_string_lossy().into_owned())
}

/// The file that a process runs: the very one, also if another has taken its place since.
fn program_file(pid: u32) -> Option<ProgramFile> {
    let file = fs::metadata(entry(pid, "exe")).ok()?;
    let seconds = file.mtime().checked_mul(1_000_000_000)?;
    Some(ProgramFile {
        inode: file.ino(),
        size: file.size(),
        modified: seconds.checked_add(file.mtime_nsec())?,
    })
}

fn entry(pid: u32, name: &str) -> PathBuf {
    PathBuf::from(format!("/proc/{pid}/{name}"))
}

/// Ticks since boot as a time on the wall.
fn started_at(ticks: u64) -> Option<Timestamp> {
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

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn this_very_process_is_known() {
        let own = std::process::id();
        let asker = Peer::of(own).into_asker(
            AskerId(1),
            ClientInfo {
                name: "test".into(),
                version: "1".into(),
                title: None,
            },
        );
        let exe = std::env::current_exe().unwrap();
        assert_eq!(asker.verified.program.path.as_deref(), exe.to_str());
        assert_eq!(asker.verified.program.pid, own);
        let size = asker.verified.file.map(|file| file.size);
        assert_eq!(size, Some(fs::metadata(&exe).unwrap().len()));
        assert!(!asker.verified.parents.is_empty());
        let started = asker.verified.started.unwrap();
        let age = Timestamp::now().duration_since(started);
        assert!(age.as_secs() >= -2 && age.as_secs() < 3600, "{age:?}");
        assert_eq!(
            asker.claimed.folder.as_deref(),
            std::env::current_dir().unwrap().to_str()
        );
    }

    #[test]
    fn the_parent_and_the_terminal_are_as_the_system_says() {
        let (process, parent) = read_process(std::process::id()).unwrap();
        assert_eq!(parent, std::os::unix::process::parent_id());
        // Opens only for those who have a terminal.
        let has_terminal = fs::File::open("/dev/tty").is_ok();
        assert_eq!(process.tty.is_some(), has_terminal);
    }

    /// The leader of this very process may be outside of what a container can see, and is 0 then;
    /// so a child is asked that leads a session of its own.
    #[test]
    fn a_leader_is_known_and_has_no_terminal_yet() {
        let mut child = Command::new("setsid")
            .arg("cat")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        // What comes back was written by `cat`, which is in its own session by then.
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

    #[test]
    fn a_process_that_is_gone_is_a_number() {
        let peer = Peer::of(u32::MAX);
        assert_eq!(peer.session().pid, u32::MAX);
    }
}
