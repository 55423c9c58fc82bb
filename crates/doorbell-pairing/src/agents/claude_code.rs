//! Claude Code. It keeps the person's servers, and those of single projects that are theirs alone,
//! in one file that it writes often. What it reaches at an address gets a hook: its own sign-in
//! then stays.

use super::Description;
use crate::dialect::{ANY, Dialect, Kind, USUAL};
use crate::surroundings::Surroundings;

pub const DESCRIPTION: Description = Description {
    word: "claude-code",
    name: "Claude Code",
    programs: &[],
    files: |around| match around.directory("CLAUDE_CONFIG_DIR") {
        Some(directory) => vec![directory.join(".claude.json")],
        None => vec![around.home().join(".claude.json")],
    },
    project: &[".mcp.json"],
    dialect: &Dialect {
        servers: &[&["mcpServers"], &["projects", ANY, "mcpServers"]],
        kind: Some(Kind {
            key: "type",
            command: "stdio",
            required: false,
        }),
        hook: true,
        ..USUAL
    },
};

/// The settings that hooks are written into.
pub fn settings(around: &Surroundings) -> std::path::PathBuf {
    around
        .directory("CLAUDE_CONFIG_DIR")
        .unwrap_or_else(|| around.home().join(".claude"))
        .join("settings.json")
}
