//! The cargo tools that some commands need, each at the version it was tried with.

use std::process::Command;

use anyhow::{Context, Result};

use crate::command::{cargo, command, run};
use crate::workspace;

/// A program on crates.io.
pub struct Tool {
    name: &'static str,
    version: &'static str,
    /// Without it, only a library would be installed.
    features: &'static str,
}

const fn tool(name: &'static str, version: &'static str, features: &'static str) -> Tool {
    Tool {
        name,
        version,
        features,
    }
}

/// Writes the third-party notices.
pub const ABOUT: Tool = tool("cargo-about", "0.9.3", "cli");
/// Makes the Debian package.
pub const DEB: Tool = tool("cargo-deb", "3.8.0", "");
/// Checks the dependencies. deny.toml is written for this version.
pub const DENY: Tool = tool("cargo-deny", "0.20.2", "");
/// Runs the targets in `fuzz`.
pub const FUZZ: Tool = tool("cargo-fuzz", "0.13.2", "");

impl Tool {
    /// The one in `PATH` if it is the right version; else one of ours, built once for all clones.
    pub fn command(&self) -> Result<Command> {
        let named = format!("{} {}", self.name, self.version);
        let installed = command(self.name).arg("--version").output();
        if installed.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).trim() == named) {
            return Ok(command(self.name));
        }
        let folder = workspace::cache().join(format!("{}-{}", self.name, self.version));
        let program = folder.join("bin").join(self.name);
        if !program.is_file() {
            println!("Building {named} in {}, once", folder.display());
            // Debug information and full optimisation would take several times as long to compile;
            // without any optimisation, cargo-about takes many minutes to run.
            run(cargo()
                .args(["install", self.name, "--version", self.version])
                .args(["--features", self.features])
                .args(["--locked", "--debug", "--quiet", "--root"])
                .arg(&folder)
                .env("CARGO_PROFILE_DEV_DEBUG", "false")
                .env("CARGO_PROFILE_DEV_OPT_LEVEL", "1")
                .env("CARGO_TARGET_DIR", folder.join("build")))?;
            std::fs::remove_dir_all(folder.join("build"))
                .with_context(|| format!("could not remove the build folder of {named}"))?;
        }
        Ok(command(program))
    }
}
