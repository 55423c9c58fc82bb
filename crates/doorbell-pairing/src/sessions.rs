//! Which agents run. They read their configuration when they start.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;

use doorbell_core::agent::{Process, agent_of};
use serde::Serialize;

use crate::agents::Agent;

/// An agent that runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Session {
    /// Which agent.
    pub agent: Agent,
    /// Its process.
    pub pid: u32,
    /// The folder it runs in.
    pub folder: Option<PathBuf>,
}

/// The sessions of these agents that the person has running. Of an agent's processes only the
/// topmost is told. None where the system does not tell.
pub fn running(agents: &[Agent]) -> Vec<Session> {
    let own = rustix::process::getuid().as_raw();
    let processes: Vec<(Process, u32)> = fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| entry.metadata().is_ok_and(|found| found.uid() == own))
        .filter_map(|entry| read(entry.file_name().to_str()?.parse().ok()?))
        .collect();
    let is = |pid: u32, agent: Agent| {
        processes
            .iter()
            .any(|(process, _)| process.pid == pid && is_of(process, agent))
    };
    let mut sessions = Vec::new();
    for &agent in agents {
        for (process, parent) in &processes {
            if is_of(process, agent) && !is(*parent, agent) {
                sessions.push(Session {
                    agent,
                    pid: process.pid,
                    folder: fs::read_link(format!("/proc/{}/cwd", process.pid)).ok(),
                });
            }
        }
    }
    sessions
}

/// Whether a process is the agent.
fn is_of(process: &Process, agent: Agent) -> bool {
    let description = agent.description();
    let known = agent_of(std::slice::from_ref(process));
    if known.is_some_and(|known| known.name == description.name) {
        return true;
    }
    let path = process.path.as_deref().unwrap_or_default();
    let path = path.strip_suffix(" (deleted)").unwrap_or(path);
    let program = path.rsplit('/').next().unwrap_or(path);
    description.programs.contains(&program)
}

fn read(pid: u32) -> Option<(Process, u32)> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name in parentheses may itself contain anything, so count from the last one.
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
    fn an_agent_is_known_by_its_program_or_by_the_recogniser() {
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
                .filter(|&agent| is_of(&process, agent))
                .collect();
            assert!(found.contains(&agent), "{path} {found:?}");
        }
        assert!(!is_of(
            &process("/usr/bin/python3", &["python3", "notes.py", "claude"]),
            Agent::ClaudeCode
        ));
    }

    #[test]
    fn one_that_runs_is_found_with_its_folder() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().canonicalize().unwrap();
        let program = folder.join("codex");
        fs::copy("/bin/cat", &program).unwrap();
        let mut child = Command::new(&program)
            .current_dir(&folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let session = Session {
            agent: Agent::Codex,
            pid: child.id(),
            folder: Some(folder),
        };
        let found = running(&[Agent::Codex]);
        assert!(found.contains(&session), "{found:?}");
        assert!(
            !running(&[Agent::Goose])
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
