//! Claude Desktop. Servers at an address are connectors of the account and not in the file.

use super::Description;
use crate::dialect::USUAL;

pub const DESCRIPTION: Description = Description {
    word: "claude-desktop",
    name: "Claude Desktop",
    programs: &["claude-desktop"],
    files: |around| {
        vec![
            around
                .application("Claude")
                .join("claude_desktop_config.json"),
        ]
    },
    project: &[],
    dialect: &USUAL,
};
