//! Which agent a process belongs to, told from the processes above it.

/// What is known of one process.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Process {
    /// Its process id.
    pub pid: u32,
    /// When it started, in the system's own ticks.
    pub started: u64,
    /// The path of its executable; the system vouches for it.
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

/// What the agents' programs are called.
const AGENTS: [(&str, &str); 12] = [
    ("claude", "Claude Code"),
    ("codex", "Codex"),
    ("gemini", "Gemini CLI"),
    ("copilot", "Copilot CLI"),
    ("opencode", "opencode"),
    ("cline", "Cline"),
    ("goose", "Goose"),
    ("cursor-agent", "Cursor"),
    ("fast-agent", "fast-agent"),
    ("kiro-cli", "Kiro"),
    ("amp", "Amp"),
    ("aider", "Aider"),
];

/// Programs that people start agents from, or that the system starts a session with. An agent
/// session begins below them.
const SURROUNDINGS: [&str; 46] = [
    // shells
    "sh",
    "bash",
    "dash",
    "zsh",
    "fish",
    "nu",
    "ksh",
    "tcsh",
    "pwsh",
    "xonsh",
    // multiplexers
    "tmux",
    "tmux: server",
    "screen",
    "zellij",
    "dtach",
    "abduco",
    // terminals
    "xterm",
    "kitty",
    "alacritty",
    "foot",
    "footclient",
    "konsole",
    "gnome-terminal-server",
    "xfce4-terminal",
    "wezterm-gui",
    "ghostty",
    "ptyxis",
    "kgx",
    "terminator",
    "urxvt",
    // sessions
    "systemd",
    "init",
    "login",
    "sshd",
    "sshd-session",
    "su",
    "sudo",
    "gnome-shell",
    "plasmashell",
    "kwin_wayland",
    "xfce4-session",
    "sway",
    "Hyprland",
    "openbox",
    "gnome-session-binary",
    "dbus-run-session",
];

/// The process that is the agent session: the topmost of `chain` below the person's shell, or
/// the asker itself. `chain` begins with the asker and goes up.
pub fn session_of(chain: &[Process]) -> Option<&Process> {
    chain
        .iter()
        .rev()
        .find(|process| process.pid != 1 && !is_surrounding(process))
        .or(chain.first())
}

/// The nearest known agent in `chain`.
pub fn agent_of(chain: &[Process]) -> Option<Agent> {
    chain.iter().find_map(|process| {
        let by = |name: Option<&str>, said| {
            let name = name?;
            let (_, name) = AGENTS.iter().find(|(program, _)| *program == name)?;
            Some(Agent { name, said })
        };
        by(process.path.as_deref().map(file_name), false)
            .or_else(|| by(process.arguments.first().map(|own| file_name(own)), true))
            .or_else(|| by(script_of(process), true))
    })
}

/// The script an interpreter runs, without its extension.
fn script_of(process: &Process) -> Option<&str> {
    const INTERPRETERS: [&str; 5] = ["node", "bun", "deno", "python", "python3"];
    let interpreter = file_name(process.path.as_deref()?);
    let interpreter = interpreter.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    if !INTERPRETERS
        .iter()
        .any(|known| known.trim_end_matches('3') == interpreter)
    {
        return None;
    }
    let script = process
        .arguments
        .iter()
        .skip(1)
        .find(|argument| !argument.starts_with('-'))?;
    let name = file_name(script);
    Some(name.rsplit_once('.').map_or(name, |(stem, _)| stem))
}

fn is_surrounding(process: &Process) -> bool {
    let by_path = process.path.as_deref().map(file_name);
    let by_name = process
        .arguments
        .first()
        .map(|name| file_name(name.trim_start_matches('-')));
    // A process may call itself what it likes: at worst it joins the session of its child.
    [by_path, by_name]
        .into_iter()
        .flatten()
        .any(|name| SURROUNDINGS.contains(&name))
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chain(processes: &[(&str, &[&str])]) -> Vec<Process> {
        processes
            .iter()
            .enumerate()
            .map(|(index, (path, arguments))| Process {
                pid: 100 - u32::try_from(index).unwrap(),
                started: 7,
                path: Some((*path).to_owned()),
                arguments: arguments.iter().map(|&text| text.to_owned()).collect(),
            })
            .collect()
    }

    fn check(processes: &[(&str, &[&str])], session: &str, agent: Option<(&'static str, bool)>) {
        let chain = chain(processes);
        let found = session_of(&chain).and_then(|process| process.path.as_deref());
        assert_eq!(found, Some(session));
        assert_eq!(
            agent_of(&chain),
            agent.map(|(name, said)| Agent { name, said })
        );
    }

    #[test]
    fn the_agent_below_the_persons_shell_is_the_session() {
        check(
            &[
                ("/usr/bin/doorbell", &["doorbell", "ask"]),
                ("/usr/bin/bash", &["bash", "-c", "doorbell ask"]),
                ("/opt/codex/codex", &["codex"]),
                ("/usr/bin/zsh", &["-zsh"]),
                ("/usr/bin/tmux", &["tmux: server"]),
                ("/usr/lib/systemd/systemd", &["/sbin/init"]),
            ],
            "/opt/codex/codex",
            Some(("Codex", false)),
        );
    }

    #[test]
    fn an_agent_in_an_interpreter_is_known_by_its_own_words_only() {
        check(
            &[
                ("/usr/bin/python3.11", &["python3", "server.py"]),
                (
                    "/usr/bin/node",
                    &["node", "--no-warnings", "/usr/lib/gemini.js"],
                ),
                ("/usr/bin/bash", &["bash"]),
            ],
            "/usr/bin/node",
            Some(("Gemini CLI", true)),
        );
        check(
            &[("/home/me/.local/share/claude/versions/2.1.325", &["claude"])],
            "/home/me/.local/share/claude/versions/2.1.325",
            Some(("Claude Code", true)),
        );
    }

    #[test]
    fn a_person_at_a_shell_is_their_own_session() {
        check(
            &[
                ("/usr/bin/doorbell", &["doorbell", "ask"]),
                ("/usr/bin/zsh", &["-zsh"]),
            ],
            "/usr/bin/doorbell",
            None,
        );
    }

    #[test]
    fn a_script_that_only_mentions_an_agent_is_none() {
        check(
            &[("/usr/bin/python3", &["python3", "notes.py", "claude"])],
            "/usr/bin/python3",
            None,
        );
    }
}
