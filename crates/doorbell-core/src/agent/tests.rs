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

const HOME: &str = "/home/me";

fn check(chain: &[(&str, &[&str])], agent: Option<(&'static str, AgentEvidence)>) {
    let chain: Vec<Process> = chain
        .iter()
        .map(|(path, arguments)| process(path, arguments))
        .collect();
    assert_eq!(
        agent_of(&chain, Some(HOME)),
        agent.map(|(name, evidence)| Agent { name, evidence }),
        "{chain:?}"
    );
}

#[test]
fn agent_is_recognised_by_where_it_is_installed() {
    check(
        &[
            ("/usr/bin/doorbell", &["doorbell", "ask"]),
            ("/usr/bin/bash", &["bash", "-c", "doorbell ask"]),
            ("/opt/codex/codex", &["codex"]),
            ("/usr/bin/zsh", &["-zsh"]),
        ],
        Some(("Codex", AgentEvidence::Parent)),
    );
}

#[test]
fn agent_with_replaced_file_is_recognised() {
    check(
        &[("/opt/codex/codex (deleted)", &["./run"])],
        Some(("Codex", AgentEvidence::Program)),
    );
    check(
        &[("/usr/bin/node (deleted)", &["node", "/usr/lib/gemini.js"])],
        Some(("Gemini CLI", AgentEvidence::Claim)),
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
        Some(("Gemini CLI", AgentEvidence::Claim)),
    );
    check(
        &[("/usr/bin/python3.11", &["claude"])],
        Some(("Claude Code", AgentEvidence::Claim)),
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

/// The agent that is recognised at a path, with the name in its package.json.
fn installed(path: &str, package: Option<&str>) -> Option<&'static str> {
    let process = Process {
        package: package.map(str::to_owned),
        ..process(path, &["claude"])
    };
    let agent = agent_of(&[process], Some(HOME))?;
    assert_eq!(agent.evidence, AgentEvidence::Program, "{path}");
    Some(agent.name)
}

#[test]
fn install_layouts_are_recognised() {
    for (agent, path, package) in [
        ("Claude Code", "/usr/bin/claude", None),
        ("Claude Code", "/usr/local/bin/claude", None),
        (
            "Codex",
            "/opt/homebrew/Cellar/codex/0.166.0/bin/codex",
            None,
        ),
        (
            "Claude Code",
            "/home/me/.local/share/claude/versions/2.1.325",
            None,
        ),
        ("opencode", "/home/me/.opencode/bin/opencode", None),
        ("Goose", "/home/me/.local/bin/goose", None),
        (
            "Claude Code",
            "/usr/lib/node_modules/@anthropic-ai/claude-code/bin/claude.exe",
            Some("@anthropic-ai/claude-code"),
        ),
        (
            "Claude Code",
            "/home/me/.nvm/versions/node/v24.1.0/lib/node_modules/@anthropic-ai/claude-code/bin/claude.exe",
            Some("@anthropic-ai/claude-code"),
        ),
        (
            "Codex",
            "/home/me/n/lib/node_modules/@openai/codex/node_modules/@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/codex/codex",
            Some("@openai/codex"),
        ),
        (
            "Copilot CLI",
            "/home/me/n/lib/node_modules/@github/copilot-linux-x64/copilot",
            Some("@github/copilot-linux-x64"),
        ),
        (
            "opencode",
            "/home/me/n/lib/node_modules/opencode-ai/bin/opencode.exe",
            Some("opencode-ai"),
        ),
        (
            "opencode",
            "/home/me/n/lib/node_modules/opencode-linux-x64/bin/opencode",
            Some("opencode-linux-x64"),
        ),
    ] {
        assert_eq!(installed(path, package), Some(agent), "{path}");
    }
}

#[test]
fn program_called_like_an_agent_elsewhere_is_no_agent() {
    for (path, package) in [
        ("/tmp/claude", None),
        ("/tmp/claude.exe", None),
        ("/home/me/claude", None),
        ("/home/me/.local/bin/claude", None),
        ("/home/me/usr/bin/claude", None),
        ("/home/mean/.local/share/claude/versions/claude", None),
        ("/tmp/.local/share/claude/versions/claude", None),
        ("/home/me/.local/share/claude/versions/1/claude", None),
        ("/home/me/x/.opencode/bin/opencode", None),
        (
            "/home/me/n/node_modules/@anthropic-ai/claude-code/bin/claude",
            None,
        ),
        (
            "/home/me/n/node_modules/@anthropic-ai/claude-code/bin/claude",
            Some("@anthropic-ai/claude-codes"),
        ),
        (
            "/home/me/n/node_modules/@anthropic-ai/claude-code/bin/codex",
            Some("@anthropic-ai/claude-code"),
        ),
        (
            "/tmp/node_modules/@anthropic-ai/claude-code/bin/claude",
            Some("@anthropic-ai/claude-code"),
        ),
    ] {
        assert_eq!(installed(path, package), None, "{path}");
    }
    let process = process("/home/me/.local/share/claude/versions/2", &[]);
    assert_eq!(agent_of(&[process], None), None, "without a home folder");
}

#[test]
fn package_folder_is_that_of_the_innermost_package() {
    for (path, folder) in [
        (
            "/n/node_modules/@openai/codex/node_modules/@openai/codex-linux-x64/vendor/codex",
            Some("/n/node_modules/@openai/codex/node_modules/@openai/codex-linux-x64"),
        ),
        (
            "/n/node_modules/opencode-ai/bin/opencode.exe (deleted)",
            Some("/n/node_modules/opencode-ai"),
        ),
        ("/n/node_modules/@openai/codex", None),
        ("/n/node_modules/codex", None),
        ("/n/node_modules/typescript/bin/tsc", None),
        ("/usr/bin/codex", None),
    ] {
        assert_eq!(package_folder(path), folder, "{path}");
    }
}
