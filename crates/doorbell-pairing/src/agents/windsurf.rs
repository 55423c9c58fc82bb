//! Windsurf, and its plugin for JetBrains.

use super::Description;
use crate::dialect::{Dialect, USUAL};

pub const DESCRIPTION: Description = Description {
    word: "windsurf",
    name: "Windsurf",
    programs: &["windsurf"],
    files: |around| {
        let directory = around.home().join(".codeium");
        vec![
            directory.join("windsurf/mcp_config.json"),
            directory.join("mcp_config.json"),
        ]
    },
    project: &[],
    dialect: &Dialect {
        urls: &["serverUrl", "url"],
        ..USUAL
    },
};
