//! Identifies the process at the other end of a connection.
//!
//! Each operating system's module reads a process with its parent, its working directory, its
//! program's file, the sender of a message, and the current boot.

#[cfg(any(target_os = "macos", test))]
mod argument_area;
#[cfg_attr(target_os = "linux", path = "identity/linux.rs")]
#[cfg_attr(target_os = "macos", path = "identity/macos.rs")]
#[cfg_attr(windows, path = "identity/windows.rs")]
mod system;

use std::fs;
use std::path::Path;

use doorbell_core::agent::{Process, agent_of, is_in_system_folder, package_folder, session_of};
use doorbell_core::asker::{Asker, AskerId, Claimed, Program, SessionId, Verified};
use doorbell_core::known_program::ProgramFile;
use doorbell_core::view::ProgramCheck;
use doorbell_protocol::ClientInfo;

#[cfg(target_os = "macos")]
pub use system::peer;
pub use system::{attach_senders, boot_id, receive};
use system::{is_path_verified, program_file, read_process, started_at, working_directory};

const MAX_PARENTS: usize = 32;
const MAX_ARGUMENT_BYTES: usize = 4096;
/// A larger `package.json` is not read.
const MAX_PACKAGE_BYTES: u64 = 256 * 1024;

/// A snapshot of the connected process and its parents.
pub struct Peer {
    /// The process and its parents, nearest first.
    chain: Vec<Process>,
    folder: Option<String>,
    file: Option<ProgramFile>,
    is_path_verified: bool,
}

/// What a connected process must still be when it asks. A process id alone survives a change of
/// program.
pub struct ConnectedProcess {
    pub pid: u32,
    started: u64,
    program: Program,
    inode: Option<u64>,
}

/// Reads a process and its parents, nearest first. Empty if it has exited.
pub fn process_chain(pid: u32) -> Vec<Process> {
    let mut chain: Vec<Process> = Vec::new();
    let mut next = pid;
    while next != 0 && chain.len() <= MAX_PARENTS {
        let Some((process, parent)) = read_process(next) else {
            break;
        };
        chain.push(process);
        next = parent;
    }
    chain
}

/// Returns the file that a process runs, if only an administrator can write it.
pub fn system_program(process: &Process) -> Option<&str> {
    let path = process.path.as_deref()?;
    (is_in_system_folder(path) && is_path_verified(process.pid, path)).then_some(path)
}

impl Peer {
    pub fn from_pid(pid: u32) -> Self {
        let mut chain = process_chain(pid);
        for process in &mut chain {
            let path = process.path.as_deref();
            process.package = path.and_then(package_folder).and_then(package_name);
        }
        if chain.is_empty() {
            // The process has exited, or is not visible to us.
            chain.push(Process {
                pid,
                ..Process::default()
            });
        }
        let path = chain[0].path.as_deref();
        Self {
            is_path_verified: path.is_some_and(|path| is_path_verified(pid, path)),
            folder: working_directory(pid),
            file: program_file(pid),
            chain,
        }
    }

    pub fn process(&self) -> ConnectedProcess {
        let process = &self.chain[0];
        ConnectedProcess {
            pid: process.pid,
            started: process.started,
            program: program(process),
            inode: self.file.map(|file| file.inode),
        }
    }

    /// Returns the agent session that the process belongs to.
    pub fn session(&self) -> SessionId {
        session_of(&self.chain).map_or(SessionId { pid: 0, started: 0 }, |process| SessionId {
            pid: process.pid,
            started: process.started,
        })
    }

    /// Combines the process with what the client claims in its hello.
    pub fn into_asker(self, id: AskerId, client: ClientInfo, home: Option<&str>) -> Asker {
        let session = self.session();
        let agent = agent_of(&self.chain, home);
        let mut chain = self.chain.into_iter();
        let process = chain.next().unwrap_or_default();
        Asker {
            id,
            session,
            agent,
            verified: Verified {
                program: program(&process),
                check: match self.is_path_verified {
                    true => ProgramCheck::Verified,
                    false => ProgramCheck::Unverified,
                },
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

impl ConnectedProcess {
    /// Returns true if the process still runs the program it connected with.
    pub fn is_unchanged(&self) -> bool {
        let now = read_process(self.pid).map(|(process, _)| process);
        let inode = program_file(self.pid).map(|file| file.inode);
        // The file may have been replaced by an update; the process still runs the old one.
        now.is_some_and(|now| {
            now.started == self.started && program(&now).file() == self.program.file()
        }) && inode == self.inode
    }
}

fn program(process: &Process) -> Program {
    Program {
        pid: process.pid,
        path: process.path.clone(),
    }
}

/// Reads the name of the npm package in a folder.
fn package_name(folder: &str) -> Option<String> {
    let file = Path::new(folder).join("package.json");
    // Opening a pipe would wait for its writer.
    let found = fs::metadata(&file).ok()?;
    if !found.is_file() || found.len() > MAX_PACKAGE_BYTES {
        return None;
    }
    let package: serde_json::Value = serde_json::from_slice(&fs::read(file).ok()?).ok()?;
    package["name"].as_str().map(str::to_owned)
}

/// Returns true if the asker's process is still running. Its pid may have been reused.
pub fn is_running(asker: &Asker) -> bool {
    let verified = &asker.verified;
    read_process(verified.program.pid).is_some_and(|(process, _)| process.started == verified.ticks)
}

/// Returns true if this very process is still running.
pub fn is_session_running(session: SessionId) -> bool {
    read_process(session.pid).is_some_and(|(process, _)| process.started == session.started)
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;

    #[test]
    fn current_process_is_identified() {
        let own = std::process::id();
        let asker = Peer::from_pid(own).into_asker(
            AskerId(1),
            ClientInfo {
                name: "test".into(),
                version: "1".into(),
                title: None,
            },
            None,
        );
        let exe = std::env::current_exe().unwrap();
        assert_eq!(asker.verified.program.path.as_deref(), exe.to_str());
        assert_eq!(asker.verified.check, ProgramCheck::Verified);
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
    fn exited_process_is_identified_by_its_pid() {
        let peer = Peer::from_pid(u32::MAX);
        assert_eq!(peer.session().pid, u32::MAX);
        assert!(!peer.is_path_verified);
        assert!(!peer.process().is_unchanged());
    }

    #[test]
    fn package_name_is_read_up_to_the_limit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_str().unwrap();
        let file = folder.path().join("package.json");
        assert_eq!(package_name(path), None);
        let mut text = r#"{"name": "@openai/codex", "bin": {}}"#.to_owned();
        let limit = usize::try_from(MAX_PACKAGE_BYTES).unwrap();
        text.push_str(&" ".repeat(limit - text.len()));
        fs::write(&file, &text).unwrap();
        assert_eq!(package_name(path).as_deref(), Some("@openai/codex"));
        fs::write(&file, text + " ").unwrap();
        assert_eq!(package_name(path), None);
        for text in ["[]", "{\"name\": 1}", "{\"name\": \"x", ""] {
            fs::write(&file, text).unwrap();
            assert_eq!(package_name(path), None, "{text}");
        }
    }
}
