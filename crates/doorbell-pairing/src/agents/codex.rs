//! Codex. It hides nearly all of the environment from its servers, and with it the desktop.

use super::Description;
use crate::dialect::{Clock, DAY_IN_SECONDS, Dialect, USUAL};
use crate::document::Format;

pub const DESCRIPTION: Description = Description {
    word: "codex",
    name: "Codex",
    programs: &[],
    files: |around| {
        let directory = around
            .directory("CODEX_HOME")
            .unwrap_or_else(|| around.home().join(".codex"));
        vec![directory.join("config.toml")]
    },
    project: &[".codex/config.toml"],
    dialect: &Dialect {
        format: Format::Toml,
        servers: &[&["mcp_servers"]],
        headers: "http_headers",
        header_variables: Some("env_http_headers"),
        // A token in a variable lacks the word "Bearer", which only Codex puts before it.
        signs_in: &["bearer_token_env_var", "scopes", "oauth", "oauth_resource"],
        clock: Some(Clock {
            key: "tool_timeout_sec",
            amount: DAY_IN_SECONDS,
        }),
        let_through: Some("env_vars"),
        ..USUAL
    },
};
