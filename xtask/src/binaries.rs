//! The two builds of the application, each in its own directory.
//!
//! *plain* is what people install. *automation* can be driven by WebDriver and says so on its
//! window. Each directory holds both programs, because the command line looks for the desktop beside
//! itself.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::command::{cargo, run};
use crate::workspace;

const NAMES: [&str; 2] = ["doorbell", "doorbell-desktop"];

const APPLICATION: &[&str] = &["-p", "doorbell-desktop", "-p", "doorbell-cli"];

/// Uses the same features as `cargo test --workspace`. A narrower selection would give dependencies
/// other features and recompile tauri.
const WORKSPACE_WITH_TESTS: &[&str] = &[
    "--workspace",
    "--bins",
    "--test",
    "desktop",
    "--test",
    "gnome",
    "--test",
    "agents",
];

/// Every target that needs a desktop gets the same features, so that the kit is compiled once.
pub const DESKTOP_FEATURES: &str = "doorbell-tests/agents";

/// Builds *plain* and the test programs.
pub fn plain() -> Result<()> {
    build(&[WORKSPACE_WITH_TESTS, &["--features", DESKTOP_FEATURES]])?;
    copy_to_output("debug", "plain")
}

/// Builds *automation* and the test programs.
pub fn automation() -> Result<()> {
    let features = format!("{DESKTOP_FEATURES},doorbell-desktop/automation");
    build(&[WORKSPACE_WITH_TESTS, &["--features", &features]])?;
    copy_to_output("debug", "automation")
}

/// Builds *plain* alone, which is quicker.
pub fn application() -> Result<()> {
    build(&[APPLICATION])?;
    copy_to_output("debug", "plain")
}

/// Builds *plain* and the programs that show it on a virtual screen.
pub fn application_with_test_programs() -> Result<()> {
    let test_programs = ["-p", "doorbell-tests", "--bins"];
    let features = ["--features", DESKTOP_FEATURES];
    build(&[APPLICATION, &test_programs, &features])?;
    copy_to_output("debug", "plain")
}

/// Builds an optimised *plain* and the programs that measure it.
pub fn release() -> Result<()> {
    build(&[&["--release"], APPLICATION])?;
    // Built separately, so that they do not change the features of the application.
    let daemon = ["-p", "doorbell-daemon", "--example", "killable-daemon"];
    let test_programs = ["-p", "doorbell-tests", "--bin", "measure"];
    let features = ["--features", DESKTOP_FEATURES];
    build(&[&["--release"], &daemon, &test_programs, &features])?;
    copy_to_output("release", "release")
}

/// Takes the samples for the bench.
pub fn measure() -> PathBuf {
    workspace::target().join("release/measure")
}

pub fn test_program(name: &str) -> PathBuf {
    workspace::target().join("debug").join(name)
}

/// The command line of *plain*.
pub fn doorbell() -> PathBuf {
    workspace::output().join("plain/doorbell")
}

fn build(arguments: &[&[&str]]) -> Result<()> {
    run(cargo().args(["build", "--locked"]).args(arguments.concat()))
}

/// Copies the programs to where the tests look for them.
fn copy_to_output(profile: &str, kind: &str) -> Result<()> {
    let directory = workspace::output().join(kind);
    fs::create_dir_all(&directory)
        .with_context(|| format!("could not create {}", directory.display()))?;
    for name in NAMES {
        let built = workspace::target().join(profile).join(name);
        let copy = directory.join(name);
        // Renamed into place, because a running Doorbell may still use the old file.
        let fresh = directory.join(format!("{name}.new"));
        fs::copy(&built, &fresh)
            .and_then(|_| fs::rename(&fresh, &copy))
            .with_context(|| format!("could not copy {} to {}", built.display(), copy.display()))?;
    }
    Ok(())
}
