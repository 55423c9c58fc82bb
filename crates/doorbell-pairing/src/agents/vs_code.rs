//! VS Code, with the servers of Copilot Chat.

use super::Description;
use crate::dialect::{Dialect, Kind, USUAL};

pub const DESCRIPTION: Description = Description {
    word: "vs-code",
    name: "VS Code",
    programs: &["code"],
    files: |around| vec![around.vs_code().join("mcp.json")],
    project: &[".vscode/mcp.json"],
    dialect: &Dialect {
        servers: &[&["servers"]],
        kind: Some(Kind {
            key: "type",
            command: "stdio",
            required: true,
        }),
        ..USUAL
    },
};
