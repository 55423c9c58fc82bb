//! Recognises the agent a process belongs to from its parent processes.

mod known;
mod session;

pub use session::session_of;

/// Linux appends this to the path of a deleted executable.
const DELETED_SUFFIX: &str = " (deleted)";

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Process {
    pub pid: u32,
    /// In the system's clock ticks.
    pub started: u64,
    /// The device number of its controlling terminal.
    pub tty: Option<i32>,
    /// The process id of its session leader in the POSIX sense; 0 if unknown.
    pub leader: u32,
    /// The path of its executable as the system reports it. Ends in " (deleted)" if the file is gone.
    pub path: Option<String>,
    /// The name in `package.json` of the npm package at [`package_folder`].
    pub package: Option<String>,
    /// Chosen by the process, including the name it gives itself.
    pub arguments: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agent {
    pub name: &'static str,
    pub evidence: AgentEvidence,
}

/// Where an agent's name comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgentEvidence {
    /// The connected program is where this agent installs itself.
    Program,
    /// A parent process is. A parent can have started the agent after it started the asker.
    Parent,
    /// The process chose it: its own name, or the script of an interpreter.
    Claim,
}

/// The nearest known agent in `chain`, which begins with the asker. `home` is the home folder.
pub fn agent_of(chain: &[Process], home: Option<&str>) -> Option<Agent> {
    let (asker, parents) = chain.split_first()?;
    agent(asker, AgentEvidence::Program, home).or_else(|| {
        let mut parents = parents.iter();
        parents.find_map(|parent| agent(parent, AgentEvidence::Parent, home))
    })
}

/// The agent that a process is called like. Good for grouping processes, not for naming an asker:
/// any program can choose these names.
pub fn agent_by_name(process: &Process) -> Option<&'static str> {
    process.names().find_map(known::agent)
}

/// `installed` is the evidence if the process is where an agent installs itself.
fn agent(process: &Process, installed: AgentEvidence, home: Option<&str>) -> Option<Agent> {
    let path = process.path.as_deref().map(without_deleted_suffix);
    let package = process.package.as_deref();
    let name = path.and_then(|path| known::installed_agent(path, package, home));
    if let Some(name) = name {
        let evidence = installed;
        return Some(Agent { name, evidence });
    }
    // Any file can be called like an agent. Such a program is named with its folder instead.
    if process.file_name().and_then(known::agent).is_some() {
        return None;
    }
    let mut chosen = [process.own_name(), process.script()].into_iter().flatten();
    let name = chosen.find_map(known::agent)?;
    let evidence = AgentEvidence::Claim;
    Some(Agent { name, evidence })
}

/// Returns the folder of the npm package that contains an executable called like a known agent.
pub fn package_folder(path: &str) -> Option<&str> {
    const MODULES: &str = "/node_modules/";
    let path = without_deleted_suffix(path);
    known::agent(program_name(path))?;
    let start = path.rfind(MODULES)? + MODULES.len();
    let mut ends = path[start..].match_indices('/');
    let end = match path[start..].starts_with('@') {
        true => ends.nth(1),
        false => ends.next(),
    };
    Some(&path[..start + end?.0])
}

impl Process {
    /// The names of its file, its own name and its script.
    fn names(&self) -> impl Iterator<Item = &str> {
        [self.file_name(), self.own_name(), self.script()]
            .into_iter()
            .flatten()
    }

    fn file_name(&self) -> Option<&str> {
        Some(program_name(without_deleted_suffix(self.path.as_deref()?)))
    }

    /// Without the dash of a login shell and the status that servers append: "sshd: ada@pts/3".
    fn own_name(&self) -> Option<&str> {
        let name = self.arguments.first()?.trim_start_matches('-');
        let name = name.split_once(": ").map_or(name, |(name, _)| name);
        let name = name.split_once(" [").map_or(name, |(name, _)| name);
        Some(file_name(name))
    }

    /// The script an interpreter runs, without its extension.
    fn script(&self) -> Option<&str> {
        if !is_interpreter(self.file_name()?) {
            return None;
        }
        let mut arguments = self.arguments.iter().skip(1);
        let name = file_name(arguments.find(|argument| !argument.starts_with('-'))?);
        Some(name.rsplit_once('.').map_or(name, |(stem, _)| stem))
    }
}

/// Returns true for a path that only an administrator can write.
pub fn is_in_system_folder(path: &str) -> bool {
    known::is_in_system_folder(path)
}

pub(crate) fn without_deleted_suffix(path: &str) -> &str {
    path.strip_suffix(DELETED_SUFFIX).unwrap_or(path)
}

/// Ignores a version after the name.
pub(crate) fn is_interpreter(program: &str) -> bool {
    let name = file_name(program);
    let name = name.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
    known::is_interpreter(name)
}

/// The file name of an executable. npm calls native programs `.exe` on every system.
fn program_name(path: &str) -> &str {
    let name = file_name(path);
    name.strip_suffix(".exe").unwrap_or(name)
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests;
