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
        agent.map(|(name, said)| Agent { name, said }),
        "{chain:?}"
    );
}

#[test]
fn an_agent_is_known_by_its_executable() {
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
fn an_agent_that_replaced_its_file_is_still_known() {
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
        Some(("Gemini CLI", true)),
    );
    check(
        &[("/home/me/.local/share/claude/versions/2.1.325", &["claude"])],
        Some(("Claude Code", true)),
    );
}

#[test]
fn what_only_mentions_an_agent_is_none() {
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
