//! Other people's MCP servers, pinned, for the tests to be asked by.

use std::path::PathBuf;

use anyhow::Result;

use crate::command::{command, run};
use crate::workspace;

/// Installs tests/servers from its lock file; no package's script is run.
pub fn install() -> Result<()> {
    run(command("npm")
        .current_dir(workspace::root().join("tests/servers"))
        .args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]))
}

/// The Python that has the packages of the servers written in it.
pub fn python() -> PathBuf {
    workspace::output().join("python/bin/python")
}
