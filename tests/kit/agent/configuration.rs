//! The agents' configuration files and environment.

use std::path::Path;

use serde_json::{Value, json};

use super::{Agent, AgentName, SERVER, ServerEntry, script};

/// The files that `doorbell setup` may change, relative to the home.
pub(super) const PAIRED_FILES: [&str; 5] = [
    ".claude.json",
    ".claude/settings.json",
    ".codex/config.toml",
    ".gemini/settings.json",
    ".copilot/mcp-config.json",
];

/// The files of an agent that has been used before, relative to the home.
pub(super) fn files(agent: &Agent<'_>, server: &ServerEntry) -> Vec<(&'static str, String)> {
    let project = agent.project();
    match agent.name {
        AgentName::ClaudeCode => claude_code(&project, server),
        AgentName::Codex => vec![(".codex/config.toml", codex(agent, server))],
        AgentName::Gemini => vec![(".gemini/settings.json", pretty(&gemini(server)))],
        AgentName::Copilot => vec![
            (
                ".copilot/config.json",
                pretty(&json!({"trustedFolders": [project]})),
            ),
            (".copilot/mcp-config.json", pretty(&copilot(server))),
        ],
    }
}

/// What points an agent at its model, and keeps it from reaching for anything else.
pub(super) fn environment(name: AgentName, model: &str) -> Vec<(&'static str, String)> {
    let address = |path: &str| format!("{model}{path}");
    let own: &[(&str, &str)] = match name {
        AgentName::ClaudeCode => &[
            ("ANTHROPIC_API_KEY", "none"),
            ("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1"),
            ("CLAUDE_CODE_DISABLE_TERMINAL_TITLE", "1"),
            ("DISABLE_AUTOUPDATER", "1"),
            ("DISABLE_TELEMETRY", "1"),
            ("ENABLE_TOOL_SEARCH", "false"),
        ],
        AgentName::Codex => &[("MODEL_KEY", "none")],
        AgentName::Gemini => &[("GEMINI_API_KEY", "none")],
        AgentName::Copilot => &[
            ("COPILOT_AUTO_UPDATE", "false"),
            ("COPILOT_MODEL", "mock"),
            ("COPILOT_OFFLINE", "true"),
            ("COPILOT_PROVIDER_API_KEY", "none"),
            ("COPILOT_PROVIDER_MAX_OUTPUT_TOKENS", "4000"),
            ("COPILOT_PROVIDER_MAX_PROMPT_TOKENS", "100000"),
        ],
    };
    let place = match name {
        AgentName::ClaudeCode => Some(("ANTHROPIC_BASE_URL", address(""))),
        // It reads the address from its configuration.
        AgentName::Codex => None,
        AgentName::Gemini => Some(("GOOGLE_GEMINI_BASE_URL", address(""))),
        AgentName::Copilot => Some(("COPILOT_PROVIDER_BASE_URL", address("/v1"))),
    };
    let own = own.iter().map(|(name, value)| (*name, (*value).to_owned()));
    own.chain(place).collect()
}

fn claude_code(project: &Path, server: &ServerEntry) -> Vec<(&'static str, String)> {
    let entry = match server {
        ServerEntry::Command => started("stdio"),
        ServerEntry::Address(url) => json!({"type": "http", "url": url}),
    };
    let state = json!({
        "hasCompletedOnboarding": true,
        "theme": "dark",
        "customApiKeyResponses": {"approved": ["none"], "rejected": []},
        "projects": {project.to_string_lossy(): {"hasTrustDialogAccepted": true}},
        "mcpServers": {SERVER: entry},
    });
    let settings = json!({
        "permissions": {"defaultMode": "default", "allow": [format!("mcp__{SERVER}")]},
        // It asks whether to switch the mode on.
        "disableAutoMode": "disable",
        "spinnerTipsEnabled": false,
    });
    vec![
        (".claude.json", pretty(&state)),
        (".claude/settings.json", pretty(&settings)),
    ]
}

fn codex(agent: &Agent<'_>, server: &ServerEntry) -> String {
    // A JSON string is a TOML string.
    let quoted = |text: &str| Value::from(text).to_string();
    let entry = match server {
        ServerEntry::Command => format!(
            "command = \"python3\"\nargs = [{}]",
            quoted(&script("server.py").to_string_lossy())
        ),
        ServerEntry::Address(url) => format!("url = {}", quoted(url)),
    };
    format!(
        "model = \"mock\"\nmodel_provider = \"mock\"\n\n\
         [model_providers.mock]\nname = \"mock\"\nbase_url = \"{}/v1\"\nwire_api = \"responses\"\n\
         env_key = \"MODEL_KEY\"\n\n\
         [analytics]\nenabled = false\n\n\
         [projects.{}]\ntrust_level = \"trusted\"\n\n\
         [mcp_servers.{SERVER}]\n{entry}\ndefault_tools_approval_mode = \"approve\"\n",
        agent.model_url(),
        quoted(&agent.project().to_string_lossy()),
    )
}

fn gemini(server: &ServerEntry) -> Value {
    let mut entry = match server {
        ServerEntry::Command => started("stdio"),
        ServerEntry::Address(url) => json!({"type": "http", "url": url}),
    };
    entry["trust"] = true.into();
    json!({
        "general": {"enableAutoUpdate": false},
        "privacy": {"usageStatisticsEnabled": false},
        "security": {"auth": {"selectedType": "gemini-api-key"}, "folderTrust": {"enabled": false}},
        "telemetry": {"enabled": false},
        "mcpServers": {SERVER: entry},
    })
}

fn copilot(server: &ServerEntry) -> Value {
    let mut entry = match server {
        ServerEntry::Command => started("local"),
        ServerEntry::Address(url) => json!({"type": "http", "url": url, "headers": {}}),
    };
    entry["tools"] = json!(["*"]);
    json!({"mcpServers": {SERVER: entry}})
}

/// The entry of a server that the agent starts.
fn started(kind: &str) -> Value {
    json!({"type": kind, "command": "python3", "args": [script("server.py")], "env": {}})
}

fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}
