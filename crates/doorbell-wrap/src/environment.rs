//! Facts about the asker that the environment and the command line reveal.

use std::ffi::OsStr;
use std::path::Path;

use url::Url;

use crate::interceptor::Claims;

/// Variables that agents set for the servers they start.
const AGENT_VARIABLES: [(&str, &str); 5] = [
    ("CLAUDECODE", "Claude Code"),
    ("GEMINI_CLI", "Gemini CLI"),
    ("OPENCODE", "opencode"),
    ("COPILOT_AGENT_SESSION_ID", "Copilot CLI"),
    ("COPILOT_CLI_BINARY_VERSION", "Copilot CLI"),
];
const SESSION_VARIABLES: [&str; 2] = ["CLAUDE_CODE_SESSION_ID", "COPILOT_AGENT_SESSION_ID"];
const PROJECT_VARIABLE: &str = "CLAUDE_PROJECT_DIR";

/// Programs that run the program named after them, and the subcommands that come before it.
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
/// Options of runners that take no value. The word after any other option may be its value, and so
/// a secret.
const VALUELESS_OPTIONS: [&str; 12] = [
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

/// Fills in agent, session and project. `variable` reads an environment variable.
pub fn fill_claims(claims: &mut Claims, variable: impl Fn(&str) -> Option<String>) {
    let non_empty = |name: &str| variable(name).filter(|value| !value.is_empty());
    claims.agent = AGENT_VARIABLES
        .iter()
        .find(|(variable, _)| non_empty(variable).is_some())
        .map(|(_, agent)| (*agent).to_owned());
    claims.session = SESSION_VARIABLES.iter().find_map(|name| non_empty(name));
    claims.project = non_empty(PROJECT_VARIABLE).or_else(|| {
        let folder = std::env::current_dir().ok()?;
        Some(folder.to_string_lossy().into_owned())
    });
}

/// Derives a server's name from its command, using only words that cannot be secrets.
pub fn server_name(command: &[&OsStr]) -> String {
    let mut words = command.iter();
    let Some(program) = words.next().map(|word| file_name(word)) else {
        return "MCP server".to_owned();
    };
    let Some((_, subcommands)) = RUNNERS.iter().find(|(runner, _)| *runner == program) else {
        return program;
    };
    for word in words {
        let text = word.to_string_lossy();
        if VALUELESS_OPTIONS.contains(&&*text) || subcommands.contains(&&*text) {
            continue;
        }
        // An assignment may hold a secret; an option may take the next word as its value.
        if text.starts_with('-') || text.contains('=') {
            break;
        }
        return file_name(word);
    }
    program
}

/// Returns the host, and the address without credentials, query and fragment.
pub fn redact_url(url: &str) -> (String, String) {
    let Ok(parsed) = Url::parse(url) else {
        return ("the address".to_owned(), String::new());
    };
    let host = parsed.host_str().unwrap_or("the address").to_owned();
    let origin = parsed.origin().ascii_serialization();
    (host, format!("{origin}{}", parsed.path()))
}

pub fn command_line(command: &[&OsStr]) -> String {
    let words: Vec<_> = command.iter().map(|word| word.to_string_lossy()).collect();
    words.join(" ")
}

fn file_name(word: &OsStr) -> String {
    let name = Path::new(word).file_name().unwrap_or(word);
    let name = name.to_string_lossy();
    // Drop the version of a package such as `server@1.2`.
    match name.split_once('@') {
        Some((name, _)) if !name.is_empty() => name.to_owned(),
        _ => name.into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn server_name_comes_from_command() {
        let name = |command: &str| {
            let words: Vec<&OsStr> = command.split(' ').map(OsStr::new).collect();
            server_name(&words)
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
    fn server_name_excludes_possible_secrets() {
        let name = |command: &str| {
            let words: Vec<&OsStr> = command.split(' ').map(OsStr::new).collect();
            server_name(&words)
        };
        assert_eq!(name("env API_KEY=sk-live-123 python3 s.py"), "env");
        assert_eq!(name("docker run -i -e TOKEN=ghp_1 image"), "docker");
        assert_eq!(name("docker run --rm -e GITHUB_TOKEN image"), "docker");
        assert_eq!(name("uv run --with mcp servers/shop.py"), "uv");
    }

    #[test]
    fn redacted_url_has_no_secrets() {
        let (host, plain) = redact_url("https://me:hunter2@shop.example:8443/mcp?key=SECRET#x");
        assert_eq!(host, "shop.example");
        assert_eq!(plain, "https://shop.example:8443/mcp");
        assert_eq!(redact_url("nonsense").1, "");
    }

    #[test]
    fn agent_is_recognised_by_its_variables() {
        let claims_with = |variables: &[(&str, &str)]| {
            let mut claims = Claims::default();
            fill_claims(&mut claims, |name| {
                let found = variables.iter().find(|(variable, _)| *variable == name);
                found.map(|(_, value)| (*value).to_owned())
            });
            (claims.agent, claims.session, claims.project)
        };
        let claude = claims_with(&[
            ("CLAUDECODE", "1"),
            ("CLAUDE_CODE_SESSION_ID", "c9"),
            ("CLAUDE_PROJECT_DIR", "/home/ada/shop"),
        ]);
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(
            claude,
            (some("Claude Code"), some("c9"), some("/home/ada/shop"))
        );
        assert_eq!(claims_with(&[("GEMINI_CLI", "1")]).0, some("Gemini CLI"));
        assert_eq!(claims_with(&[("OPENCODE", "")]).0, None);
        let here = std::env::current_dir().unwrap();
        assert_eq!(claims_with(&[]).2.as_deref(), here.to_str());
    }
}
