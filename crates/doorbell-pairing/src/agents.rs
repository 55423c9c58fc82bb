//! The agents: where each keeps its configuration and how it writes a server there.

use std::fmt;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::dialect::{ANY, DAY_IN_MILLISECONDS, DAY_IN_SECONDS, Dialect, Kind, USUAL, Words};
use crate::document::Format;
use crate::surroundings::Surroundings;

/// An agent whose configuration is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "they are named for the agents")]
pub enum Agent {
    ClaudeCode,
    ClaudeDesktop,
    Codex,
    Gemini,
    Copilot,
    VsCode,
    Cursor,
    Windsurf,
    Opencode,
    Goose,
    Zed,
    Cline,
    ClineVsCode,
    Roo,
    Kiro,
}

/// What is known of an agent.
pub(crate) struct Description {
    /// What it is called on command lines.
    pub word: &'static str,
    /// The name people know it by; the one by which its processes are recognised, if they are.
    pub name: &'static str,
    /// Its programs, where the recogniser does not know them.
    pub programs: &'static [&'static str],
    /// The person's own files, whether or not they are there.
    pub files: fn(&Surroundings) -> Vec<PathBuf>,
    /// Files in a project's folder.
    pub project: &'static [&'static str],
    /// How it writes servers.
    pub dialect: &'static Dialect,
}

/// What an agent has unless its description says otherwise.
const PLAIN: Description = Description {
    word: "",
    name: "",
    programs: &[],
    files: |_| Vec::new(),
    project: &[],
    dialect: &USUAL,
};

const STDIO: Kind = Kind {
    command: "stdio",
    required: true,
};
const OPTIONAL_STDIO: Kind = Kind {
    command: "stdio",
    required: false,
};
const LOCAL: Kind = Kind {
    command: "local",
    required: true,
};
/// The longest time that Roo takes for a call.
const HOUR_IN_SECONDS: u64 = 3_600;

impl Agent {
    /// Every agent.
    pub const ALL: [Self; 15] = [
        Self::ClaudeCode,
        Self::ClaudeDesktop,
        Self::Codex,
        Self::Gemini,
        Self::Copilot,
        Self::VsCode,
        Self::Cursor,
        Self::Windsurf,
        Self::Opencode,
        Self::Goose,
        Self::Zed,
        Self::Cline,
        Self::ClineVsCode,
        Self::Roo,
        Self::Kiro,
    ];

    /// What it is called on command lines.
    pub fn word(self) -> &'static str {
        self.description().word
    }

    /// The agent that is called so on command lines.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|agent| agent.word() == word)
    }

    /// The name people know it by.
    pub fn name(self) -> &'static str {
        self.description().name
    }

    pub(crate) fn dialect(self) -> &'static Dialect {
        self.description().dialect
    }

    pub(crate) fn description(self) -> Description {
        match self {
            // It keeps the person's servers, and those of single projects that are theirs alone, in one
            // file that it writes often. A server at an address gets a hook, so that the agent's own
            // sign-in stays.
            Self::ClaudeCode => Description {
                word: "claude-code",
                name: "Claude Code",
                files: |around| vec![around.moved("CLAUDE_CONFIG_DIR", "").join(".claude.json")],
                project: &[".mcp.json"],
                dialect: &Dialect {
                    servers: &[&["mcpServers"], &["projects", ANY, "mcpServers"]],
                    kind: Some(OPTIONAL_STDIO),
                    hook: true,
                    ..USUAL
                },
                ..PLAIN
            },
            // Servers at an address are connectors of the account and not in the file.
            Self::ClaudeDesktop => Description {
                word: "claude-desktop",
                name: "Claude Desktop",
                programs: &["claude-desktop"],
                files: |around| vec![around.application("Claude/claude_desktop_config.json")],
                ..PLAIN
            },
            // It hides nearly all of the environment from its servers, and with it the desktop.
            Self::Codex => Description {
                word: "codex",
                name: "Codex",
                files: |around| vec![around.moved("CODEX_HOME", ".codex").join("config.toml")],
                project: &[".codex/config.toml"],
                dialect: &Dialect {
                    format: Format::Toml,
                    servers: &[&["mcp_servers"]],
                    headers: "http_headers",
                    header_variables: Some("env_http_headers"),
                    // A token in a variable lacks the word "Bearer", which only Codex puts before it.
                    signs_in: &["bearer_token_env_var", "scopes", "oauth", "oauth_resource"],
                    clock: Some(("tool_timeout_sec", DAY_IN_SECONDS)),
                    let_through: Some("env_vars"),
                    ..USUAL
                },
                ..PLAIN
            },
            // What it has a `type` for is an address; a command has none.
            Self::Gemini => Description {
                word: "gemini",
                name: "Gemini CLI",
                files: |around| {
                    let of_system = around.system().join("gemini-cli/settings.json");
                    vec![around.home().join(".gemini/settings.json"), of_system]
                },
                project: &[".gemini/settings.json"],
                dialect: &Dialect {
                    urls: &["httpUrl", "url"],
                    signs_in: &["oauth", "authProviderType", "targetAudience"],
                    clock: Some(("timeout", DAY_IN_MILLISECONDS)),
                    ..USUAL
                },
                ..PLAIN
            },
            // It reads a project's `.mcp.json` too, which is paired as Claude Code's.
            Self::Copilot => Description {
                word: "copilot",
                name: "Copilot CLI",
                files: |around| {
                    let directory = around.moved("COPILOT_HOME", ".copilot");
                    vec![directory.join("mcp-config.json")]
                },
                project: &[".github/mcp.json"],
                dialect: &Dialect {
                    kind: Some(LOCAL),
                    ..USUAL
                },
                ..PLAIN
            },
            // With the servers of Copilot Chat.
            Self::VsCode => Description {
                word: "vs-code",
                name: "VS Code",
                programs: &["code"],
                files: |around| vec![around.vs_code("mcp.json")],
                project: &[".vscode/mcp.json"],
                dialect: &Dialect {
                    servers: &[&["servers"]],
                    kind: Some(STDIO),
                    ..USUAL
                },
            },
            Self::Cursor => Description {
                word: "cursor",
                name: "Cursor",
                programs: &["cursor"],
                files: |around| vec![around.home().join(".cursor/mcp.json")],
                project: &[".cursor/mcp.json"],
                ..PLAIN
            },
            // And its plugin for JetBrains.
            Self::Windsurf => Description {
                word: "windsurf",
                name: "Windsurf",
                programs: &["windsurf"],
                files: |around| {
                    ["windsurf/mcp_config.json", "mcp_config.json"]
                        .map(|file| around.home().join(".codeium").join(file))
                        .into()
                },
                dialect: &Dialect {
                    urls: &["serverUrl", "url"],
                    ..USUAL
                },
                ..PLAIN
            },
            // A command is one list, and the variables are called otherwise.
            Self::Opencode => Description {
                word: "opencode",
                name: "opencode",
                files: |around| {
                    ["opencode.json", "opencode.jsonc"]
                        .map(|file| around.config().join("opencode").join(file))
                        .into()
                },
                project: &["opencode.json", "opencode.jsonc"],
                dialect: &Dialect {
                    servers: &[&["mcp"]],
                    words: Words::Together { command: "command" },
                    environment: "environment",
                    kind: Some(LOCAL),
                    clock: Some(("timeout", DAY_IN_MILLISECONDS)),
                    ..USUAL
                },
                ..PLAIN
            },
            // Its servers are among its extensions; those that are built in have no command.
            Self::Goose => Description {
                word: "goose",
                name: "Goose",
                files: |around| vec![around.config().join("goose/config.yaml")],
                dialect: &Dialect {
                    format: Format::Yaml,
                    servers: &[&["extensions"]],
                    words: Words::Apart {
                        command: "cmd",
                        arguments: "args",
                    },
                    environment: "envs",
                    kind: Some(STDIO),
                    urls: &["uri"],
                    clock: Some(("timeout", DAY_IN_SECONDS)),
                    ..USUAL
                },
                ..PLAIN
            },
            // Its clock was in milliseconds once and is in seconds now; a day in seconds is more than it
            // waits by itself either way.
            Self::Zed => Description {
                word: "zed",
                name: "Zed",
                programs: &["zed", "zed-editor"],
                files: |around| vec![around.config().join("zed/settings.json")],
                project: &[".zed/settings.json"],
                dialect: &Dialect {
                    servers: &[&["context_servers"]],
                    clock: Some(("timeout", DAY_IN_SECONDS)),
                    ..USUAL
                },
            },
            Self::Cline => Description {
                word: "cline",
                name: "Cline",
                files: |around| {
                    let settings = ".cline/data/settings/cline_mcp_settings.json";
                    vec![around.home().join(settings)]
                },
                dialect: &Dialect {
                    inside: Some("transport"),
                    kind: Some(STDIO),
                    ..USUAL
                },
                ..PLAIN
            },
            // The extension of VS Code writes servers otherwise than the command line does.
            Self::ClineVsCode => Description {
                word: "cline-vs-code",
                name: "Cline (VS Code)",
                programs: &["code"],
                files: |around| {
                    let extension = "globalStorage/saoudrizwan.claude-dev/settings";
                    vec![around.vs_code(extension).join("cline_mcp_settings.json")]
                },
                dialect: &Dialect {
                    kind: Some(OPTIONAL_STDIO),
                    clock: Some(("timeout", DAY_IN_SECONDS)),
                    ..USUAL
                },
                ..PLAIN
            },
            // An extension of VS Code. It takes no file in which a call may last more than an hour.
            Self::Roo => Description {
                word: "roo",
                name: "Roo",
                programs: &["code"],
                files: |around| {
                    let extension = "globalStorage/rooveterinaryinc.roo-cline/settings";
                    vec![around.vs_code(extension).join("mcp_settings.json")]
                },
                project: &[".roo/mcp.json"],
                dialect: &Dialect {
                    kind: Some(OPTIONAL_STDIO),
                    clock: Some(("timeout", HOUR_IN_SECONDS)),
                    ..USUAL
                },
            },
            // The editor and the command line.
            Self::Kiro => Description {
                word: "kiro",
                name: "Kiro",
                programs: &["kiro"],
                files: |around| vec![around.home().join(".kiro/settings/mcp.json")],
                project: &[".kiro/settings/mcp.json"],
                ..PLAIN
            },
        }
    }
}

/// Claude Code's settings, which its hooks are written into.
pub(crate) fn hooks(around: &Surroundings) -> PathBuf {
    around
        .moved("CLAUDE_CONFIG_DIR", ".claude")
        .join("settings.json")
}

impl fmt::Display for Agent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_agent_has_one_word_everywhere() {
        for agent in Agent::ALL {
            assert_eq!(Agent::named(agent.word()), Some(agent));
            assert_eq!(serde_json::json!(agent), agent.word());
        }
    }
}
