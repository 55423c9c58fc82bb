//! Which agent a process belongs to, told from the processes above it.

mod known;
mod session;

pub use session::session_of;

/// What the system puts behind the path of a file that is there no more.
const DELETED: &str = " (deleted)";

/// What is known of one process.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Process {
    /// Its process id.
    pub pid: u32,
    /// When it started, in the system's own ticks.
    pub started: u64,
    /// The terminal that controls it, by the system's number, if one does.
    pub tty: Option<i32>,
    /// The process id of its session's leader, in the system's sense of a session. Its own if it
    /// is the leader; 0 if unknown.
    pub leader: u32,
    /// The path of its executable; the system vouches for it. It ends in " (deleted)" if the file
    /// is there no more.
    pub path: Option<String>,
    /// Its arguments, the first being what it calls itself. Its own choice.
    pub arguments: Vec<String>,
}

/// A known agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agent {
    /// The name people know it by.
    pub name: &'static str,
    /// Whether only the process's own words say so. An agent that runs in an interpreter, or
    /// whose file is named for its version, cannot be told by its executable.
    pub said: bool,
}

/// The nearest known agent in `chain`.
pub fn agent_of(chain: &[Process]) -> Option<Agent> {
    chain.iter().find_map(agent)
}

/// The agent that a process is, if it is one.
fn agent(process: &Process) -> Option<Agent> {
    let by = |name: Option<&str>, said| {
        let name = known::agent(name?)?;
        Some(Agent { name, said })
    };
    by(process.file(), false)
        .or_else(|| by(process.own_name(), true))
        .or_else(|| by(process.script(), true))
}

impl Process {
    /// The name of its executable. One that was replaced while it ran, as agents do when they
    /// update themselves, keeps its name.
    fn file(&self) -> Option<&str> {
        Some(file_name(file(self.path.as_deref()?)))
    }

    /// What it calls itself. A login shell puts a dash before it, and servers put what they do
    /// behind it: "sshd: ada@pts/3".
    fn own_name(&self) -> Option<&str> {
        let name = self.arguments.first()?.trim_start_matches('-');
        let name = name.split_once(": ").map_or(name, |(name, _)| name);
        let name = name.split_once(" [").map_or(name, |(name, _)| name);
        Some(file_name(name))
    }

    /// The script an interpreter runs, without its extension.
    fn script(&self) -> Option<&str> {
        if !is_interpreter(self.file()?) {
            return None;
        }
        let mut arguments = self.arguments.iter().skip(1);
        let name = file_name(arguments.find(|argument| !argument.starts_with('-'))?);
        Some(name.rsplit_once('.').map_or(name, |(stem, _)| stem))
    }
}

/// The path of an executable, also if it was replaced while it ran.
pub(crate) fn file(path: &str) -> &str {
    path.strip_suffix(DELETED).unwrap_or(path)
}

/// Whether a program, by its path or its name, runs what others wrote. Versions behind its name do
/// not count.
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
