//! `cargo xtask demo`: automated exchanges, with pictures for the README and the design sheet.

use anyhow::{Context, Result};

use crate::command::{command, npm_ci, run as run_command};
use crate::{binaries, packages, workspace};

/// The agent of the moving picture.
const AGENT: &str = "tests/kit/bin/demo/claude";

/// Drives the *plain* build with a keyboard on a virtual screen. `parts` select pictures.
pub fn run(parts: &[&str]) -> Result<()> {
    packages::ensure(&[packages::BUILD, packages::DESKTOP, packages::SCRIPTS])?;
    install_agent()?;
    binaries::plain()?;
    run_command(command(binaries::test_program("demo")).args(parts))
}

/// Installs a pinned Claude Code from npm. It talks to a stand-in for its model.
fn install_agent() -> Result<()> {
    let folder = workspace::output().join("demo-agent");
    std::fs::create_dir_all(&folder)?;
    let source = workspace::root().join(AGENT);
    let lock = std::fs::read(source.join("package-lock.json"))?;
    let installed = folder.join("node_modules/.package-lock.json");
    let is_current = std::fs::read(folder.join("package-lock.json")).is_ok_and(|old| old == lock);
    if is_current && installed.is_file() {
        return Ok(());
    }
    for file in ["package.json", "package-lock.json"] {
        std::fs::copy(source.join(file), folder.join(file)).context(file)?;
    }
    npm_ci(&folder)
}
