//! The two builds of the application, each in a directory of its own.
//!
//! *plain* is what people install. *automation* can be driven by WebDriver and says so on its
//! window. Each directory holds the command line beside the desktop, where the one looks for the
//! other.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::command::{cargo, run};
use crate::workspace;

const NAMES: [&str; 2] = ["doorbell", "doorbell-desktop"];

/// What people install.
const APPLICATION: &[&str] = &["-p", "doorbell-desktop", "-p", "doorbell-cli"];

/// Compiles with the same features as `cargo test --workspace`; a narrower selection would
/// give the dependencies other features and compile tauri again.
const WITH_TESTS: &[&str] = &["--workspace", "--bins", "--test", "desktop"];

/// The build people install, and the test kit's programs.
pub fn plain() -> Result<()> {
    build(&[WITH_TESTS, &["--features", "doorbell-tests/desktop"]])?;
    keep("debug", "plain")
}

/// The build WebDriver can drive, and the test kit's programs.
pub fn automation() -> Result<()> {
    let features = "doorbell-tests/desktop,doorbell-desktop/automation";
    build(&[WITH_TESTS, &["--features", features]])?;
    keep("debug", "automation")
}

/// The build people install and nothing else: the shortest way from a clone to a question.
pub fn plain_alone() -> Result<()> {
    build(&[APPLICATION])?;
    keep("debug", "plain")
}

/// The build people install, and the programs that show it on a virtual screen.
pub fn plain_with_kit() -> Result<()> {
    let kit = ["-p", "doorbell-tests", "--bins"];
    let features = ["--features", "doorbell-tests/desktop"];
    build(&[APPLICATION, &kit, &features])?;
    keep("debug", "plain")
}

/// The build people install, optimised, and the programs that measure it.
pub fn release() -> Result<()> {
    build(&[&["--release"], APPLICATION])?;
    // By themselves, so that nothing they need changes the features of what people install.
    let daemon = ["-p", "doorbell-daemon", "--example", "killable-daemon"];
    let kit = ["-p", "doorbell-tests", "--bin", "measure"];
    let features = ["--features", "doorbell-tests/desktop"];
    build(&[&["--release"], &daemon, &kit, &features])?;
    keep("release", "release")
}

/// The test kit's program that takes the samples of the bench.
pub fn measure() -> PathBuf {
    workspace::target().join("release/measure")
}

/// A program of the test kit.
pub fn kit(name: &str) -> PathBuf {
    workspace::target().join("debug").join(name)
}

/// The command line of the plain build.
pub fn doorbell() -> PathBuf {
    workspace::output().join("plain/doorbell")
}

fn build(arguments: &[&[&str]]) -> Result<()> {
    run(cargo().args(["build", "--locked"]).args(arguments.concat()))
}

/// Copies what was built to where the tests look for it.
fn keep(profile: &str, kind: &str) -> Result<()> {
    let directory = workspace::output().join(kind);
    fs::create_dir_all(&directory)
        .with_context(|| format!("could not create {}", directory.display()))?;
    for name in NAMES {
        let built = workspace::target().join(profile).join(name);
        let kept = directory.join(name);
        // Renamed into place: a running Doorbell keeps the file it was started from.
        let fresh = directory.join(format!("{name}.new"));
        fs::copy(&built, &fresh)
            .and_then(|_| fs::rename(&fresh, &kept))
            .with_context(|| format!("could not copy {} to {}", built.display(), kept.display()))?;
    }
    Ok(())
}
