//! Copilot CLI. It reads a project's `.mcp.json` too, which is paired as Claude Code's.

use super::Description;
use crate::dialect::{Dialect, Kind, USUAL};

pub const DESCRIPTION: Description = Description {
    word: "copilot",
    name: "Copilot CLI",
    programs: &[],
    files: |around| {
        let directory = around
            .directory("COPILOT_HOME")
            .unwrap_or_else(|| around.home().join(".copilot"));
        vec![directory.join("mcp-config.json")]
    },
    project: &[".github/mcp.json"],
    dialect: &Dialect {
        kind: Some(Kind {
            key: "type",
            command: "local",
            required: true,
        }),
        ..USUAL
    },
};
