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

/// Compiles with the same features as `cargo test --workspace`; a narrower selection would
/// give the dependencies other features and compile tauri again.
const WITH_TESTS: &[&str] = &["--workspace", "--bins", "--test", "desktop"];

/// The build people install, and the test kit's programs.
pub fn plain() -> Result<()> {
    build(WITH_TESTS, &["doorbell-tests/desktop"])?;
    keep("plain")
}

/// The build WebDriver can drive, and the test kit's programs.
pub fn automation() -> Result<()> {
    build(
        WITH_TESTS,
        &["doorbell-tests/desktop", "doorbell-desktop/automation"],
    )?;
    keep("automation")
}

/// The build people install and nothing else: the shortest way from a clone to a question.
pub fn plain_alone() -> Result<()> {
    build(&["-p", "doorbell-desktop", "-p", "doorbell-cli"], &[])?;
    keep("plain")
}

/// The build people install, and the programs that show it on a virtual screen.
pub fn plain_with_kit() -> Result<()> {
    build(
        &[
            "-p",
            "doorbell-desktop",
            "-p",
            "doorbell-cli",
            "-p",
            "doorbell-tests",
            "--bins",
        ],
        &["doorbell-tests/desktop"],
    )?;
    keep("plain")
}

/// The build people install, optimised, and the test kit's programs that measure it.
pub fn release() -> Result<()> {
    let mut programs = cargo();
    programs.args(["build", "--locked", "--release"]);
    programs.args(["-p", "doorbell-desktop", "-p", "doorbell-cli"]);
    run(&mut programs)?;
    let mut daemon = cargo();
    daemon.args(["build", "--locked", "--release", "-p", "doorbell-daemon"]);
    run(daemon.args(["--example", "killable-daemon", "--example", "bare-echo"]))?;
    let mut core = cargo();
    core.args(["build", "--locked", "--release", "-p", "doorbell-core"]);
    run(core.args(["--example", "validation"]))?;
    // It looks at the screen as often as it can, so it is optimised too.
    let mut kit = cargo();
    kit.args(["build", "--locked", "--release", "-p", "doorbell-tests"]);
    run(kit.args(["--bin", "measure", "--features", "doorbell-tests/desktop"]))?;
    keep_from("release", "release")
}

/// What measures it.
pub fn measure() -> PathBuf {
    workspace::target().join("release/measure")
}

/// Where the optimised build is kept.
pub fn release_directory() -> PathBuf {
    workspace::output().join("release")
}

/// A build's command line.
pub fn doorbell(kind: &str) -> PathBuf {
    workspace::output().join(kind).join("doorbell")
}

/// A program of the test kit.
pub fn kit(name: &str) -> PathBuf {
    workspace::target().join("debug").join(name)
}

fn build(selection: &[&str], features: &[&str]) -> Result<()> {
    let mut cargo = cargo();
    cargo.args(["build", "--locked"]).args(selection);
    if !features.is_empty() {
        cargo.args(["--features", &features.join(",")]);
    }
    run(&mut cargo)
}

/// Copies what was built to where the tests look for it.
fn keep(kind: &str) -> Result<()> {
    keep_from("debug", kind)
}

fn keep_from(profile: &str, kind: &str) -> Result<()> {
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
