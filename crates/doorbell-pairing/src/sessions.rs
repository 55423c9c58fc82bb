//! Finds running agents, which must be restarted to read their changed configuration.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;

use doorbell_core::agent::{Process, agent_by_name};
use serde::Serialize;

use crate::agents::Agent;

/// A running agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AgentSession {
    /// The agent.
    pub agent: Agent,
    /// Its process id.
    pub pid: u32,
    /// The folder it runs in.
    pub folder: Option<PathBuf>,
}

/// Returns the user's running sessions of these agents, with the topmost process of each. The list
/// is empty on systems without `/proc`.
pub fn running_sessions(agents: &[Agent]) -> Vec<AgentSession> {
    let own = rustix::process::getuid().as_raw();
    let processes: Vec<(Process, u32)> = fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| entry.metadata().is_ok_and(|metadata| metadata.uid() == own))
        .filter_map(|entry| read_process(entry.file_name().to_str()?.parse().ok()?))
        .collect();
    let is_agent_pid = |pid: u32, agent: Agent| {
        processes
            .iter()
            .any(|(process, _)| process.pid == pid && is_agent(process, agent))
    };
    let mut sessions = Vec::new();
    for &agent in agents {
        for (process, parent) in &processes {
            if is_agent(process, agent) && !is_agent_pid(*parent, agent) {
                sessions.push(AgentSession {
                    agent,
                    pid: process.pid,
                    folder: fs::read_link(format!("/proc/{}/cwd", process.pid)).ok(),
                });
            }
        }
    }
    sessions
}

fn is_agent(process: &Process, agent: Agent) -> bool {
    let description = agent.description();
    if agent_by_name(process) == Some(description.name) {
        return true;
    }
    let path = process.path.as_deref().unwrap_or_default();
    let path = path.strip_suffix(" (deleted)").unwrap_or(path);
    let program = path.rsplit('/').next().unwrap_or(path);
    description.programs.contains(&program)
}

fn read_process(pid: u32) -> Option<(Process, u32)> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The program's name in parentheses may itself contain parentheses.
    let parent = stat
        .rsplit_once(')')?
        .1
        .split_whitespace()
        .nth(1)?
        .parse()
        .ok()?;
    let arguments = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    let process = Process {
        pid,
        path: fs::read_link(format!("/proc/{pid}/exe"))
            .ok()
            .map(|path| path.to_string_lossy().into_owned()),
        arguments: String::from_utf8_lossy(&arguments)
            .split_terminator('\0')
            .map(str::to_owned)
            .collect(),
        ..Process::default()
    };
    Some((process, parent))
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn agent_is_recognised_by_program_or_core() {
        let process = |path: &str, arguments: &[&str]| Process {
            path: Some(path.to_owned()),
            arguments: arguments.iter().map(|&word| word.to_owned()).collect(),
            ..Process::default()
        };
        for (path, arguments, agent) in [
            ("/opt/codex", &["codex"][..], Agent::Codex),
            ("/usr/bin/node", &["node", "/x/gemini.js"], Agent::Gemini),
            ("/usr/share/code/code", &["code"], Agent::VsCode),
            ("/usr/bin/zed (deleted)", &["zed"], Agent::Zed),
        ] {
            let process = process(path, arguments);
            let found: Vec<_> = Agent::ALL
                .into_iter()
                .filter(|&agent| is_agent(&process, agent))
                .collect();
            assert!(found.contains(&agent), "{path} {found:?}");
        }
        assert!(!is_agent(
            &process("/usr/bin/python3", &["python3", "notes.py", "claude"]),
            Agent::ClaudeCode
        ));
    }

    #[test]
    fn running_agent_is_found_with_its_folder() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().canonicalize().unwrap();
        let program = folder.join("codex");
        // Not `fs::copy`: a process that another test is spawning could inherit the file open for
        // writing, and such a file cannot be executed.
        let mut copy = Command::new("cp");
        assert!(
            copy.arg("/bin/cat")
                .arg(&program)
                .status()
                .unwrap()
                .success()
        );
        let mut child = Command::new(&program)
            .current_dir(&folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let session = AgentSession {
            agent: Agent::Codex,
            pid: child.id(),
            folder: Some(folder),
        };
        let found = running_sessions(&[Agent::Codex]);
        assert!(found.contains(&session), "{found:?}");
        assert!(
            !running_sessions(&[Agent::Goose])
                .iter()
                .any(|other| other.pid == session.pid)
        );
        drop(child.stdin.take());
        child
            .stdout
            .take()
            .unwrap()
            .read_to_string(&mut String::new())
            .unwrap();
        child.wait().unwrap();
    }
}
