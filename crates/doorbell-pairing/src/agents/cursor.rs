//! Cursor.

use super::Description;
use crate::dialect::USUAL;

pub const DESCRIPTION: Description = Description {
    word: "cursor",
    name: "Cursor",
    programs: &["cursor"],
    files: |around| vec![around.home().join(".cursor/mcp.json")],
    project: &[".cursor/mcp.json"],
    dialect: &USUAL,
};
