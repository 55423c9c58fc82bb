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
    /// The verified path of its executable. Ends in " (deleted)" if the file is gone.
    pub path: Option<String>,
    /// Chosen by the process, including the name it gives itself.
    pub arguments: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agent {
    pub name: &'static str,
    /// True if only the process itself says so: an interpreter's script or a versioned file name
    /// does not identify an agent.
    pub is_claimed: bool,
}

/// The nearest known agent in `chain`.
pub fn agent_of(chain: &[Process]) -> Option<Agent> {
    chain.iter().find_map(agent)
}

fn agent(process: &Process) -> Option<Agent> {
    let known = |name: Option<&str>, is_claimed| {
        let name = known::agent(name?)?;
        Some(Agent { name, is_claimed })
    };
    known(process.file_name(), false)
        .or_else(|| known(process.own_name(), true))
        .or_else(|| known(process.script(), true))
}

impl Process {
    fn file_name(&self) -> Option<&str> {
        Some(file_name(without_deleted_suffix(self.path.as_deref()?)))
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

pub(crate) fn without_deleted_suffix(path: &str) -> &str {
    path.strip_suffix(DELETED_SUFFIX).unwrap_or(path)
}

/// Ignores a version after the name.
pub(crate) fn is_interpreter(program: &str) -> bool {
    let name = file_name(program);
    let name = name.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
    known::is_interpreter(name)
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests;
