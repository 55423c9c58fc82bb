//! What the environment and the arguments tell of who asks.

use std::ffi::OsStr;
use std::path::Path;

use crate::interceptor::Claims;

/// By what the agents mark the environment of the servers they start.
const MARKS: [(&str, &str); 5] = [
    ("CLAUDECODE", "Claude Code"),
    ("GEMINI_CLI", "Gemini CLI"),
    ("OPENCODE", "opencode"),
    ("COPILOT_AGENT_SESSION_ID", "Copilot CLI"),
    ("COPILOT_CLI_BINARY_VERSION", "Copilot CLI"),
];
const SESSIONS: [&str; 2] = ["CLAUDE_CODE_SESSION_ID", "COPILOT_AGENT_SESSION_ID"];
const PROJECT: &str = "CLAUDE_PROJECT_DIR";

/// Programs that only run another one, which is named behind them.
const RUNNERS: [&str; 16] = [
    "npx", "npm", "pnpm", "bunx", "bun", "node", "deno", "uvx", "uv", "pipx", "python", "python3",
    "docker", "podman", "env", "sudo",
];
/// Words that such programs are told before it.
const RUNNER_WORDS: [&str; 6] = ["exec", "run", "x", "dlx", "tool", "--"];

/// Fills in what the environment tells. `variable` reads it.
pub fn mark(claims: &mut Claims, variable: impl Fn(&str) -> Option<String>) {
    let set = |name: &str| variable(name).filter(|value| !value.is_empty());
    claims.agent = MARKS
        .iter()
        .find(|(mark, _)| set(mark).is_some())
        .map(|(_, agent)| (*agent).to_owned());
    claims.session = SESSIONS.iter().find_map(|name| set(name));
    claims.project = set(PROJECT).or_else(|| {
        let folder = std::env::current_dir().ok()?;
        Some(folder.to_string_lossy().into_owned())
    });
}

/// A name for a server that was given none: what its command runs.
pub fn name_of(command: &[&OsStr]) -> String {
    let mut words = command.iter().map(|word| file_name(word));
    let Some(first) = words.next() else {
        return "MCP server".to_owned();
    };
    if !RUNNERS.contains(&first.as_str()) {
        return first;
    }
    words
        .find(|word| {
            let is_told = word.starts_with('-') || RUNNER_WORDS.contains(&word.as_str());
            !is_told && !RUNNERS.contains(&word.as_str())
        })
        .unwrap_or(first)
}

/// The command as a person would type it.
pub fn spelled(command: &[&OsStr]) -> String {
    let words: Vec<_> = command.iter().map(|word| word.to_string_lossy()).collect();
    words.join(" ")
}

fn file_name(word: &OsStr) -> String {
    let name = Path::new(word).file_name().unwrap_or(word);
    let name = name.to_string_lossy();
    // A package may be named with its version.
    match name.split_once('@') {
        Some((name, _)) if !name.is_empty() => name.to_owned(),
        _ => name.into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_named_for_what_runs() {
        let name = |command: &str| {
            let words: Vec<&OsStr> = command.split(' ').map(OsStr::new).collect();
            name_of(&words)
        };
        assert_eq!(name("/usr/local/bin/github-mcp stdio"), "github-mcp");
        assert_eq!(
            name("npx -y @modelcontextprotocol/server-everything@2026.8.31 stdio"),
            "server-everything"
        );
        assert_eq!(name("uv run --with mcp servers/shop.py"), "mcp");
        assert_eq!(name("python3 -u servers/shop.py"), "shop.py");
        assert_eq!(name("node"), "node");
    }

    #[test]
    fn the_agent_is_told_by_its_marks() {
        let marked = |marks: &[(&str, &str)]| {
            let mut claims = Claims::default();
            mark(&mut claims, |name| {
                let found = marks.iter().find(|(mark, _)| *mark == name);
                found.map(|(_, value)| (*value).to_owned())
            });
            (claims.agent, claims.session, claims.project)
        };
        let claude = marked(&[
            ("CLAUDECODE", "1"),
            ("CLAUDE_CODE_SESSION_ID", "c9"),
            ("CLAUDE_PROJECT_DIR", "/home/ada/shop"),
        ]);
        let said = |text: &str| Some(text.to_owned());
        assert_eq!(
            claude,
            (said("Claude Code"), said("c9"), said("/home/ada/shop"))
        );
        assert_eq!(marked(&[("GEMINI_CLI", "1")]).0, said("Gemini CLI"));
        assert_eq!(marked(&[("OPENCODE", "")]).0, None);
        let here = std::env::current_dir().unwrap();
        assert_eq!(marked(&[]).2.as_deref(), here.to_str());
    }
}
