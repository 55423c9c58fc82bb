//! Identifies the process at the other end of a connection.
//!
//! Each operating system's module reads a process with its parent, its working directory, its
//! program's file, and the current boot.

#[cfg(any(target_os = "macos", test))]
mod argument_area;
#[cfg_attr(target_os = "linux", path = "identity/linux.rs")]
#[cfg_attr(target_os = "macos", path = "identity/macos.rs")]
#[cfg_attr(windows, path = "identity/windows.rs")]
mod system;

use doorbell_core::agent::{Process, agent_of, session_of};
use doorbell_core::asker::{Asker, AskerId, Claimed, Program, SessionId, Verified};
use doorbell_core::known_program::ProgramFile;
use doorbell_protocol::ClientInfo;

pub use system::boot_id;
#[cfg(target_os = "macos")]
pub use system::peer;
use system::{program_file, read_process, started_at, working_directory};

const MAX_PARENTS: usize = 32;
const MAX_ARGUMENT_BYTES: usize = 4096;

/// A snapshot of the connected process and its parents.
pub struct Peer {
    /// The process and its parents, nearest first.
    chain: Vec<Process>,
    folder: Option<String>,
    file: Option<ProgramFile>,
}

impl Peer {
    pub fn from_pid(pid: u32) -> Self {
        let mut chain: Vec<Process> = Vec::new();
        let mut next = pid;
        while next != 0 && chain.len() <= MAX_PARENTS {
            let Some((process, parent)) = read_process(next) else {
                break;
            };
            chain.push(process);
            next = parent;
        }
        if chain.is_empty() {
            // The process has exited, or is not visible to us.
            chain.push(Process {
                pid,
                ..Process::default()
            });
        }
        Self {
            chain,
            folder: working_directory(pid),
            file: program_file(pid),
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

/// Returns true if the asker's process is still running. Its pid may have been reused.
pub fn is_running(asker: &Asker) -> bool {
    let verified = &asker.verified;
    read_process(verified.program.pid).is_some_and(|(process, _)| process.started == verified.ticks)
}

#[cfg(test)]
mod tests {
    use std::fs;

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
    fn exited_process_is_identified_by_its_pid() {
        let peer = Peer::from_pid(u32::MAX);
        assert_eq!(peer.session().pid, u32::MAX);
    }
}
