//! Cargo tools at pinned versions.

use std::process::Command;

use anyhow::{Context, Result};

use crate::command::{cargo, command, run};
use crate::workspace;

pub struct Tool {
    name: &'static str,
    version: &'static str,
    /// Needed by crates that install only a library by default.
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
/// Checks the dependencies against deny.toml.
pub const DENY: Tool = tool("cargo-deny", "0.20.2", "");
/// Runs the targets in `fuzz`.
pub const FUZZ: Tool = tool("cargo-fuzz", "0.13.2", "");

impl Tool {
    /// Uses the program in `PATH` if its version matches. Otherwise builds it once, for all clones.
    pub fn command(&self) -> Result<Command> {
        let name_and_version = format!("{} {}", self.name, self.version);
        let installed = command(self.name).arg("--version").output();
        if installed
            .is_ok_and(|output| String::from_utf8_lossy(&output.stdout).trim() == name_and_version)
        {
            return Ok(command(self.name));
        }
        let folder = workspace::cache().join(format!("{}-{}", self.name, self.version));
        let program = folder.join("bin").join(self.name);
        if !program.is_file() {
            println!("Building {name_and_version} in {}, once", folder.display());
            // Compiles several times faster than a release build. Without any optimisation,
            // cargo-about takes many minutes to run.
            run(cargo()
                .args(["install", self.name, "--version", self.version])
                .args(["--features", self.features])
                .args(["--locked", "--debug", "--quiet", "--root"])
                .arg(&folder)
                .env("CARGO_PROFILE_DEV_DEBUG", "false")
                .env("CARGO_PROFILE_DEV_OPT_LEVEL", "1")
                .env("CARGO_TARGET_DIR", folder.join("build")))?;
            std::fs::remove_dir_all(folder.join("build")).with_context(|| {
                format!("could not remove the build folder of {name_and_version}")
            })?;
        }
        Ok(command(program))
    }
}
