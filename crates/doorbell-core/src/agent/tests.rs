mod session;

use super::*;

fn process(path: &str, arguments: &[&str]) -> Process {
    Process {
        pid: 100,
        started: 7,
        path: Some(path.to_owned()),
        arguments: arguments.iter().map(|&text| text.to_owned()).collect(),
        ..Process::default()
    }
}

fn check(chain: &[(&str, &[&str])], agent: Option<(&'static str, bool)>) {
    let chain: Vec<Process> = chain
        .iter()
        .map(|(path, arguments)| process(path, arguments))
        .collect();
    assert_eq!(
        agent_of(&chain),
        agent.map(|(name, is_claimed)| Agent { name, is_claimed }),
        "{chain:?}"
    );
}

#[test]
fn agent_is_recognised_by_its_executable() {
    check(
        &[
            ("/usr/bin/doorbell", &["doorbell", "ask"]),
            ("/usr/bin/bash", &["bash", "-c", "doorbell ask"]),
            ("/opt/codex/codex", &["codex"]),
            ("/usr/bin/zsh", &["-zsh"]),
        ],
        Some(("Codex", false)),
    );
}

#[test]
fn agent_with_replaced_file_is_recognised() {
    check(
        &[("/opt/codex/codex (deleted)", &["./run"])],
        Some(("Codex", false)),
    );
    check(
        &[("/usr/bin/node (deleted)", &["node", "/usr/lib/gemini.js"])],
        Some(("Gemini CLI", true)),
    );
}

#[test]
fn agent_in_an_interpreter_is_only_claimed() {
    check(
        &[
            ("/usr/bin/python3.11", &["python3", "server.py"]),
            (
                "/usr/bin/node",
                &["node", "--no-warnings", "/usr/lib/gemini.js"],
            ),
            ("/usr/bin/bash", &["bash"]),
        ],
        Some(("Gemini CLI", true)),
    );
    check(
        &[("/home/me/.local/share/claude/versions/2.1.325", &["claude"])],
        Some(("Claude Code", true)),
    );
}

#[test]
fn mentioning_an_agent_is_not_enough() {
    check(
        &[("/usr/bin/python3", &["python3", "notes.py", "claude"])],
        None,
    );
    check(
        &[
            ("/usr/bin/doorbell", &["doorbell", "ask"]),
            ("/usr/bin/zsh", &["-zsh"]),
        ],
        None,
    );
}
