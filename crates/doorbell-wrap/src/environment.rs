//! What the environment and the arguments tell of who asks.

use std::ffi::OsStr;
use std::path::Path;

use url::Url;

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

/// Programs that only run another one, which is named behind them, and the words they are told
/// before it.
const RUNNERS: [(&str, &[&str]); 16] = [
    ("npx", &[]),
    ("npm", &["exec", "x"]),
    ("pnpm", &["dlx", "exec"]),
    ("yarn", &["dlx"]),
    ("bunx", &[]),
    ("bun", &["x", "run"]),
    ("node", &[]),
    ("deno", &["run"]),
    ("uvx", &[]),
    ("uv", &["run", "tool"]),
    ("pipx", &["run"]),
    ("python", &[]),
    ("python3", &[]),
    ("docker", &["run"]),
    ("podman", &["run"]),
    ("env", &[]),
];
/// Options of theirs that stand alone. Of any other it cannot be told whether the next word belongs
/// to it, and that word may be a secret.
const LONE_OPTIONS: [&str; 12] = [
    "-y",
    "--yes",
    "-q",
    "--quiet",
    "-i",
    "--rm",
    "--init",
    "-u",
    "-m",
    "-A",
    "--allow-all",
    "--",
];

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

/// A name for a server that was given none: what its command runs, if that can be told for sure.
pub fn name_of(command: &[&OsStr]) -> String {
    let mut words = command.iter();
    let Some(first) = words.next().map(|word| file_name(word)) else {
        return "MCP server".to_owned();
    };
    let Some((_, told)) = RUNNERS.iter().find(|(runner, _)| *runner == first) else {
        return first;
    };
    for word in words {
        let text = word.to_string_lossy();
        if LONE_OPTIONS.contains(&&*text) || told.contains(&&*text) {
            continue;
        }
        // What is set for the server may be a secret; an option may take the next word along.
        if text.starts_with('-') || text.contains('=') {
            break;
        }
        return file_name(word);
    }
    first
}

/// Whose an address is, and the address without what may be a secret in it.
pub fn address(url: &str) -> (String, String) {
    let Ok(parsed) = Url::parse(url) else {
        return ("the address".to_owned(), String::new());
    };
    let host = parsed.host_str().unwrap_or("the address").to_owned();
    let origin = parsed.origin().ascii_serialization();
    (host, format!("{origin}{}", parsed.path()))
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
        assert_eq!(name("uv run servers/shop.py"), "shop.py");
        assert_eq!(name("python3 -u servers/shop.py"), "shop.py");
        assert_eq!(name("python3 -m shop"), "shop");
        assert_eq!(
            name("docker run -i --rm ghcr.io/github/github-mcp-server"),
            "github-mcp-server"
        );
        assert_eq!(name("node"), "node");
    }

    #[test]
    fn no_name_is_made_of_what_may_be_a_secret() {
        let name = |command: &str| {
            let words: Vec<&OsStr> = command.split(' ').map(OsStr::new).collect();
            name_of(&words)
        };
        assert_eq!(name("env API_KEY=sk-live-123 python3 s.py"), "env");
        assert_eq!(name("docker run -i -e TOKEN=ghp_1 image"), "docker");
        assert_eq!(name("docker run --rm -e GITHUB_TOKEN image"), "docker");
        assert_eq!(name("uv run --with mcp servers/shop.py"), "uv");
    }

    #[test]
    fn an_address_is_told_without_its_secrets() {
        let (host, plain) = address("https://me:hunter2@shop.example:8443/mcp?key=SECRET#x");
        assert_eq!(host, "shop.example");
        assert_eq!(plain, "https://shop.example:8443/mcp");
        assert_eq!(address("nonsense").1, "");
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
