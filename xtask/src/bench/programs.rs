//! What is measured and what it is measured with, built or found.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::command::{cargo, command, read, run};
use crate::{servers, workspace};

/// The programs of a run.
pub struct Programs {
    /// The MCP server everybody reaches.
    pub echo: PathBuf,
    /// The bare relay.
    pub relay: PathBuf,
    /// The command line, as people install it.
    pub doorbell: PathBuf,
    /// Python and the version of FastMCP it has.
    pub fastmcp: Result<(PathBuf, String)>,
}

/// Builds what is ours, for speed, and brings what is not.
pub fn prepare() -> Result<Programs> {
    Ok(Programs {
        doorbell: doorbell()?,
        echo: compile("echo")?,
        relay: compile("relay")?,
        fastmcp: fastmcp(),
    })
}

/// Builds the command line alone.
pub fn doorbell() -> Result<PathBuf> {
    run(cargo().args(["build", "--release", "--locked", "-p", "doorbell-cli"]))?;
    Ok(workspace::target().join("release/doorbell"))
}

/// The folder with the sources of what is not Rust.
pub fn sources() -> PathBuf {
    workspace::root().join("xtask/bench")
}

/// Compiles one of the programs in C.
pub fn compile(name: &str) -> Result<PathBuf> {
    let directory = workspace::output().join("bench");
    fs::create_dir_all(&directory)
        .with_context(|| format!("could not create {}", directory.display()))?;
    let program = directory.join(name);
    run(command("cc")
        .args(["-O2", "-Wall", "-Wextra", "-pthread", "-o"])
        .arg(&program)
        .arg(sources().join(name).with_extension("c")))?;
    Ok(program)
}

/// An installation that fails, without a network for example, must not stop the other rows.
fn fastmcp() -> Result<(PathBuf, String)> {
    servers::install()?;
    let python = servers::python();
    let version = fastmcp_version(&python)?;
    Ok((python, version))
}

/// Which FastMCP a Python has.
pub fn fastmcp_version(python: &Path) -> Result<String> {
    let script = "import importlib.metadata; print(importlib.metadata.version('fastmcp'))";
    Ok(read(command(python).args(["-c", script]))?.trim().into())
}
