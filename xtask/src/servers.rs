//! Other people's MCP servers, pinned, for the tests to be asked by.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::command::{command, npm_ci, read, run as run_command};
use crate::{packages, workspace};

/// `cargo xtask servers`.
pub fn run() -> Result<()> {
    packages::ensure(&[packages::SCRIPTS])?;
    install()
}

/// Installs tests/servers from its lock files. What is installed already stays.
pub fn install() -> Result<()> {
    node_packages()?;
    python_packages()
}

fn node_packages() -> Result<()> {
    let packages = folder().join("node_modules");
    let lock = fs::read_to_string(folder().join("package-lock.json"))?;
    once(packages.join("installed-lock"), &lock, || npm_ci(&folder()))
}

/// In an environment of their own. Only built packages are taken, so nothing of theirs runs here.
fn python_packages() -> Result<()> {
    let environment = workspace::output().join("python");
    let requirements = folder().join("requirements.txt");
    // An environment belongs to the interpreter it was made with.
    let interpreter =
        read(command("python3").args(["-c", "import sys; print(sys.base_prefix, sys.version)"]))?;
    let lock = interpreter + &fs::read_to_string(&requirements)?;
    once(environment.join("installed-lock"), &lock, || {
        if environment.exists() {
            fs::remove_dir_all(&environment)?;
        }
        run_command(command("python3").args(["-m", "venv"]).arg(&environment))?;
        run_command(
            command(environment.join("bin/python"))
                .args(["-m", "pip", "install", "--quiet"])
                .args(["--disable-pip-version-check", "--no-deps"])
                .args(["--require-hashes", "--only-binary", ":all:"])
                .arg("--requirement")
                .arg(&requirements),
        )
    })
}

fn folder() -> PathBuf {
    workspace::root().join("tests/servers")
}

/// Installs unless the last whole installation was of the same lock.
fn once(stamp: PathBuf, lock: &str, install: impl FnOnce() -> Result<()>) -> Result<()> {
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    install()?;
    fs::write(&stamp, lock).with_context(|| stamp.display().to_string())
}
