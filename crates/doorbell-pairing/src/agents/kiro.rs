//! Kiro, the editor and the command line.

use super::Description;
use crate::dialect::USUAL;

pub const DESCRIPTION: Description = Description {
    word: "kiro",
    name: "Kiro",
    programs: &["kiro"],
    files: |around| vec![around.home().join(".kiro/settings/mcp.json")],
    project: &[".kiro/settings/mcp.json"],
    dialect: &USUAL,
};
