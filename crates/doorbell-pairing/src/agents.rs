//! The agents: where each keeps its configuration and how it writes a server there.
//!
//! To add an agent, add a variant to [`Agent`], list it in [`Agent::ALL`] and describe it in
//! [`Agent::description`]. Then add its file to `FILES` in `tests/golden.rs` and a folder named
//! after its `cli_name` to `tests/golden`.

use std::fmt;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::document::FileFormat;
use crate::entry_format::{
    ANY_KEY, COMMON, CommandFormat, DAY_IN_MILLISECONDS, DAY_IN_SECONDS, EntryFormat, TypeField,
};
use crate::user_paths::UserPaths;

/// An agent whose configuration is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "each variant is named after its agent")]
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

pub(crate) struct AgentDescription {
    pub cli_name: &'static str,
    /// The name people know it by. `doorbell_core::agent` recognises processes by the same name.
    pub name: &'static str,
    /// File names of its programs, if `doorbell_core::agent` does not recognise them.
    pub programs: &'static [&'static str],
    /// Configuration files of the user, whether or not they exist.
    pub user_files: fn(&UserPaths) -> Vec<PathBuf>,
    /// Configuration files relative to a project's folder.
    pub project_files: &'static [&'static str],
    pub entry_format: &'static EntryFormat,
}

const DEFAULTS: AgentDescription = AgentDescription {
    cli_name: "",
    name: "",
    programs: &[],
    user_files: |_| Vec::new(),
    project_files: &[],
    entry_format: &COMMON,
};

const STDIO: TypeField = TypeField {
    command: "stdio",
    required: true,
};
const OPTIONAL_STDIO: TypeField = TypeField {
    command: "stdio",
    required: false,
};
const LOCAL: TypeField = TypeField {
    command: "local",
    required: true,
};
/// The longest timeout that Roo accepts.
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

    /// Returns the name used on command lines.
    pub fn cli_name(self) -> &'static str {
        self.description().cli_name
    }

    /// Returns the agent with this name on command lines.
    pub fn from_cli_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|agent| agent.cli_name() == name)
    }

    /// Returns the name people know it by.
    pub fn name(self) -> &'static str {
        self.description().name
    }

    /// Returns the user's configuration file, preferably one that exists.
    pub fn user_file(self, paths: &UserPaths) -> Option<PathBuf> {
        let files = (self.description().user_files)(paths);
        let existing = files.iter().find(|file| file.exists());
        existing.or(files.first()).cloned()
    }

    pub(crate) fn entry_format(self) -> &'static EntryFormat {
        self.description().entry_format
    }

    pub(crate) fn description(self) -> AgentDescription {
        match self {
            // One file, which Claude Code rewrites often, holds the user's servers and those of each
            // project. A server with a URL gets a hook, which keeps the agent's own sign-in.
            Self::ClaudeCode => AgentDescription {
                cli_name: "claude-code",
                name: "Claude Code",
                user_files: |paths| {
                    vec![
                        paths
                            .dir_from_env("CLAUDE_CONFIG_DIR", "")
                            .join(".claude.json"),
                    ]
                },
                project_files: &[".mcp.json"],
                entry_format: &EntryFormat {
                    server_maps: &[&["mcpServers"], &["projects", ANY_KEY, "mcpServers"]],
                    type_field: Some(OPTIONAL_STDIO),
                    hook_for_urls: true,
                    ..COMMON
                },
                ..DEFAULTS
            },
            // Servers with a URL are connectors of the account and not in the file.
            Self::ClaudeDesktop => AgentDescription {
                cli_name: "claude-desktop",
                name: "Claude Desktop",
                programs: &["claude-desktop"],
                user_files: |paths| vec![paths.app_config("Claude/claude_desktop_config.json")],
                ..DEFAULTS
            },
            // Its servers inherit almost no environment, so they cannot find the desktop.
            Self::Codex => AgentDescription {
                cli_name: "codex",
                name: "Codex",
                user_files: |paths| {
                    vec![
                        paths
                            .dir_from_env("CODEX_HOME", ".codex")
                            .join("config.toml"),
                    ]
                },
                project_files: &[".codex/config.toml"],
                entry_format: &EntryFormat {
                    file_format: FileFormat::Toml,
                    server_maps: &[&["mcp_servers"]],
                    headers_key: "http_headers",
                    env_headers_key: Some("env_http_headers"),
                    // The variable holds a token without "Bearer", which only Codex adds.
                    sign_in_keys: &["bearer_token_env_var", "scopes", "oauth", "oauth_resource"],
                    timeout: Some(("tool_timeout_sec", DAY_IN_SECONDS)),
                    env_passthrough_key: Some("env_vars"),
                    ..COMMON
                },
                ..DEFAULTS
            },
            // Only entries with a URL have a `type`.
            Self::Gemini => AgentDescription {
                cli_name: "gemini",
                name: "Gemini CLI",
                user_files: |paths| {
                    let system_file = paths.system_config_dir().join("gemini-cli/settings.json");
                    vec![paths.home().join(".gemini/settings.json"), system_file]
                },
                project_files: &[".gemini/settings.json"],
                entry_format: &EntryFormat {
                    url_keys: &["httpUrl", "url"],
                    sign_in_keys: &["oauth", "authProviderType", "targetAudience"],
                    timeout: Some(("timeout", DAY_IN_MILLISECONDS)),
                    ..COMMON
                },
                ..DEFAULTS
            },
            // It also reads a project's `.mcp.json`, which is paired as Claude Code's.
            Self::Copilot => AgentDescription {
                cli_name: "copilot",
                name: "Copilot CLI",
                user_files: |paths| {
                    let directory = paths.dir_from_env("COPILOT_HOME", ".copilot");
                    vec![directory.join("mcp-config.json")]
                },
                project_files: &[".github/mcp.json"],
                entry_format: &EntryFormat {
                    type_field: Some(LOCAL),
                    ..COMMON
                },
                ..DEFAULTS
            },
            // Also the servers of Copilot Chat.
            Self::VsCode => AgentDescription {
                cli_name: "vs-code",
                name: "VS Code",
                programs: &["code"],
                user_files: |paths| vec![paths.vs_code("mcp.json")],
                project_files: &[".vscode/mcp.json"],
                entry_format: &EntryFormat {
                    server_maps: &[&["servers"]],
                    type_field: Some(STDIO),
                    ..COMMON
                },
            },
            Self::Cursor => AgentDescription {
                cli_name: "cursor",
                name: "Cursor",
                programs: &["cursor"],
                user_files: |paths| vec![paths.home().join(".cursor/mcp.json")],
                project_files: &[".cursor/mcp.json"],
                ..DEFAULTS
            },
            // The second file is that of its plugin for JetBrains.
            Self::Windsurf => AgentDescription {
                cli_name: "windsurf",
                name: "Windsurf",
                programs: &["windsurf"],
                user_files: |paths| {
                    ["windsurf/mcp_config.json", "mcp_config.json"]
                        .map(|file| paths.home().join(".codeium").join(file))
                        .into()
                },
                entry_format: &EntryFormat {
                    url_keys: &["serverUrl", "url"],
                    ..COMMON
                },
                ..DEFAULTS
            },
            Self::Opencode => AgentDescription {
                cli_name: "opencode",
                name: "opencode",
                user_files: |paths| {
                    ["opencode.json", "opencode.jsonc"]
                        .map(|file| paths.config_dir().join("opencode").join(file))
                        .into()
                },
                project_files: &["opencode.json", "opencode.jsonc"],
                entry_format: &EntryFormat {
                    server_maps: &[&["mcp"]],
                    command_format: CommandFormat::Combined { command: "command" },
                    env_key: "environment",
                    type_field: Some(LOCAL),
                    timeout: Some(("timeout", DAY_IN_MILLISECONDS)),
                    ..COMMON
                },
                ..DEFAULTS
            },
            // Its servers are extensions; built-in extensions have no command.
            Self::Goose => AgentDescription {
                cli_name: "goose",
                name: "Goose",
                user_files: |paths| vec![paths.config_dir().join("goose/config.yaml")],
                entry_format: &EntryFormat {
                    file_format: FileFormat::Yaml,
                    server_maps: &[&["extensions"]],
                    command_format: CommandFormat::Separate {
                        command: "cmd",
                        arguments: "args",
                    },
                    env_key: "envs",
                    type_field: Some(STDIO),
                    url_keys: &["uri"],
                    timeout: Some(("timeout", DAY_IN_SECONDS)),
                    ..COMMON
                },
                ..DEFAULTS
            },
            // The timeout was in milliseconds in older versions and is in seconds now. 86 400 of either
            // is longer than Zed's default.
            Self::Zed => AgentDescription {
                cli_name: "zed",
                name: "Zed",
                programs: &["zed", "zed-editor"],
                user_files: |paths| vec![paths.config_dir().join("zed/settings.json")],
                project_files: &[".zed/settings.json"],
                entry_format: &EntryFormat {
                    server_maps: &[&["context_servers"]],
                    timeout: Some(("timeout", DAY_IN_SECONDS)),
                    ..COMMON
                },
            },
            Self::Cline => AgentDescription {
                cli_name: "cline",
                name: "Cline",
                user_files: |paths| {
                    let settings = ".cline/data/settings/cline_mcp_settings.json";
                    vec![paths.home().join(settings)]
                },
                entry_format: &EntryFormat {
                    transport_key: Some("transport"),
                    type_field: Some(STDIO),
                    ..COMMON
                },
                ..DEFAULTS
            },
            // The VS Code extension formats entries differently from Cline's command line.
            Self::ClineVsCode => AgentDescription {
                cli_name: "cline-vs-code",
                name: "Cline (VS Code)",
                programs: &["code"],
                user_files: |paths| {
                    let extension = "globalStorage/saoudrizwan.claude-dev/settings";
                    vec![paths.vs_code(extension).join("cline_mcp_settings.json")]
                },
                entry_format: &EntryFormat {
                    type_field: Some(OPTIONAL_STDIO),
                    timeout: Some(("timeout", DAY_IN_SECONDS)),
                    ..COMMON
                },
                ..DEFAULTS
            },
            // A VS Code extension. It rejects a file with a timeout above an hour.
            Self::Roo => AgentDescription {
                cli_name: "roo",
                name: "Roo",
                programs: &["code"],
                user_files: |paths| {
                    let extension = "globalStorage/rooveterinaryinc.roo-cline/settings";
                    vec![paths.vs_code(extension).join("mcp_settings.json")]
                },
                project_files: &[".roo/mcp.json"],
                entry_format: &EntryFormat {
                    type_field: Some(OPTIONAL_STDIO),
                    timeout: Some(("timeout", HOUR_IN_SECONDS)),
                    ..COMMON
                },
            },
            // Kiro's editor and command line share this file.
            Self::Kiro => AgentDescription {
                cli_name: "kiro",
                name: "Kiro",
                programs: &["kiro"],
                user_files: |paths| vec![paths.home().join(".kiro/settings/mcp.json")],
                project_files: &[".kiro/settings/mcp.json"],
                ..DEFAULTS
            },
        }
    }
}

/// Returns the file that holds Claude Code's hooks.
pub(crate) fn claude_code_settings(paths: &UserPaths) -> PathBuf {
    paths
        .dir_from_env("CLAUDE_CONFIG_DIR", ".claude")
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
    fn cli_name_and_serde_name_are_the_same() {
        for agent in Agent::ALL {
            assert_eq!(Agent::from_cli_name(agent.cli_name()), Some(agent));
            assert_eq!(serde_json::json!(agent), agent.cli_name());
        }
    }
}
